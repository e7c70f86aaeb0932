// What happens between the page and the server: refusals, offers, lost connections, languages, clocks.
import { Mouse, taken } from './hands.mjs';
import { kThinking } from './study.mjs';
import { addressOf, drawn, equal, fit, fitEverywhere, kPhone, ok, until } from './support.mjs';

const kTwoOfMe = [
  { who: 'me', name: 'Ana' },
  { who: 'me', name: 'Ana' },
];
const at = (page, turns) => page.locator(`.stage[data-shown="${turns}"]`).waitFor();
const ready = (page) => page.locator('.stage[data-active="true"]').waitFor();
const button = (page, name) => page.getByRole('button', { name, exact: true });

// A table with a free seat for each name but the first; everybody's token.
async function joined(stage, wishes, names) {
  const seats = names.map((name, i) => ({ who: i === 0 ? 'me' : 'open', name }));
  const made = (
    await stage.api('POST', '/api/tables', { clock: null, exploration: true, aids: false, ...wishes, seats })
  ).body;
  const tokens = [made.token];
  for (const [i, invite] of made.invites.entries()) {
    const answer = await stage.api('POST', `/api/tables/${made.id}/join`, { name: names[i + 1] }, invite.token);
    equal(answer.status, 200, 'join');
    tokens.push(answer.body.token);
  }
  return { id: made.id, tokens };
}

const seatLink = (id, token) => `/g/${id}#seat=${token}`;

async function play(stage, id, turn, after, token) {
  equal((await stage.api('POST', `/api/tables/${id}/turns`, { turn, after }, token)).status, 200, turn);
}

// A page whose socket the test can cut.
async function cuttable(stage, context, path) {
  const page = await context.newPage();
  const wire = {
    live: null,
    open: true,
    cut: async () => {
      await until(() => wire.live !== null, true, 'a socket'); // the page may not have needed it yet
      wire.open = false;
      await wire.live.close();
      await page.getByText(kLost).waitFor();
    },
    // Nothing comes or goes, and nobody says so: the page has to find out.
    silence: async () => {
      wire.open = false;
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await page.getByText(kLost).waitFor();
    },
    // As when a telephone finds its network again: the page is told and tries at once.
    mend: async () => {
      wire.open = true;
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await page.getByText(kLost).waitFor({ state: 'detached' });
    },
  };
  await page.routeWebSocket(/\/api\/socket/, (socket) => {
    if (!wire.open) return socket.close();
    wire.live = socket;
    const server = socket.connectToServer();
    socket.onMessage((message) => wire.open && server.send(message));
    server.onMessage((message) => wire.open && socket.send(message));
  });
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => (document.documentElement.dataset.test = '')),
  );
  stage.pages.push(page);
  await page.goto(stage.address + path);
  return { page, wire };
}

const kLost = 'No connection to the server';

async function refusalsAreSeen(stage) {
  const person = await stage.person();
  const { id } = await stage.table(person, { game: 'eigenstate', seats: kTwoOfMe });
  const page = await stage.open(person, `/g/${id}`);
  await ready(page);
  await page.locator('#typed-turn').fill('z9-z8');
  await page.keyboard.press('Enter');
  const toast = page.locator('.toast.assertive').filter({ hasText: /z9/ });
  await toast.waitFor();
  await toast.getByRole('button', { name: 'Close' }).focus(); // it stays while somebody is in it
  for (const size of [page.viewportSize(), kPhone.viewport]) {
    await page.setViewportSize(size);
    await drawn(page);
    const [seen, submit] = [await toast.boundingBox(), await page.locator('.submit').boundingBox()];
    ok(
      seen.width > 100 && seen.height > 20 && seen.y >= 0 && seen.y < 200,
      `the error is seen: ${JSON.stringify(seen)}`,
    );
    ok(seen.x >= 0 && seen.x + seen.width <= size.width, 'it fits the window');
    ok(seen.y + seen.height <= submit.y || seen.x + seen.width <= submit.x, 'it does not cover Submit');
  }
  await fitEverywhere(page, 'a toast');
  await page.keyboard.press('Enter');
  await toast.waitFor({ state: 'detached' });
}

