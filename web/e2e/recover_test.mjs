// What goes wrong or aside while playing, and how one goes on; and what small screens have room for.
import { Mouse } from './hands.mjs';
import { heard, kThinking } from './study.mjs';
import { addressOf, equal, fit, kPhone, ok, until, whole } from './support.mjs';

const kTwoOfMe = [
  { who: 'me', name: 'Ana' },
  { who: 'me', name: 'Ana' },
];
const kSmall = { ...kPhone, viewport: { width: 360, height: 640 } };
const ready = (page) => page.locator('.stage[data-active="true"]').waitFor();
const cell = (page, name) => page.locator(`.stage .board [data-cell="${name}"]`);
const toMove = (page) => page.locator('.seat.to-move[aria-current] .name').allTextContents();

// A page whose requests over the socket are refused where `refusal` gives a code for them.
const refusing = (refusal) => (page) =>
  page.routeWebSocket(/\/api\/socket/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage(async (text) => {
      const message = JSON.parse(text);
      const code = await refusal(message);
      if (!code) return server.send(text);
      socket.send(
        JSON.stringify({ type: 'error', request: message.request, error: { code, message: `refused: ${code}` } }),
      );
    });
  });

const confirming = (person) => person.addInitScript(() => localStorage.setItem('tabuleiro.confirm', 'always'));

