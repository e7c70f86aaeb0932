// Reads every source and every header of the project by itself, without making anything:
// `node tools/compile_alone.mjs COMPILE_COMMANDS [FILE…]`, all of them where none is named. A missing
// include shows here and nowhere else, because most builds read several files at once.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

const commands = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const tracked = new Set(
  spawnSync('git', ['ls-files', '--full-name', '*.cc', '*.h'], { encoding: 'utf8' }).stdout.trim().split('\n'),
);
const root = process.cwd();

// Compilers agree on these flags; the rest of a command says where to write.
const flagsOf = (command) =>
  command
    .split(' ')
    .filter((word, i, words) => /^-(D|I|std|isystem)/.test(word) || words[i - 1] === '-isystem')
    .map((word) => word.replaceAll('\\"', '"'));

const jobs = new Map();
for (const { file, command } of commands) {
  const name = file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file;
  if (tracked.has(name)) jobs.set(name, flagsOf(command));
}
// A header is read with the flags of a source of its folder.
for (const name of [...tracked].filter((each) => each.endsWith('.h'))) {
  const sourceIn = (depth) => {
    const folder = name.split('/').slice(0, -1).slice(0, depth).join('/');
    return [...jobs].find(([source]) => source.startsWith(`${folder}/`));
  };
  const alike = sourceIn(2) ?? sourceIn(1) ?? [...jobs][0];
  jobs.set(name, alike[1]);
}

// What a source includes before anything else is read by itself there: most headers, by their own
// sources.
const includedFirst = ([source, flags]) => {
  const first = /^#include\s+(.*)$/m.exec(readFileSync(source, 'utf8'))?.[1] ?? '';
  if (!first.startsWith('"')) return undefined;
  const folders = flags.filter((flag) => flag.startsWith(`-I${root}/`)).map((flag) => flag.slice(root.length + 3));
  const header = first.split('"')[1];
  return folders.map((folder) => `${folder}/${header}`).find((path) => tracked.has(path));
};

// g++ leaves precompiled headers and progress aside here; clang reads a file in half the time.
const run = (name, flags) =>
  new Promise((done) => {
    const child = spawn('clang++-19', ['-fsyntax-only', '-x', 'c++', '-w', ...flags, name]);
    let said = '';
    child.stderr.on('data', (part) => (said += part));
    child.on('close', (status) => done(status === 0 ? '' : `${name} is not complete by itself:\n${said}`));
  });

const named = new Set(process.argv.slice(3));
const wanted = [...jobs].filter(([name]) => named.size === 0 || named.has(name));
const readThere = new Set(wanted.filter(([name]) => name.endsWith('.cc')).map(includedFirst));
const queue = wanted.filter(([name]) => !readThere.has(name));
let failed = 0;
const worker = async () => {
  for (let job = queue.shift(); job; job = queue.shift()) {
    const problem = await run(...job);
    if (problem) {
      ++failed;
      console.log(`error: ${problem}`);
    }
  }
};
await Promise.all(cpus().map(worker));
console.log(`${wanted.length} files read, ${failed} incomplete`);
process.exitCode = failed > 0 || jobs.size === 0 ? 1 : 0;