async function offersOfThree(stage) {
  const options = { players: '3', size: '5', swap: 'off' };
  const { id, tokens } = await joined(stage, { game: 'yavalath', options }, ['Ana', 'Rui', 'Eva']);
  await play(stage, id, 'e5', 0, tokens[0]);
  const pages = [];
  for (const token of tokens) pages.push(await stage.open(await stage.person(), seatLink(id, token)));
  const [ana, rui, eva] = pages;
  for (const page of pages) await at(page, 1);
  await button(ana, 'Ask to take back').click();
  for (const page of [rui, eva]) await page.locator('.offer', { hasText: 'Ana asks to take back' }).waitFor();
  await button(rui, 'Accept').click();
  await rui.locator('.offer').waitFor({ state: 'detached' });
  await at(eva, 1);
  await button(eva, 'Accept').click();
  for (const page of pages) await at(page, 0);
  // One's own offer of a draw stays while one plays; whoever agreed is not asked again.
  await button(ana, 'Offer a draw').click();
  await ana.locator('.stage .board [data-cell="e5"]').click();
  for (const page of pages) await at(page, 1);
  for (const page of [rui, eva]) await page.locator('.offer', { hasText: 'Ana offers a draw' }).waitFor();
  await button(ana, 'Withdraw the draw offer').waitFor();
  await Promise.all([
    ana.locator('.toast').filter({ hasText: 'Rui declines the draw' }).waitFor(),
    button(rui, 'Decline').click(),
  ]);
  await eva.locator('.offer').waitFor({ state: 'detached' });
}

async function missedTurns(stage) {
  const { id, tokens } = await joined(stage, { game: 'yavalath', options: { swap: 'off' } }, ['Ana', 'Rui']);
  const { page, wire } = await cuttable(stage, await stage.person(), seatLink(id, tokens[0]));
  const rui = await stage.open(await stage.person(), seatLink(id, tokens[1]));
  await rui.locator('.stage').waitFor();
  await ready(page);
  await page.locator('.stage .board [data-cell="e5"]').click();
  await at(rui, 1);
  await taken(page);
  await wire.silence();
  await rui.locator('.stage .board [data-cell="d4"]').click();
  await at(rui, 2);
  await rui.close(); // and goes away
  await wire.mend();
  await at(page, 2);
  await page.locator('.seat', { hasText: 'Rui' }).getByText('away').waitFor();
  await ready(page);
  await page.locator('.stage .board [data-cell="c3"]').click();
  await at(page, 3);
  equal((await stage.api('GET', `/api/tables/${id}`)).body.turns, ['e5', 'd4', 'c3'], 'turns');
}

async function languageInAGame(stage) {
  const person = await stage.person();
  const { id } = await stage.table(person, { game: 'eigenstate', seats: kTwoOfMe });
  const page = await stage.open(person, `/g/${id}`);
  const hands = new Mouse(stage, page, { game: 'eigenstate' });
  await ready(page);
  const first = (await hands.legal([], []))[0];
  await hands.step(first);
  await page.locator('[data-prompt]', { hasText: 'Step 2 of 3' }).waitFor();
  await button(page, 'Português').click();
  await page.locator('[data-prompt]', { hasText: 'Passo 2 de 3' }).waitFor();
  equal(await page.locator('.steps .step').count(), 1, 'the draft stays');
  // The turn goes on in the other language.
  const second = (await hands.legal([], [first.action]))[0];
  await hands.step(second);
  await page.locator('[data-prompt]', { hasText: 'Passo 3 de 3' }).waitFor();
  await page.keyboard.press('u');
  await page.locator('[data-prompt]', { hasText: 'Passo 2 de 3' }).waitFor();
  await page.keyboard.press('u');
  await page.locator('[data-prompt]', { hasText: 'Passo 1 de 3' }).waitFor();
}

