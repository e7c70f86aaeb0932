// The engine in a browser against the program itself, and on a phone: `node bench/browser.mjs PROGRAM [speed|phone]`.
// Everything is measured in processor time of the thread that works, so that other work on the machine does not matter
// much.
//
// speed: nodes a second of fixed searches (as `tabuleiro bench` has them) of the page's engine, in a worker of Chromium, and
// of the native program, one after the other in the same run, with nets and without.
// phone: what level 5 takes for an answer, and the longest task of the page's own thread while a game is played, both
// six times as long as here. (Chromium throttles a page's own thread, but none of its workers.)
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listen, playOn, serveFolder, startGame } from '../web/e2e/folder.mjs';
import { Browser, startServer, whole } from '../web/e2e/support.mjs';

const kGames = ['eigenstate', 'sixteen-stone', 'yavalath', 'epaminondas'];
const kRounds = 3; // the best counts
const kNativeSeconds = '3';
const kSearches = 6; // of the worker, in a round
const kPhone = 6; // so many times slower
const kAnswers = 8; // of level 5, in a game

// --- Processor time ---

const lines = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // it has ended
  }
};

// The threads of all workers that run on this machine, with the nanoseconds that they have worked.
function workers() {
  const found = new Map();
  for (const process of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    let threads = [];
    try {
      threads = readdirSync(`/proc/${process}/task`);
    } catch {
      // it has ended
    }
    for (const thread of threads) {
      const folder = join('/proc', process, 'task', thread);
      if (!lines(`${folder}/comm`).startsWith('DedicatedWorker')) continue;
      found.set(folder, Number(lines(`${folder}/schedstat`).split(' ')[0]));
    }
  }
  return found;
}

// --- A page whose only thread besides its own is the engine's ---

async function openEngine(page, { nets }) {
  const before = workers();
  await page.evaluate(async (withNets) => {
    const [list] = document.querySelector('meta[name="engine"]').content.split(' ');
    const { worker, files } = await (await fetch(list)).json();
    const own = Object.entries(files).filter(([name]) => withNets || !name.startsWith('nets/'));
    window.engine?.terminate();
    window.engine = new Worker(worker);
    const ready = new Promise((resolve) => {
      window.engine.onmessage = ({ data }) => data.ready && resolve();
    });
    window.engine.postMessage({ start: { files: Object.fromEntries(own), folder: new URL('.', location.href).href } });
    await ready;
    window.engine.postMessage({ open: true, lang: 'en' });
  }, nets);
  for (;;) {
    const made = [...workers().keys()].filter((folder) => !before.has(folder));
    if (made.length === 1) return made[0];
    if (made.length > 1) throw new Error('more than one worker was made');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

// So many fixed searches; how many nodes each had.
const search = (page, game, times) =>
  page.evaluate(
    async ([name, count]) => {
      let nodes = 0;
      for (let i = 0; i < count; ++i) {
        nodes = await new Promise((resolve) => {
          window.engine.onmessage = ({ data }) => data.signature && resolve(data.signature.nodes);
          window.engine.postMessage({ signature: name });
        });
      }
      return nodes;
    },
    [game, times],
  );

const worked = (thread) => workers().get(thread) / 1e9;

async function browserRate(page, thread, game) {
  await search(page, game, 1); // the net is there, the code is compiled for speed
  const begin = worked(thread);
  const nodes = await search(page, game, kSearches);
  // Each is done twice: what is timed is done warm.
  return (2 * kSearches * nodes) / (worked(thread) - begin);
}

function nativeRate(program, game, { nets }) {
  const env = nets ? process.env : { ...process.env, TABULEIRO_NETS: '/nonexistent' };
  const said = execFileSync(program, ['bench', game, '--seconds', kNativeSeconds, '--json'], { env, encoding: 'utf8' });
  return JSON.parse(said);
}

async function speed(program, page) {
  console.log('| Game | Nets | Native | Chromium | Share |\n|---|---|---|---|---|');
  for (const nets of [false, true]) {
    const thread = await openEngine(page, { nets });
    for (const game of kGames) {
      const native = [];
      const browser = [];
      for (let round = 0; round < kRounds; ++round) {
        native.push(nativeRate(program, game, { nets })[game].nodes_per_s);
        browser.push(await browserRate(page, thread, game));
      }
      const [most, reached] = [Math.max(...native), Math.max(...browser)];
      const thousands = (rate) => `${Math.round(rate / 1000)} k/s`;
      const share = `${Math.round((100 * reached) / most)} %`;
      console.log(`| ${game} | ${nets ? 'with' : 'without'} | ${thousands(most)} | ${thousands(reached)} | ${share} |`);
    }
  }
}

// --- A phone ---

// Plays against level 5 in the page itself. What the engine's thread worked for each answer, with what the page asked
// meanwhile, and what the page's own thread worked for its longest task, in seconds.
async function played(stage, browser, page, game) {
  await page.goto(`${page.url().split('?')[0]}?/new/${game}?with=computer`);
  const before = workers();
  await startGame(page, game, 5);
  await whole(page);
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
  const [thread] = [...workers().keys()].filter((folder) => !before.has(folder));
  const answers = [];
  let begin = worked(thread);
  await playOn(stage, page, game, kAnswers, () => {
    answers.push(worked(thread) - begin);
    begin = worked(thread);
  });
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  return { answer: Math.max(...answers), task: longestTask(traceEvents) };
}

function longestTask(events) {
  const own = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const threads = new Set(own.map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = events.filter(
    ({ name, pid, tid, tdur }) => /RunTask$/.test(name) && tdur && threads.has(`${pid} ${tid}`),
  );
  if (tasks.length === 0) throw new Error('the trace tells nothing of processor time');
  return Math.max(...tasks.map(({ tdur }) => tdur)) / 1e6;
}

async function phone(stage, browser, page) {
  console.log(`| Game | Longest answer of level 5, ×${kPhone} | Longest task of the page, ×${kPhone} |\n|---|---|---|`);
  for (const game of kGames) {
    const { answer, task } = await played(stage, browser, page, game);
    console.log(`| ${game} | ${Math.round(kPhone * answer * 1000)} ms | ${Math.round(kPhone * task * 1000)} ms |`);
  }
}

const [program, part] = process.argv.slice(2);
if (!program) {
  console.error('usage: node bench/browser.mjs PROGRAM [speed|phone]');
  process.exit(2);
}
const server = await startServer(program, ['--no-limits']);
const browser = await Browser.start();
const stage = browser.stage(server);
try {
  const host = await serveFolder(stage);
  const person = await stage.person({ reducedMotion: 'no-preference' });
  await person.addInitScript(listen);
  const page = await stage.open(person, '', { at: host.address });
  if (part !== 'phone') await speed(program, page);
  if (part !== 'speed') await phone(stage, browser.chromium, page);
} finally {
  await stage.close();
  await browser.stop();
  await server.stop();
}
