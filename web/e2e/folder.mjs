// The page as a folder on a host that knows nothing of it: files by their names, index.html for a folder, nothing is
// rewritten and no header is added.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { Mouse } from './hands.mjs';
import { kThinking } from './study.mjs';

const kTypes = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
};
const kBelow = '/boards/';

function answer(folder, { url }, response) {
  const { pathname } = new URL(url, 'http://h');
  const name = normalize(decodeURIComponent(pathname)).slice(kBelow.length) || 'index.html';
  const path = join(folder, name);
  if (!pathname.startsWith(kBelow) || !existsSync(path) || !statSync(path).isFile()) {
    response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found');
    return;
  }
  response.writeHead(200, { 'Content-Type': kTypes[extname(path)] ?? 'application/octet-stream' });
  response.end(readFileSync(path));
}

// Serves a folder that `PROGRAM page` wrote. `cut()`: nobody is there any more.
export async function serveFolder(stage) {
  const folder = mkdtempSync(join(tmpdir(), 'tabuleiro-folder-'));
  execFileSync(stage.program, ['page', '--out', folder, '--lang', 'en']);
  const server = createServer((request, response) => answer(folder, request, response));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  stage.ends.push(async () => {
    await cut();
    rmSync(folder, { recursive: true, force: true });
  });
  return { address: `http://127.0.0.1:${server.address().port}${kBelow}`, folder, cut };
}

// The addresses of all that a browser has kept of the page.
export const keptNow = (page) =>
  page.evaluate(async () => {
    const each = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return each.flat().map((request) => request.url);
  });

// All that the page needs without a network is there: its service worker says what that is.
export const kept = (page) =>
  page.evaluate(async () => {
    const { scope } = await navigator.serviceWorker.ready;
    const script = await (await fetch(`${scope}sw.js`)).text();
    const [, rest] = /rest:\[([^\]]*)\]/.exec(script);
    const there = (name) => caches.match(scope + JSON.parse(name));
    while (!navigator.serviceWorker.controller || !(await Promise.all(rest.split(',').map(there))).every(Boolean)) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });

// What the thread of the engine tells of the table that is shown, as the page hears it.
export function listen() {
  const Native = window.Worker;
  window.table = null;
  window.Worker = class extends Native {
    constructor(...given) {
      super(...given);
      window.engine = this;
      this.addEventListener('message', ({ data: { socket } }) => {
        if (socket?.table?.turns) window.table = { turns: socket.table.turns, view: socket.table.view };
        if (socket?.kind !== 'turn' || !window.table) return;
        const turns = [...window.table.turns.slice(0, socket.turns - 1), socket.turn];
        window.table = { turns, view: socket.view };
      });
    }
  };
}

// Where a game has just moved, the old one may still be shown.
export const tableOf = async (page) => (await page.waitForFunction(() => window.table)).jsonValue();

// The computer has answered.
export const turnOrEnd = (page) =>
  page.locator('.stage[data-active="true"]').or(page.locator('.result')).first().waitFor({ timeout: kThinking });

// Plays with whatever is legal until the game is over, or the computer has answered `most` times.
export async function playOn(stage, page, game, most, answered = () => undefined) {
  const hands = new Mouse(stage, page, { game });
  for (let answers = 0; answers < most; ++answers) {
    await turnOrEnd(page);
    if (await page.locator('.result').count()) return;
    const { turns, view } = await tableOf(page);
    const { legal } = view;
    const actions = [];
    for (let steps = legal; ; ) {
      // Late in the list are the turns that end; what comes first would shuffle about for ever.
      const { action } = steps[(turns.length * 7 + actions.length * 3) % steps.length];
      actions.push(action);
      const { body } = await stage.api('POST', '/api/view', { game, turns, draft: actions });
      if (body.draft_state === 'complete') break;
      steps = body.legal;
    }
    await hands.turn(actions.join(','), turns);
    await turnOrEnd(page);
    answered();
  }
}

export async function startGame(page, game, level) {
  await page.locator('.stone[data-player="2"] ~ select').selectOption('level');
  await page.locator('.level input[type=range]').fill(String(level));
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.locator(`.play.game-${game} .stage`).waitFor();
}
