// Draws the folders of src/ with their sizes and includes: `node tools/folders.mjs` writes docs/folders.svg.
// The order of the folders is that of the links in CMakeLists.txt: each is declared after those it uses.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const read = (path) => readFileSync(join(root, path), 'utf8');

const folders = [...read('CMakeLists.txt').matchAll(/^tabuleiro_folder\((\w+)/gm)].map(([, name]) => name);
folders.splice(folders.indexOf('client'), 0, 'local'); // a project of its own
folders.push('app');

const files = execFileSync('git', ['ls-files', 'src'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((path) => /\.(h|cc)$/.test(path));

const facts = new Map(folders.map((name) => [name, { files: 0, lines: 0, uses: new Map() }]));
for (const path of files) {
  const folder = path.split('/')[1];
  const fact = facts.get(folder);
  if (!fact) throw new Error(`${path}: no such folder in CMakeLists.txt`);
  const text = read(path);
  fact.files += 1;
  fact.lines += text.split('\n').length - 1;
  for (const [, used] of text.matchAll(/#include "(\w+)\//g)) {
    if (used !== folder && facts.has(used)) fact.uses.set(used, (fact.uses.get(used) ?? 0) + 1);
  }
}

// A row a folder; a dot in a column says that the row's folder includes the column's, the larger the more often.
const kRow = 26;
const kLeft = 250;
const kColumn = 30;
const kTop = 96;
const most = Math.max(...[...facts.values()].map(({ lines }) => lines));
const height = kTop + folders.length * kRow + 14;
const width = kLeft + folders.length * kColumn + 20;
const column = (i) => kLeft + i * kColumn + kColumn / 2;
const row = (i) => kTop + i * kRow + kRow / 2;

const parts = [];
folders.forEach((name, i) => {
  const { files: count, lines, uses } = facts.get(name);
  const bar = Math.round((110 * lines) / most);
  parts.push(`<text x="8" y="${row(i) + 4}" class="name">${name}</text>`);
  parts.push(`<rect x="80" y="${row(i) - 7}" width="${Math.max(bar, 1)}" height="14" class="bar"/>`);
  parts.push(`<text x="${84 + bar}" y="${row(i) + 4}" class="note">${lines} in ${count}</text>`);
  parts.push(`<text transform="translate(${column(i) + 4},${kTop - 8}) rotate(-60)" class="note">${name}</text>`);
  parts.push(`<line x1="${kLeft}" y1="${row(i)}" x2="${column(i)}" y2="${row(i)}" class="rule"/>`);
  for (const [used, times] of uses) {
    const at = folders.indexOf(used);
    if (at > i) throw new Error(`${name} includes ${used}, which comes later`);
    const radius = (2 + 1.4 * Math.log2(times)).toFixed(1);
    parts.push(
      `<circle cx="${column(at)}" cy="${row(i)}" r="${radius}"><title>${name} → ${used}: ${times}</title></circle>`,
    );
  }
});

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Folders of src: lines and files, and which includes which">
<style>
text { font: 12px sans-serif; fill: #222 } .name { font-weight: 600 } .note { fill: #666; font-size: 11px }
.bar { fill: #c8a96a } circle { fill: #0072b2 } .rule { stroke: #e3e3e3 }
</style>
<rect width="100%" height="100%" fill="#fff"/>
<text x="8" y="20" class="name">Folders in order, lines and files</text>
<text x="8" y="38" class="note">a dot: the folder of the row includes that of the column, the larger the more often</text>
${parts.join('\n')}
</svg>
`;
writeFileSync(join(root, 'docs', 'folders.svg'), svg);
console.log(`${files.length} files in ${folders.length} folders`);
