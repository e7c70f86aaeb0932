// Builds the page into build/web: `node web/build.mjs [--types] [--dev] [--out FOLDER]`.
//
//   --types   only the types of the messages, for tsc and editors
//   --dev     readable output without the check of sizes
//   --out     another folder
import { build } from 'esbuild';
import { readFileSync, writeFileSync, mkdirSync, rmSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { ladder } from './build_ladder.mjs';
import { catalogue, usedMessages } from './build_messages.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const wanted = process.argv.indexOf('--out');
const out = wanted > 0 ? resolve(process.argv[wanted + 1]) : join(root, 'build', 'web');
const types = join(root, 'build', 'web-types');
const kFirstLoadLimit = 60_000; // bytes, gzipped
const dev = process.argv.includes('--dev');

const messages = catalogue(join(root, 'src', 'text'));

function writeTypes() {
  mkdirSync(types, { recursive: true });
  const names = [...messages.keys()].map((name) => `  | '${name}'`).join('\n');
  writeFileSync(join(types, 'messages.ts'), `export type MessageName =\n${names};\n`);
  const module = (name, type) =>
    writeFileSync(join(types, `${name}.ts`), `const it: ${type} = {};\nexport default it;\n`);
  module('messages-en', 'Record<string, string>');
  module('messages-pt', 'Record<string, string>');
  module('messages-en-study', 'Record<string, string>');
  module('messages-pt-study', 'Record<string, string>');
  module('languages', 'Record<string, string>');
  module('ladder', 'Record<string, number[]>');
}

// `tabuleiro:messages-en` is the catalogue in English, as far as the page uses it, and
// `tabuleiro:messages-en-study` what only the screens for studying say; `tabuleiro:ladder` the
// measured steps between the levels, `tabuleiro:languages` what each language calls itself.
const messagesPlugin = {
  name: 'messages',
  setup(builder) {
    builder.onResolve({ filter: /^tabuleiro:/ }, ({ path }) => ({
      path: path.slice('tabuleiro:'.length),
      namespace: 'messages',
    }));
    builder.onLoad({ filter: /.*/, namespace: 'messages' }, ({ path }) => {
      if (path === 'ladder') {
        return { contents: JSON.stringify(ladder(join(root, 'docs', 'players.md'))), loader: 'json' };
      }
      if (path === 'languages') {
        const [en, pt] = messages.get('kLanguageName');
        return { contents: JSON.stringify({ en, pt }), loader: 'json' };
      }
      const language = path.startsWith('messages-pt') ? 1 : 0;
      const used = usedMessages(join(here, 'src'), messages)[path.endsWith('-study') ? 'study' : 'always'];
      const texts = Object.fromEntries(used.map((name) => [shortName(name), messages.get(name)[language]]));
      return { contents: JSON.stringify(texts), loader: 'json' };
    });
    // Names of messages are long and many: the page that people load knows them by number.
    builder.onLoad({ filter: /[\\/]web[\\/]src[\\/].*\.tsx?$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/(['"])(k[A-Z]\w+)\1/g, (quoted, quote, name) =>
        messages.has(name) ? quote + shortName(name) + quote : quoted,
      ),
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    }));
  },
};

const numbers = new Map([...messages.keys()].map((name, i) => [name, i.toString(36)]));
const shortName = (name) => (dev ? name : numbers.get(name));

async function bundle() {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  return build({
    entryPoints: { app: join(here, 'src', 'main.tsx'), style: join(here, 'css', 'style.css'), study: join(here, 'css', 'study.css') },
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
    metafile: true,
    logLevel: 'warning',
    plugins: [messagesPlugin],
  });
}

const outputs = (result) =>
  Object.entries(result.metafile.outputs).map(([path, info]) => ({ name: basename(path), info }));

function find(result, entry) {
  const found = outputs(result).find(
    ({ info }) => info.entryPoint && info.entryPoint.replace(/^.*:/, '').endsWith(entry),
  );
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

function writePage(result) {
  const app = find(result, 'src/main.tsx');
  const style = find(result, 'css/style.css');
  const preload = [...closure(result, app)].filter((name) => name !== app);
  const page = readFileSync(join(here, 'index.html'), 'utf8')
    .replace('%STYLE%', `/${style}`)
    .replace('%STUDY%', `/${find(result, 'css/study.css')}`)
    .replace('%APP%', `/${app}`)
    .replace('%PRELOAD%', preload.map((name) => `<link rel="modulepreload" href="/${name}">`).join(''));
  writeFileSync(join(out, 'index.html'), page);
  writeFileSync(join(out, 'favicon.svg'), readFileSync(join(here, 'favicon.svg')));
  return [app, style, ...preload];
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

function report(result, first) {
  const sizes = compress();
  const english = sizes.get(find(result, 'messages-en'));
  const portuguese = sizes.get(find(result, 'messages-pt'));
  const sum = (names) => names.reduce((total, name) => total + sizes.get(name), 0);
  // A visitor may come first to any of these screens.
  const screens = ['home/home.tsx', 'home/new_game.tsx', 'play/screen.tsx'].map((entry) =>
    sum([...closure(result, find(result, entry))].filter((name) => !first.includes(name))),
  );
  const total =
    sum(['index.html', 'favicon.svg', ...first]) + Math.max(...screens) + Math.max(english, portuguese);
  for (const [name, size] of [...sizes].sort((a, b) => b[1] - a[1])) {
    console.log(`${String(size).padStart(8)}  ${name}${first.includes(name) ? '  (first load)' : ''}`);
  }
  console.log(`first load: ${total} bytes gzipped, at most ${kFirstLoadLimit}`);
  if (!dev && total > kFirstLoadLimit) {
    console.error('the first load is too large');
    process.exitCode = 1;
  }
}

writeTypes();
if (!process.argv.includes('--types')) {
  const result = await bundle();
  report(result, writePage(result));
}