async function languageWhileStudying(stage) {
  const person = await stage.person();
  const page = await stage.open(person, '/analyse/yavalath');
  await page.locator('.stage [data-cell="e5"]').click();
  await page.locator('.stage .prompt', { hasText: 'Place a stone' }).waitFor();
  await button(page, 'Português').click();
  await page.locator('.stage .prompt', { hasText: 'Coloque uma pedra' }).waitFor();
  await page.locator('.stage [data-cell="d4"]').click();
  await page.locator('.tree .turn', { hasText: 'd4' }).waitFor();
  equal(await page.locator('.problem').count(), 0, 'no problem on the board');
  const lessons = async (lang) =>
    (await (await fetch(`${stage.address}/api/lessons?game=yavalath`, { headers: { 'Accept-Language': lang } })).json())
      .lessons;
  const [first] = await lessons('en');
  const [primeira] = await lessons('pt');
  await page.goto(`${stage.address}/learn/yavalath`);
  await page.getByRole('heading', { name: primeira.title, exact: true }).waitFor();
  await button(page, 'English').click();
  await page.getByRole('heading', { name: first.title, exact: true }).waitFor();
  await page.getByText(first.steps[0].task).waitFor();
  await button(page, 'Show the answer').click();
  await page.locator('.feedback', { hasText: first.steps[0].praise }).waitFor();
  equal(await page.locator('.notice.error').count(), 0, 'no error');
}

// The words of a review are the server's: another language asks for them anew.
async function languageOfAReview(stage) {
  const person = await stage.person();
  const turns = ['e5', 'd4', 'c3', 'f6'];
  const { id, token } = await stage.table(person, {
    game: 'yavalath',
    options: { swap: 'off' },
    seats: kTwoOfMe,
    turns,
  });
  await stage.api('POST', `/api/tables/${id}/resign`, {}, token);
  const page = await stage.open(person, `/review/${id}`);
  await page.getByRole('heading', { name: 'Review: Yavalath' }).waitFor();
  await page.locator('.stage [data-cell]').first().waitFor();
  await button(page, 'Português').click();
  await page.getByRole('heading', { name: 'Revisão: Yavalath' }).waitFor();
  await page.getByText('A revisão está pronta.').waitFor({ timeout: kThinking });
  equal(await page.locator('.notice.error').count(), 0, 'no error');
}

// Questions that were on their way when the connection broke are asked once more.
async function studyingThroughABreak(stage) {
  const person = await stage.person();
  await person.addInitScript(() => localStorage.setItem('tabuleiro.engine-at', 'server'));
  const { page, wire } = await cuttable(stage, person, '/analyse/yavalath');
  await page.locator('.stage [data-cell="e5"]').click();
  await page.locator('.tree .turn', { hasText: 'e5' }).waitFor();
  await wire.cut();
  await page.locator('.stage [data-cell="d4"]').click();
  await page.locator('.tree .turn', { hasText: 'd4' }).waitFor(); // by a single request
  await until(() => page.locator('.engine-line').count(), 0, 'nothing is known of it yet');
  await wire.mend();
  await page.locator('.engine-line').first().waitFor({ timeout: kThinking });
  equal(await page.locator('.problem').count(), 0, 'no problem on the board');
}

async function clockRunsOut(stage) {
  const person = await stage.person();
  const clock = { kind: 'turn', initial: 5000 };
  const seats = [{ who: 'me', name: 'Ana' }, { who: 'open' }];
  const { id, invites } = await stage.table(person, { game: 'yavalath', seats, clock });
  const page = await stage.open(person, `/g/${id}`);
  await page.locator('.stage').waitFor();
  await page.evaluate(() => {
    window.seen = new Set();
    new MutationObserver(() => {
      const shown = document.querySelector('.clock.running')?.textContent;
      if (shown) window.seen.add(shown);
    }).observe(document.querySelector('.players'), { childList: true, subtree: true, characterData: true });
  });
  // It begins when both see the board, however long that took.
  const rui = (await stage.api('POST', `/api/tables/${id}/join`, { name: 'Rui' }, invites[0].token)).body;
  equal((await stage.api('POST', `/api/tables/${id}/seen`, {}, rui.token)).status, 200, 'seen');
  await page.locator('.result[data-result="p2win"] .reason', { hasText: 'Ana ran out of time.' }).waitFor();
  ok((await page.evaluate(() => window.seen.size)) > 2, 'the clock runs');
  equal(await page.locator('.clock.running').count(), 0, 'no clock runs after the end');
}