async function refusedForAMoment(stage) {
  const person = await stage.person();
  const { id } = await stage.table(person, { game: 'yavalath', seats: kTwoOfMe });
  // The page tries again by itself, too: in vain until the button was pressed.
  await person.addInitScript(() => addEventListener('click', () => (window.pressed = true), true));
  const page = await stage.open(person, `/g/${id}`, {
    prepare: (opening) =>
      refusing(
        async ({ type }) => type === 'watch' && !(await opening.evaluate(() => window.pressed === true)) && 'store',
      )(opening),
  });
  await page.getByText('refused: store').waitFor();
  await page.getByRole('heading', { name: 'This game cannot be opened' }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await ready(page);
}

async function errorOverAWindow(stage) {
  const person = await stage.person();
  await confirming(person);
  const { id } = await stage.table(person, { game: 'yavalath', seats: kTwoOfMe });
  let refuse;
  const asked = new Promise((resolve) => (refuse = resolve));
  const page = await stage.open(person, `/g/${id}`, {
    prepare: refusing(({ type }) => type === 'turn' && asked),
  });
  await ready(page);
  await cell(page, 'e5').click();
  await page.locator('.submit:enabled').click();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').waitFor();
  refuse('store');
  const error = page.getByRole('dialog').locator('.toast.assertive');
  await error.filter({ hasText: 'refused: store' }).waitFor();
  // Nothing lies over it: it takes the click that closes it.
  await error.getByRole('button').click();
  await error.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.locator('.steps .step').waitFor();
  equal(await page.locator('.submit').isEnabled(), true, 'the turn may be sent again');
}

async function draftIsNoTurn(stage) {
  const person = await stage.person();
  await confirming(person);
  const { id } = await stage.table(person, { game: 'yavalath', seats: kTwoOfMe });
  const page = await stage.open(person, `/g/${id}`);
  await ready(page);
  equal(await toMove(page), ['White'], 'to move');
  await page.locator('summary', { hasText: 'Copy' }).click();
  await page.getByRole('button', { name: 'Where are my stones?' }).click();
  const told = await page.locator('.stones').textContent();
  await cell(page, 'e5').click();
  await page.locator('.steps .step').waitFor();
  await heard(page, 'The turn is complete');
  equal(await toMove(page), ['White'], 'to move with a draft');
  ok((await page.locator('.stones').textContent()) !== told, 'where the stones are is told anew');
  for (const key of ['.', 'End', 'Home', ',']) await page.keyboard.press(key);
  equal(await page.locator('.steps .step').count(), 1, 'steps after going nowhere');
  await page.locator('.submit:enabled').click();
  await until(() => toMove(page), ['Black'], 'to move after the turn');
}

// Keys v and g: what is known of a position, and of one where nothing is left to know.
async function askedByKeys(stage) {
  const person = await stage.person();
  const { id } = await stage.table(person, { game: 'yavalath', seats: kTwoOfMe });
  const page = await stage.open(person, `/g/${id}`);
  await ready(page);
  const focused = page.locator('.stage [role=gridcell][tabindex="0"]');
  await focused.press('g');
  await heard(page, /^Best: [a-i]\d/, { timeout: kThinking });
  await focused.press('a'); // only pieces with pegs have cells that they attack
  equal(await page.evaluate(() => localStorage.getItem('tabuleiro.attacked')), null, 'attacked cells');

  const won = await stage.person();
  const setup = { game: 'yavalath', options: { swap: 'off' } };
  const turns = ['c3', 'a1', 'f3', 'i1', 'd3', 'a5'];
  const over = await stage.table(won, { ...setup, seats: kTwoOfMe, turns });
  const end = await stage.open(won, `/g/${over.id}`);
  await new Mouse(stage, end, setup).turn('e3', turns);
  await end.locator('.result').waitFor();
  await end.reload(); // nothing was said yet
  await end.locator('.stage [role=gridcell][tabindex="0"]').press('V');
  await heard(end, 'Black wins: the opponent made three');
}

async function invitedAtTheTable(stage) {
  const { body: made } = await stage.api('POST', '/api/tables', {
    game: 'yavalath',
    options: {},
    clock: null,
    exploration: true,
    aids: false,
    seats: [{ who: 'me' }, { who: 'open' }],
  });
  const { id, invites } = made;
  const page = await stage.open(await stage.person(), `/g/${id}`);
  await page.getByText('You are watching').waitFor();
  await page.evaluate((hash) => location.assign(hash), `#seat=${invites[0].token}&player=2`);
  await page.getByText('You are invited to a game of').waitFor();
  await page.getByRole('button', { name: 'Join' }).click();
  await page.locator('.stage').waitFor();
  equal((await addressOf(page)).hash, '', 'the token left the address');
}

async function madeForOthers(stage) {
  const page = await stage.open(await stage.person(), '/new/yavalath?with=friend');
  for (const player of [0, 1]) await page.locator('.seat-field select').nth(player).selectOption('open');
  await page.getByRole('button', { name: 'Create the invitation' }).click();
  const links = page.getByRole('textbox', { name: 'Invitation link' });
  await links.nth(1).waitFor();
  const before = await links.evaluateAll((fields) => fields.map((field) => field.value));
  await page.reload();
  await links.nth(1).waitFor();
  equal(await links.evaluateAll((fields) => fields.map((field) => field.value)), before, 'links after a reload');
  equal(await page.getByRole('button', { name: 'Let a computer play' }).count(), 0, 'seats are not theirs to give');
}

// What is loaded only when it is wanted cannot be had.
async function windowNotLoaded(stage) {
  const person = await stage.person();
  const { id } = await stage.table(person, { game: 'yavalath', seats: [{ who: 'me' }, { who: 'random' }] });
  const page = await stage.open(person, `/g/${id}`);
  await ready(page);
  await page.getByRole('button', { name: 'Resign' }).waitFor(); // it is loaded, too
  stage.expected.push(/ERR_FAILED/);
  await page.route(/\.(js|css)$/, (route) => route.abort());
  for (const name of ['Settings', 'Resign']) {
    await page.getByRole('button', { name }).click();
    await page.locator('.toast.assertive').getByRole('button', { name: 'Reload the page' }).waitFor();
    await page.locator('.toast.assertive').getByRole('button', { name: 'Close' }).click();
  }
  await page.unroute(/\.(js|css)$/);
  for (const name of ['Settings', 'Resign']) {
    await page.getByRole('button', { name }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
}

async function smallScreens(stage) {
  const three = await stage.person(kSmall);
  const options = { players: '3', size: '5', swap: 'off' };
  const seats = [{ who: 'me', name: 'Maria' }, { who: 'level:1' }, { who: 'level:1' }];
  const clock = { kind: 'game', initial: 600_000, increment: 5000 };
  const table = await stage.table(three, { game: 'yavalath', options, clock, seats });
  const page = await stage.open(three, `/g/${table.id}`);
  await ready(page);
  await whole(page);
  const names = page.locator('.seat .name');
  equal(
    await names.evaluateAll(
      (all) => all.filter((name) => name.scrollHeight > name.clientHeight + 1 || name.clientWidth < 50).length,
    ),
    0,
    'names cut off',
  );
  await fit(page, 'three players and a clock');
  await page.keyboard.press('/');
  await until(() => page.evaluate(() => document.activeElement?.id), 'typed-turn', 'the field for typed turns');

  const person = await stage.person(kSmall);
  const stones = await stage.table(person, { game: 'sixteen-stone', seats: kTwoOfMe });
  const other = await stage.open(person, `/g/${stones.id}`);
  await ready(other);
  await whole(other);
  const [board, bar] = await Promise.all(['.stage .board', '.bar'].map((part) => other.locator(part).boundingBox()));
  ok(board.y + board.height <= bar.y, 'the bar lies over the board');
}

export default [
  ['a table refused for a moment', refusedForAMoment],
  ['an error over a window', errorOverAWindow],
  ['a draft is no turn yet', draftIsNoTurn],
  ['chances and best turn by keys', askedByKeys],
  ['invited at a table that is shown', invitedAtTheTable],
  ['a table made for others', madeForOthers],
  ['a window that cannot be loaded', windowNotLoaded],
  ['small screens', smallScreens],
];
