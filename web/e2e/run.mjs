// The page in a real browser against the real program: `node web/e2e/run.mjs PROGRAM [--smoke] [WORDS…]`.
// Runs every test of the lists of web/e2e/*_test.mjs whose name contains one of the words; with --smoke only
// those that are marked so: the main paths, in about a minute.
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { faultOf, runOne } from './one.mjs';
import { Browser, startServer } from './support.mjs';

const kAtOnce = Number(process.env.TABULEIRO_E2E_AT_ONCE ?? 3);

const smoke = process.argv.includes('--smoke');
const [program, ...words] = process.argv.slice(2).filter((word) => word !== '--smoke');
if (!program) {
  console.error('usage: node web/e2e/run.mjs PROGRAM [--smoke] [WORDS…]');
  process.exit(2);
}

async function allTests() {
  const here = dirname(fileURLToPath(import.meta.url));
  const tests = [];
  for (const file of readdirSync(here)
    .filter((name) => name.endsWith('_test.mjs'))
    .sort()) {
    tests.push(...(await import(pathToFileURL(join(here, file)).href)).default);
  }
  return tests.filter(
    ([name, , part]) =>
      (!smoke || part === 'smoke') && (words.length === 0 || words.some((word) => name.includes(word))),
  );
}

const tests = await allTests();
const server = await startServer(program);
const browser = await Browser.start();

/** Runs the tests, so many at once, and gives those that failed. */
async function runAll(queue, atOnce) {
  const failing = [];
  const worker = async () => {
    for (let test = queue.shift(); test; test = queue.shift()) {
      const start = Date.now();
      const fault = await runOne(test, browser.stage(server));
      console.log(`${fault ? 'not ok' : 'ok'} ${test[0]} (${Date.now() - start} ms)${fault ? `\n  ${fault}` : ''}`);
      if (fault) failing.push(test);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return failing;
}

let failing = await runAll([...tests], kAtOnce);
// As with the other tests (may_try_again in ./test): once more and alone, where nobody watches.
if (process.env.CI === 'true' && failing.length > 0) {
  const again = await runAll([...failing], 1);
  for (const [name] of failing.filter((test) => !again.includes(test))) console.log(`unsteady ${name}`);
  failing = again;
}
const failed = failing.length;
for (const what of [browser, server]) {
  const left = await faultOf(() => what.stop(), 'the end of the tests');
  if (left) console.log(left);
}
console.log(`${tests.length - failed} of ${tests.length} browser tests passed${smoke ? ' (--smoke)' : ''}`);
process.exit(failed > 0 || tests.length === 0 ? 1 : 0); // what hangs is left behind
