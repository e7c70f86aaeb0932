// The page without a server: from a folder that any host serves, with the network cut after one visit; and between a
// server and the browser.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kept, keptNow, listen, playOn, serveFolder, startGame, tableOf, turnOrEnd } from './folder.mjs';
import { Mouse } from './hands.mjs';
import { cell, kThinking, thought } from './study.mjs';
import { addressOf, equal, fit, fitEverywhere, ok, startServer, until } from './support.mjs';

// A person whose browser may keep the page, and thinks a second only.
async function visitor(stage, options = {}) {
  const person = await stage.person({ serviceWorkers: 'allow', ...options });
  await person.addInitScript(() => {
    if (location.protocol !== 'about:') localStorage.setItem('tabuleiro.budget', '1000');
  });
  await person.addInitScript(listen);
  // The browser itself reports what a host that is gone does not answer.
  stage.expected.push(/net::ERR_/);
  return person;
}

// One visit, and then the host is gone.
async function visited(stage, options = {}) {
  const host = await serveFolder(stage);
  const person = await visitor(stage, options);
  const page = await stage.open(person, '', { at: host.address });
  await page.getByRole('link', { name: 'Yavalath: Play the computer' }).waitFor();
  await kept(page);
  await host.cut();
  return { page, go: (path) => page.goto(host.address + path) };
}

const game = (name, most) => async (stage) => {
  const { page, go } = await visited(stage);
  await go(`?/new/${name}?with=computer`);
  await startGame(page, name, 5);
  await playOn(stage, page, name, most);
  const { turns } = await tableOf(page);
  ok(turns.length >= Math.min(2 * most, 4), `${turns.length} turns`);
  if (most < Infinity && !(await page.locator('.result').count())) {
    // A reload finds it as it was.
    await page.reload();
    await page.locator(`.stage[data-shown="${turns.length}"]`).waitFor();
  } else {
    await page.locator('.result').waitFor();
  }
  await go('?/games');
  await page.locator('.game-row').getByRole('link', { name: /Open/ }).waitFor();
};

async function studies(stage) {
  const { page, go } = await visited(stage);
  await go('?/analyse/yavalath');
  await cell(page, 'e5').click();
  await thought(page);
  ok((await page.locator('.tree .turn').count()) === 2, 'the turn is in the tree');

  await go('?/review');
  await page
    .getByLabel('Record (PGN')
    .fill('[Game "yavalath"]\n[Variant "swap=off"]\n\n1. e5 2. f4 3. g5 4. d3 5. c5 6. e2 *');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByText('The review is finished.').waitFor({ timeout: kThinking });
  await page.locator('.mistake').first().waitFor();

  await go('?/learn/yavalath');
  const finished = page.locator('.lesson-words').getByText('Lesson finished.');
  while (!(await finished.isVisible())) {
    await page.getByRole('button', { name: 'Show the answer' }).or(finished).first().waitFor();
    if (await finished.isVisible()) break;
    await page.getByRole('button', { name: 'Show the answer' }).click();
    await page.getByRole('button', { name: 'Continue' }).or(finished).first().click();
  }

  const { puzzles } = (await stage.api('GET', '/api/puzzles?game=yavalath')).body;
  const { answer } = (await stage.api('GET', `/api/puzzles/${puzzles[0].id}`)).body;
  await go('?/puzzles/yavalath');
  await page.getByRole('heading', { name: 'Yavalath, puzzle 1' }).waitFor();
  await cell(page, answer).click();
  await page.locator('.feedback-right').waitFor();

  await go('?/rules/yavalath');
  await page.getByRole('heading', { name: 'Yavalath', level: 1 }).waitFor();
}