async function moveNow(stage) {
  const person = await stage.person();
  const seats = [{ who: 'me' }, { who: 'level:10' }];
  const { id } = await stage.table(person, { game: 'epaminondas', seats, level_time: 10_000 });
  const page = await stage.open(person, `/g/${id}`);
  const hands = new Mouse(stage, page, { game: 'epaminondas' });
  await ready(page);
  await hands.turn((await hands.legal([], []))[0].action, []);
  // A connection that came anew knows who thinks, for ten seconds at most.
  await page.reload({ waitUntil: 'commit' });
  await button(page, 'Move now').click();
  await page.locator('.stage[data-shown="2"][data-active="true"]').waitFor();
  equal(await page.locator('.thinking').count(), 0, 'nobody thinks');
}

// Black threatens to make four on e5; not to block gives the game away.
const coachTakesBack = (options) => async (stage) => {
  const person = await stage.person(options);
  const turns = ['f3', 'e3', 'd5', 'e4', 'g5', 'e6'];
  const { id } = await stage.table(person, {
    game: 'yavalath',
    options: { swap: 'off' },
    seats: [{ who: 'me' }, { who: 'random' }],
    turns,
  });
  await person.addInitScript(() => {
    localStorage.setItem('tabuleiro.coach', 'on');
    localStorage.setItem('tabuleiro.engine-at', 'server'); // its questions are listened to
  });
  // It says nothing of a turn that was played before it had begun to look.
  let looks;
  const looking = new Promise((resolve) => (looks = resolve));
  const prepare = async (opening) =>
    opening.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => JSON.parse(payload).type === 'analyse' && looks()),
    );
  const page = await stage.open(person, `/g/${id}`, { prepare });
  await looking;
  const hands = new Mouse(stage, page, { game: 'yavalath', options: { swap: 'off' } });
  const coach = page.locator('.coach');
  for (let round = 0; round < 4; ++round) {
    await hands.turn('a1', turns);
    await coach.or(page.locator('.result')).first().waitFor({ timeout: kThinking });
    if (await coach.count()) break;
    await button(page, 'Take back').click(); // the computer found the win by chance
  }
  // What was better, in words and on the board, with the cells of the reason; nothing of it is covered.
  await coach.filter({ hasText: 'Better: e5: places a stone on e5.' }).waitFor();
  await page.locator('.stage .board .candidate.best').waitFor();
  const marked = await page.locator('.stage [data-cell="e5"]').getAttribute('aria-label');
  ok(/candidate 1/i.test(marked), `the better cell is told: ${marked}`);
  const over = await page.evaluate(() => {
    const low = document.querySelector('.coach').getBoundingClientRect();
    return [...document.querySelectorAll('.stage .board .cell, .clock')].filter((one) => {
      const box = one.getBoundingClientRect();
      return box.top < low.bottom - 1 && box.bottom > low.top && box.left < low.right && box.right > low.left;
    }).length;
  });
  equal(over, 0, 'cells under the advice');
  await fit(page, 'the coach');
  await coach.getByRole('button', { name: 'Take back' }).click();
  await page.locator('.stage[data-shown="6"][data-active="true"]').waitFor();
  equal(await coach.count(), 0, 'the advice is gone');
  equal(await page.locator('.stage .board .candidate').count(), 0, 'and what it drew');
};

