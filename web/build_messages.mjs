// Writes what the page imports of the catalogue, of the table of colours and of the contract, as `tabuleiro:*` (see paths in tsconfig.json).
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { colourNames, colourRules, colours } from './build_colours.mjs';
import { apiTypes } from './build_types.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const data = join(here, '..', 'src', 'text', 'catalogue');
const contract = join(here, '..', 'src', 'api', 'contract');
const out = join(here, '..', 'build', 'web-messages');

// Name → { en, pt }. The sentences of lessons come from the server.
function catalogue() {
  const sections = ['program.json', 'page.json'].flatMap((file) =>
    Object.values(JSON.parse(readFileSync(join(data, file), 'utf8'))),
  );
  return new Map(sections.flatMap((messages) => Object.entries(messages)));
}

export function sources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

// What is loaded later brings its words along: the screens for studying theirs, all other parts theirs together.
const kStudy = /[\\/](analysis|review|learn|puzzles|editor|tree|rules|reports|embed)[\\/]/;
const kMore =
  /[\\/]library[\\/]|[\\/](app_help|app_settings|app_dialog|join|invite|qr|peg_editor|three_box|new_game|new_game_fields|setup|share_menu|end|spoken|drawers|moves|game_menu|go_on_button|rules|banners|advice|announce|query|arrows|phrases)\.tsx?$/;

// The names that the sources use, and others that the page always needs; an unknown one ends the build.
function usedMessages(messages, others) {
  const unknown = others.find((name) => !messages.has(name));
  if (unknown) throw new Error(`no message ${unknown}`);
  const always = new Set(others);
  const more = new Set();
  const study = new Set();
  for (const path of sources(join(here, 'src'))) {
    for (const [, name] of readFileSync(path, 'utf8').matchAll(/\bMessage\.(k\w+)/g)) {
      if (!messages.has(name)) throw new Error(`${path}: no message ${name}`);
      (kStudy.test(path) ? study : kMore.test(path) ? more : always).add(name);
    }
  }
  const names = [...messages.keys()];
  return {
    always: names.filter((name) => always.has(name)),
    more: names.filter((name) => more.has(name) && !always.has(name)),
    study: names.filter((name) => study.has(name) && !more.has(name) && !always.has(name)),
  };
}

function write(name, content) {
  const path = join(out, name);
  if (!existsSync(path) || readFileSync(path, 'utf8') !== content) writeFileSync(path, content);
}

// messages.ts: the names, for the page as short as can be, since they are long and many;
// messages-en.ts: the texts in English that home and a table need; messages-en-more.ts: those of parts that are
// loaded when they are first shown; messages-en-study.ts: those that only the screens for studying need (sources
// and no JSON, of which the bundler would export every text by its name, for a kilobyte); languages.json: what
// each language calls itself; colours.ts and colours.css: the colours that players can have; api_types.ts: the
// types of what the server takes and gives.
export function writeMessages() {
  const messages = catalogue();
  const table = colours();
  const parts = usedMessages(
    messages,
    table.flatMap(({ label, stone }) => [label, stone]),
  );
  const short = new Map([...messages.keys()].map((name, i) => [name, i.toString(36)]));
  mkdirSync(out, { recursive: true });
  const members = [...short].map(([name, value]) => `  ${name} = '${value}',\n`);
  write('messages.ts', `export enum Message {\n${members.join('')}}\n`);
  for (const language of ['en', 'pt']) {
    for (const [part, names] of Object.entries(parts)) {
      const texts = Object.fromEntries(names.map((name) => [short.get(name), messages.get(name)[language]]));
      const source = `const texts: Record<string, string> = ${JSON.stringify(texts)};\nexport default texts;\n`;
      write(`messages-${language}${part === 'always' ? '' : `-${part}`}.ts`, source);
    }
  }
  write('colours.ts', colourNames(table));
  write('colours.css', colourRules(table));
  write('api_types.ts', apiTypes(contract));
  write('languages.json', JSON.stringify(messages.get('kLanguageName')));
}
