// Builds the page into build/web: `node web/build.mjs [--messages] [--dev] [--out FOLDER]`.
//
//   --messages  only what the page imports of the catalogue, for tsc and editors
//   --dev       readable output without the check of sizes
//   --out       another folder
//   --rules     other folders with rules of games, separated by colons
//   --engine    the engine for browsers; without it the page needs a server for everything
import { build } from 'esbuild';
import { existsSync, readFileSync, writeFileSync, mkdirSync, rmSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { writeMessages } from './build_messages.mjs';
import { sharedPiece } from './build_pieces.mjs';
import { writeEngine, writeServiceWorker } from './build_engine.mjs';
import { installFiles } from './build_icons.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const argument = (name) => process.argv[process.argv.indexOf(name) + 1 || process.argv.length];
const out = resolve(argument('--out') ?? join(root, 'build', 'web'));
const rules = (argument('--rules') ?? join(root, 'docs', 'rules')).split(':');
const kFirstLoadLimit = 60_000; // bytes, gzipped: home and a board to play on
const kPartLimit = 15_000; // of each part that comes later; the 3D view is a part of its own size
const dev = process.argv.includes('--dev');

async function bundle() {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  return build({
    entryPoints: {
      app: join(here, 'src', 'main.tsx'),
      style: join(here, 'css', 'style.css'),
      more: join(here, 'css', 'more.css'),
      study: join(here, 'css', 'study.css'),
    },
    bundle: true,
    format: 'esm',
    splitting: true,
    minify: !dev,
    sourcemap: dev ? 'inline' : false,
    target: ['es2022'],
    outdir: out,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    plugins: [sharedPiece(join(here, 'src'))],
    metafile: true,
    logLevel: 'warning',
  });
}

const outputs = (result) =>
  Object.entries(result.metafile.outputs).map(([path, info]) => ({ name: basename(path), info }));

function find(result, entry) {
  const found = outputs(result).find(({ info }) => info.entryPoint?.replace(/^.*:/, '').endsWith(entry));
  if (!found) throw new Error(`no output for ${entry}`);
  return found.name;
}

// Everything that a chunk imports at once, itself included.
function closure(result, name, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  const { info } = outputs(result).find((output) => output.name === name);
  for (const { path, kind } of info.imports) {
    if (kind === 'import-statement') closure(result, basename(path), seen);
  }
  return seen;
}

// The page in a folder that any host serves: its addresses count from there, and it protects itself, since such a
// host sends no headers of ours.
const kFolderPage = 'folder.html';
const kFolder = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'">
<meta name="place" content="folder">
`;

function writePage(result, engine) {
  const app = find(result, 'src/main.tsx');
  const style = find(result, 'css/style.css');
  const preload = [...closure(result, app)].filter((name) => name !== app);
  const page = readFileSync(join(here, 'index.html'), 'utf8')
    .replace('%STYLE%', style)
    .replace('%MORE%', find(result, 'css/more.css'))
    .replace('%STUDY%', find(result, 'css/study.css'))
    .replace('%APP%', app)
    .replace('%ENGINE%', engine.list)
    .replace('%PRELOAD%', preload.map((name) => `<link rel="modulepreload" href="%BASE%${name}">`).join(''));
  const standing = (place, base) => page.replace('%PLACE%', place).replaceAll('%BASE%', base);
  writeFileSync(join(out, 'index.html'), standing('', '/'));
  if (engine.list) writeFileSync(join(out, kFolderPage), standing(kFolder, './'));
  const art = readFileSync(join(here, 'favicon.svg'));
  writeFileSync(join(out, 'favicon.svg'), art);
  for (const [name, content] of installFiles(String(art))) writeFileSync(join(out, name), content);
  return [app, style, ...preload];
}

// The rules in full, as the documents have them: the page fetches those of a game when somebody reads them.
function writeRules() {
  for (const folder of rules) {
    for (const name of readdirSync(folder)) {
      const [, game, language = '.en'] = /^(.*?)(\.pt)?\.md$/.exec(name) ?? [];
      if (game) writeFileSync(join(out, `rules-${game}${language}.txt`), readFileSync(join(folder, name)));
    }
  }
}

// The lab's reports (docs/lab): pages of their own, whose style the strict policy of the server wants in a file. They
// lie beside each other wherever the page stands, which their own link leads back to.
function writeReports() {
  const reported = new Set();
  for (const folder of rules.map((one) => join(one, '..', 'lab')).filter((one) => existsSync(one))) {
    for (const name of readdirSync(folder)) {
      const [, game] = /^([a-z-]+)\.(?:en|pt)\.html$/.exec(name) ?? [];
      if (!game) continue;
      reported.add(game);
      const page = readFileSync(join(folder, name), 'utf8');
      const [, style] = /<style>([^<]*)<\/style>/.exec(page);
      writeFileSync(join(out, 'report.css'), style);
      const links =
        '<link rel="icon" href="favicon.svg" type="image/svg+xml"/><link rel="stylesheet" href="report.css"/>';
      const linked = page
        .replace(`<style>${style}</style>`, links)
        .replaceAll(`href="${game}.`, `href="report-${game}.`)
        .replace('</nav>', '· <a href="./">Tabuleiro</a></nav>');
      writeFileSync(join(out, `report-${name}`), linked);
    }
  }
  writeFileSync(join(out, 'reports.json'), JSON.stringify([...reported]));
}

function compress() {
  const sizes = new Map();
  for (const name of readdirSync(out)) {
    const packed = gzipSync(readFileSync(join(out, name)), { level: 9 });
    writeFileSync(join(out, `${name}.gz`), packed);
    sizes.set(name, packed.length);
  }
  return sizes;
}

const languages = ['en', 'pt'];

const wordsOf = (result, language, part = '') => find(result, `messages-${language}${part}.ts`);

// A visitor sees home and then a table, or comes to the table at once.
function shownFirst(result, first) {
  const screens = ['home/home.tsx', 'play/screen.tsx'].map((entry) => find(result, entry));
  return new Set([...first, ...screens.flatMap((name) => [...closure(result, name)])]);
}

// What is kept in browsers only where somebody asked for it: proofs, the 3D view, reports, and the pictures that the
// system shows of an installed page.
function keptLater(result, engine) {
  const others = new Set(
    ['src/main.tsx', ...laterParts(result)].flatMap((entry) => [...closure(result, find(result, entry))]),
  );
  const three = [...closure(result, find(result, 'three/stage.ts'))].filter((name) => !others.has(name));
  const files = readdirSync(out).filter((name) => /^report|\.png$/.test(name));
  return new Set([...engine.later, ...three, ...files]);
}

function report(result, shown, engine) {
  const sizes = compress();
  const sum = (names) => [...names].reduce((total, name) => total + sizes.get(name), 0);
  const words = (part) => Math.max(...languages.map((one) => sizes.get(wordsOf(result, one, part))));
  const total = sum(['index.html', 'favicon.svg', ...shown]) + words('');
  for (const [name, size] of [...sizes].sort((a, b) => b[1] - a[1])) {
    console.log(`${String(size).padStart(8)}  ${name}${shown.has(name) ? '  (first load)' : ''}`);
  }
  console.log(`first load: ${total} bytes gzipped, at most ${kFirstLoadLimit}`);
  const parts = [
    ['words and looks of parts', words('-more') + sizes.get(find(result, 'css/more.css'))],
    ...(engine.worker ? [['the thread of the engine', sizes.get(engine.worker)]] : []),
    ['words and looks of studying', words('-study') + sizes.get(find(result, 'css/study.css'))],
    ...laterParts(result).map((entry) => [
      entry,
      sum([...closure(result, find(result, entry))].filter((name) => !shown.has(name))),
    ]),
  ].sort((a, b) => b[1] - a[1]);
  for (const [name, size] of parts) console.log(`${String(size).padStart(8)}  later: ${name}`);
  const large = parts.filter(([, size]) => size > kPartLimit).map(([name]) => name);
  if (!dev && total > kFirstLoadLimit) complain('the first load is too large');
  if (!dev && large.length > 0) complain(`too large, at most ${kPartLimit} bytes each: ${large.join(', ')}`);
}

// What the page imports when it is first needed, the 3D view apart.
function laterParts(result) {
  return outputs(result)
    .map(({ info }) => info.entryPoint?.replace(/^.*:/, '') ?? '')
    .filter((entry) => /src[\\/].*\.tsx?$/.test(entry) && !/main\.tsx$|three[\\/]stage\.ts$/.test(entry));
}

function complain(words) {
  console.error(words);
  process.exitCode = 1;
}

writeMessages();
if (!process.argv.includes('--messages')) {
  const result = await bundle();
  const engine = await writeEngine({ program: argument('--engine'), here, root, out, dev });
  writeRules();
  writeReports();
  const first = writePage(result, engine);
  const shown = shownFirst(result, first);
  await writeServiceWorker({
    here,
    out,
    dev,
    first: new Set([...shown, ...languages.map((one) => wordsOf(result, one)), 'favicon.svg', 'manifest.webmanifest']),
    later: keptLater(result, engine),
    skip: [kFolderPage],
  });
  report(result, shown, engine);
}