// What needs other people says so, and nothing fails.
async function withoutPeople(stage) {
  const host = await serveFolder(stage);
  const page = await stage.open(await visitor(stage), '', { at: host.address });
  await page.getByRole('link', { name: 'Yavalath: Play the computer' }).waitFor();
  await fit(page, 'home of a folder');
  const says = page.getByText('This needs a server, and this page works without one.').first();
  for (const part of ['live', 'archive']) {
    await page.goto(`${host.address}?/games/${part}`);
    await says.waitFor();
  }
  await page.goto(`${host.address}?/new/yavalath?with=friend`);
  await says.waitFor();
  equal(await page.getByRole('button', { name: 'Create' }).isEnabled(), false, 'nobody can be invited');
  await fit(page, 'a new game without a server');
  await page.goto(`${host.address}?/g/k3v9`);
  await says.waitFor();
  // Links are real ones: opened in a new tab they lead to the same.
  await page.goto(host.address);
  const href = await page.getByRole('link', { name: 'Learn', exact: true }).first().getAttribute('href');
  await page.goto(new URL(href, host.address).href);
  await page.getByRole('heading', { level: 1 }).waitFor();
  equal(await page.locator('.links [aria-current=page]').textContent(), 'Learn', 'the screen');
}

// Full strength depends on the device, which the page therefore measures; a busy one reaches fewer positions.
async function saysHowStrong(stage) {
  const host = await serveFolder(stage);
  for (const [locale, words] of [
    [
      'en-GB',
      /^On this device it looks at about [\d.,]+ positions a turn, ([\d.,]+ times as many as level 9|as many as level \d)$/,
    ],
    [
      'pt-PT',
      /^Neste aparelho vê cerca de [\d.,\s]+ posições por turno, ([\d.,\s]+ vezes as do nível 9|tantas como o nível \d)$/,
    ],
  ]) {
    const page = await stage.open(await visitor(stage, { locale }), '?/new/eigenstate?with=computer', {
      at: host.address,
    });
    const level = page.locator('.level input[type=range]');
    await level.fill('10');
    await page.locator('.level .hint', { hasText: words }).waitFor();
    await fit(page, `how strong it is here, ${locale}`);
    await level.fill('9');
    equal(await page.locator('.level .hint', { hasText: words }).count(), 0, 'level 9 is the same everywhere');
  }
}

// One visit brings what goes on without a network, and nothing that only some ask for.
async function keepsWhatIsNeeded(stage) {
  const host = await serveFolder(stage);
  const page = await stage.open(await visitor(stage), '', { at: host.address });
  await kept(page);
  const names = async () => (await keptNow(page)).map((url) => url.slice(host.address.length));
  const some = (parts) => async () => (await names()).some((name) => parts.test(name));
  ok(await some(/^engine-\w+\.wasm$/)(), 'the engine is there');
  ok(await some(/^yavalath-\w+\.net$/)(), 'and its nets');
  equal(
    (await names()).filter((name) => /\.proof$|^report|^icon|^stage-/.test(name)),
    [],
    'what nobody asked for',
  );
  // What was needed once stays.
  await page.goto(`${host.address}?/analyse/yavalath#o=size=3&m=a1&n=1`);
  await thought(page);
  await until(some(/^yavalath-3-\w+\.proof$/), true, 'a proof');
}

// Whoever comes back has the new version, also without a network.
async function newVersion(stage) {
  const host = await serveFolder(stage);
  const page = await stage.open(await visitor(stage), '', { at: host.address });
  await kept(page);
  const titles = { first: await page.title(), second: 'The page after this one' };
  for (const [i, name] of ['index.html', 'sw.js'].entries()) {
    const path = join(host.folder, name);
    const text = readFileSync(path, 'utf8');
    const next =
      i === 0
        ? text.replace('</head>', '<meta name="next"></head>')
        : text.replace(/version:"\w+"/, 'version:"SECOND"');
    ok(next !== text, `${name} is another`);
    writeFileSync(path, next);
  }
  await page.reload();
  // As many files as the first had, and its worker at work.
  const state = () =>
    page.evaluate(async () => {
      const { installing, waiting, active } = await navigator.serviceWorker.ready;
      const names = (await caches.keys()).filter((name) => name.endsWith('SECOND')).concat(await caches.keys());
      const sizes = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length));
      return [names.length, sizes[0] === sizes[1], installing ?? waiting, active.state];
    });
  await until(state, [3, true, null, 'activated']);
  await host.cut();
  await page.reload();
  await page.getByRole('link', { name: 'Yavalath: Play the computer' }).waitFor();
  equal(await page.locator('meta[name=next]').count(), 1, 'the newer page');
  equal(await page.title(), titles.first, 'title');
}