async function nothingKept(stage) {
  const person = await stage.person();
  await person.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new Error('none');
      },
    }),
  );
  const { id, tokens } = await joined(stage, { game: 'yavalath' }, ['Ana', 'Rui']);
  const page = await stage.open(person, seatLink(id, tokens[0]));
  await ready(page);
  equal((await addressOf(page)).hash, `#seat=${tokens[0]}`, 'the address holds the seat');
  await page.reload();
  await ready(page);
}

// It is one's turn and the page is hidden: the browser tells, if one wants that.
async function alertsWhenHidden(stage) {
  const { id, tokens } = await joined(stage, { game: 'yavalath' }, ['Ana', 'Rui']);
  const told = [];
  for (const wish of ['on', 'off']) {
    const person = await stage.person();
    await person.addInitScript((alerts) => {
      localStorage.setItem('tabuleiro.alerts', alerts);
      Object.defineProperty(document, 'hidden', { get: () => true });
      window.Notification = class {
        static permission = 'granted';
        constructor(title, { body }) {
          window.told = `${title}: ${body}`;
        }
      };
    }, wish);
    const page = await stage.open(person, seatLink(id, tokens[0]));
    await page.locator('.stage').waitFor();
    told.push(page);
  }
  await play(stage, id, 'e5', 0, tokens[0]);
  for (const page of told) await at(page, 1);
  await play(stage, id, 'd4', 1, tokens[1]);
  for (const page of told) await at(page, 2);
  await told[0].waitForFunction(() => window.told === 'Yavalath: Your turn.');
  equal(await told[1].evaluate(() => window.told ?? null), null, 'told though it was not wanted');
}

async function skipAndTitles(stage) {
  const page = await stage.open(await stage.person(), '/analyse/yavalath');
  await page.locator('.stage [data-cell="e5"]').click();
  await page.locator('.tree .turn', { hasText: 'e5' }).waitFor();
  const hash = async () => (await addressOf(page)).hash;
  await until(hash, '#m=e5&n=1', 'the address');
  await page.locator('.skip').focus();
  await page.keyboard.press('Enter');
  equal(await page.evaluate(() => document.activeElement?.id), 'main', 'focus');
  equal(await hash(), '#m=e5&n=1', 'the address stays');
  await page.locator('.tree .turn', { hasText: 'e5' }).waitFor();
  const title = (words) => until(() => page.title(), words, 'title');
  await title('Analyse: Yavalath – Tabuleiro');
  stage.expected.push(/404/);
  for (const [path, words] of [
    ['/', 'Tabuleiro'],
    ['/new/yavalath', 'New game: Yavalath – Tabuleiro'],
    ['/learn', 'Learn – Tabuleiro'],
    ['/learn/epaminondas', 'Learn: Epaminondas – Tabuleiro'],
    ['/edit/yavalath', 'Edit position: Yavalath – Tabuleiro'],
    ['/review', 'Review – Tabuleiro'],
    ['/help', 'Help – Tabuleiro'],
    ['/nothing', 'There is nothing at this address. – Tabuleiro'],
    ['/g/none', 'This game cannot be opened – Tabuleiro'],
  ]) {
    await page.goto(stage.address + path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await title(words);
  }
}

export default [
  ['wire: a refused turn is seen', refusalsAreSeen],
  ['wire: offers among three people', offersOfThree],
  ['wire: missed turns come without a reload', missedTurns],
  ['wire: another language in a game', languageInAGame],
  ['wire: another language while studying', languageWhileStudying],
  ['wire: another language of a review', languageOfAReview],
  ['wire: studying goes on through a break', studyingThroughABreak],
  ['wire: a clock runs and runs out', clockRunsOut],
  ['wire: move now', moveNow],
  ['wire: the coach takes back', coachTakesBack({})],
  ['wire: the coach on a phone', coachTakesBack({ viewport: { width: 360, height: 640 } })],
  ['wire: a browser that keeps nothing', nothingKept],
  ['wire: told of the turn while the page is hidden', alertsWhenHidden],
  ['wire: skipping to the content, and titles', skipAndTitles],
];
