// What the engine in the browser consists of: the program, what it reads, and the thread that runs it. Names carry
// a hash of their content; one list, whose name does too, tells which is which.
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';

// A proof that is larger is for those who have the whole program.
const kLargestProof = 1_000_000;

const kLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const hashOf = (bytes) =>
  [...createHash('sha256').update(bytes).digest().subarray(0, 8)].map((byte) => kLetters[byte % 32]).join('');

function write(out, name, bytes) {
  const ending = extname(name);
  const hashed = `${basename(name, ending)}-${hashOf(bytes)}${ending}`;
  writeFileSync(join(out, hashed), bytes);
  return hashed;
}

// What the program calls its files, and where they are in the sources.
function dataFiles(root) {
  const folders = [
    ['nets', 'nets', '.net'],
    ['proofs', 'proofs', '.proof'],
    ['puzzles', join('src', 'puzzles', 'sets'), '.jsonl'],
  ];
  return folders.flatMap(([called, folder, ending]) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(ending))
      .map((name) => [`${called}/${name}`, join(root, folder, name)])
      .filter(([, path]) => ending !== '.proof' || statSync(path).size <= kLargestProof),
  );
}

async function workerScript(here, out, dev) {
  const result = await build({
    entryPoints: [join(here, 'src', 'local', 'worker.ts')],
    bundle: true,
    format: 'iife',
    minify: !dev,
    target: ['es2022'],
    write: false,
    logLevel: 'warning',
  });
  return write(out, 'worker.js', result.outputFiles[0].contents);
}

// The games of the program, by their names outside.
const gamesOf = (root) =>
  readFileSync(join(root, 'src', 'games', 'games.txt'), 'utf8')
    .split('\n')
    .filter((line) => /^[a-z]/.test(line))
    .map((line) => line.trim().replaceAll('_', '-'));

// Writes everything into `out`. The name of the list with the games, and those of files that come only when they are needed; nothing
// where there is no program.
export async function writeEngine({ program, here, root, out, dev }) {
  if (!program || !existsSync(program)) return { list: '', worker: '', later: [] };
  const files = {};
  const later = [];
  for (const [called, path] of [['engine.wasm', program], ...dataFiles(root)]) {
    const bytes = readFileSync(path);
    const name = write(out, basename(path), bytes);
    files[called] = { name, size: bytes.length };
    if (called.startsWith('proofs/')) later.push(name);
  }
  const worker = await workerScript(here, out, dev);
  const list = write(out, 'engine.json', JSON.stringify({ worker, files }));
  return { list: [list, ...gamesOf(root)].join(' '), worker, later };
}

// sw.js, which keeps what is in `out` by now: at once what a visitor sees first, later what not everybody asks for,
// and the rest when the first visit has come to rest.
export async function writeServiceWorker({ here, out, dev, first, later, skip }) {
  const names = readdirSync(out)
    .filter((name) => !skip.includes(name))
    .sort();
  const version = hashOf(names.map((name) => `${name} ${hashOf(readFileSync(join(out, name)))}`).join('\n'));
  const shell = ['./', ...names.filter((name) => first.has(name))];
  const rest = names.filter((name) => name !== 'index.html' && !first.has(name) && !later.has(name));
  const result = await build({
    entryPoints: [join(here, 'src', 'local', 'service_worker.ts')],
    bundle: true,
    format: 'iife',
    minify: !dev,
    target: ['es2022'],
    define: { kRelease: JSON.stringify({ version, shell, rest, later: [...later].sort() }) },
    write: false,
    logLevel: 'warning',
  });
  writeFileSync(join(out, 'sw.js'), result.outputFiles[0].contents);
}