// A game at a server goes on here when the server is gone, and there again when it is back.
async function betweenServerAndBrowser(stage) {
  let server = await startServer(stage.program);
  const port = new URL(server.address).port;
  stage.ends.push(() => server.stop());
  const at = server.address;
  const page = await stage.open(await visitor(stage), '/new/yavalath?with=computer', { at });
  await startGame(page, 'yavalath', 1);
  await kept(page);
  const hands = new Mouse(stage, page, { game: 'yavalath' });
  await hands.turn('e5', []);
  await page.locator('.stage[data-shown="2"][data-active="true"]').waitFor();
  await server.stop();
  await page.getByText('The server cannot be reached. The game can go on in this browser.').waitFor();
  await fit(page, 'a game whose server is away');
  await page.locator('.offer').getByRole('button', { name: 'Go on in this browser' }).click();
  await page.waitForURL(/\/g\/local-/);
  await page.locator('.stage[data-shown="2"][data-active="true"]').waitFor();
  const before = (await tableOf(page)).turns;
  equal(before[0], 'e5', 'the game came along');
  await playOn(stage, page, 'yavalath', 1);
  await page.locator('.stage[data-shown="4"]').waitFor();
  await page.reload();
  await page.locator('.stage[data-shown="4"]').waitFor();
  const { turns } = await tableOf(page);
  equal(turns.slice(0, 2), before, 'nothing is lost');

  server = await startServer(stage.program, [], port);
  await page.reload();
  await page.locator('.stage[data-shown="4"]').waitFor();
  await page.locator('.menu').getByRole('button', { name: 'Go on at the server' }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/g/') && !url.pathname.includes('local-'));
  await page.locator('.stage[data-shown="4"][data-active="true"]').waitFor();
  const id = new URL(page.url()).pathname.split('/')[2];
  const stored = await (await fetch(`${at}/api/tables/${id}`)).json();
  equal(stored.turns, turns, 'turns at the server');
  // Nothing that a server said is kept, and no seat.
  const addresses = await keptNow(page);
  ok(addresses.length > 20, 'the page is kept');
  equal(
    addresses.filter((one) => /\/api\/|\/g\/|seat=/.test(one)),
    [],
    'what must not be kept',
  );
}

async function startsAwayFromTheServer(stage) {
  const server = await startServer(stage.program);
  const page = await stage.open(await visitor(stage), '/', { at: server.address });
  await page.getByRole('link', { name: 'Yavalath: Play the computer' }).waitFor();
  await kept(page);
  await server.stop();
  await page.goto(`${server.address}/new/yavalath?with=computer`);
  await startGame(page, 'yavalath', 2);
  await page.waitForURL(/\/g\/local-/);
  await playOn(stage, page, 'yavalath', 1);
  await page.locator('.stage[data-shown="2"]').waitFor();
  // And shows among the others, as one that only this browser has.
  await page.goto(`${server.address}/games`);
  await page.locator('.game-row').getByText('in this browser only').waitFor();
}

// The engine breaks down in the middle of a game: that is said, and the game goes on.
async function crash(stage) {
  const host = await serveFolder(stage);
  const page = await stage.open(await visitor(stage), '?/new/yavalath?with=computer', { at: host.address });
  await startGame(page, 'yavalath', 1);
  await playOn(stage, page, 'yavalath', 1);
  await page.locator('.stage[data-shown="2"][data-active="true"]').waitFor();
  const { turns } = await tableOf(page);
  await page.evaluate(() => {
    window.broken = window.engine;
    window.engine.onerror(new ErrorEvent('error', { message: 'unreachable', cancelable: true }));
  });
  await page.waitForFunction(() => window.engine !== window.broken);
  await playOn(stage, page, 'yavalath', 1);
  await page.locator('.stage[data-shown="4"]').waitFor();
  equal((await tableOf(page)).turns.slice(0, 2), turns, 'nothing is lost');
}

// A turn in one tab does not disturb the engine of another that plays something else.
async function otherTab(stage) {
  const host = await serveFolder(stage);
  const person = await visitor(stage);
  const open = async (game) => {
    const page = await stage.open(person, `?/new/${game}?with=computer`, { at: host.address });
    await startGame(page, game, 1);
    await turnOrEnd(page);
    return page;
  };
  const [first, second] = [await open('yavalath'), await open('epaminondas')];
  const engine = await first.evaluateHandle(() => window.engine);
  const table = (await addressOf(second)).search.split('/').at(-1);
  // What the other tab tells comes to this one, too.
  await first.evaluate((wanted) => {
    window.told = 0;
    new BroadcastChannel('tabuleiro-tables').onmessage = ({ data }) => (window.told += data === wanted ? 1 : 0);
  }, table);
  await playOn(stage, second, 'epaminondas', 1);
  const { length } = (await tableOf(second)).turns;
  await first.waitForFunction(() => window.told >= 2);
  ok(await first.evaluate((before) => window.engine === before, engine), 'the engine of the first tab goes on');
  await playOn(stage, first, 'yavalath', 1);
  // And knows the game of the other.
  await first.getByRole('link', { name: 'My games' }).first().click();
  await first.locator('.game-row', { hasText: 'Epaminondas' }).getByRole('link', { name: /Open/ }).click();
  await first.locator(`.stage[data-shown="${length}"]`).waitFor();
}

async function whereItThinks(stage) {
  const person = await visitor(stage);
  const page = await stage.open(person, '/analyse/yavalath');
  await thought(page);
  ok(await page.evaluate(() => window.engine !== undefined), 'the browser thinks');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').waitFor();
  await fitEverywhere(page, 'settings with the engine');
  await page.getByRole('dialog').getByLabel('On the server').check({ force: true });
  await page.keyboard.press('Escape');
  await page.reload();
  await cell(page, 'e5').click();
  await thought(page);
  ok(await page.evaluate(() => window.engine === undefined), 'the server thinks');
}

export default [
  ['offline: Yavalath against level 5, a whole game', game('yavalath', Infinity), 'smoke'],
  ['offline: Eigenstate against level 5', game('eigenstate', 2), 'smoke'],
  ['offline: Sixteen Stone against level 5', game('sixteen-stone', 2), 'smoke'],
  ['offline: Epaminondas against level 5', game('epaminondas', 2), 'smoke'],
  ['offline: Eigenstate against level 5, a whole game', game('eigenstate', Infinity)],
  ['offline: Sixteen Stone against level 5, a whole game', game('sixteen-stone', Infinity)],
  ['offline: Epaminondas against level 5, a whole game', game('epaminondas', Infinity)],
  ['offline: analysis, review, a lesson, a puzzle, rules', studies, 'smoke'],
  ['a page without a server says what needs one', withoutPeople, 'smoke'],
  ['full strength without a server says how strong it is', saysHowStrong],
  ['a visit keeps the engine, and proofs where they are needed', keepsWhatIsNeeded],
  ['a new version takes the place of the one before', newVersion],
  ['a game moves between server and browser and loses nothing', betweenServerAndBrowser, 'smoke'],
  ['a game against the computer starts without the server', startsAwayFromTheServer],
  ['the engine in the browser breaks down and the game goes on', crash],
  ['a game in another tab disturbs no engine', otherTab],
  ['analysis by the browser or by the server, as the settings say', whereItThinks],
];
