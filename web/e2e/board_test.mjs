// The boards: gestures, marks, chips, small screens, and the ways to see and hear them.
import { kGames } from './games.mjs';
import { Finger, Mouse, unguarded } from './hands.mjs';
import { equal, kPhone, ok, tooWide, until, whole } from './support.mjs';

const kTwoOfMe = [
  { who: 'me', name: 'Ana' },
  { who: 'me', name: 'Ana' },
];

// A table whose every seat is the person's own, open on the page.
async function table(stage, wishes, { options = {}, open = {} } = {}) {
  const person = await stage.person(options);
  const made = await stage.table(person, { seats: kTwoOfMe, ...wishes });
  const page = await stage.open(person, `/g/${made.id}`, open);
  await page.locator('.stage .board').waitFor();
  await whole(page);
  return { page, id: made.id, token: made.token, made };
}

const cell = (page, name) => page.locator(`.stage .board [data-cell="${name}"]`);
const turnsOf = async (stage, id) => (await stage.api('GET', `/api/tables/${id}`)).body.turns;
const shown = (page, turns) => page.locator(`.stage[data-shown="${turns}"]`).waitFor();
const polite = (page, text) =>
  page.locator('[data-live=polite]').filter({ hasText: text }).waitFor({ state: 'attached' });

async function middle(page, name) {
  const { x, y, width, height } = await cell(page, name).boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

const kPush = { game: 'sixteen-stone', position: 'b4/4b/rrrbb/5/5 r 5 4 5 mps' };

async function pushByTheFrontStone(stage) {
  const { page, id } = await table(stage, kPush);
  const submit = page.locator('.submit');
  equal(await submit.textContent(), 'End turn', 'the button');
  equal(await submit.isEnabled(), false, 'nothing was done yet');
  ok((await page.locator('.why').textContent()).includes('first'), 'the button says why');
  await cell(page, 'c3').click();
  await cell(page, 'd3').hover();
  await page.locator('.mark.fall').waitFor({ state: 'attached' }); // who falls off
  equal(await page.locator('.piece.ghost').count(), 4, 'the line as it would stand');
  await cell(page, 'd3').click();
  await page.locator('.step', { hasText: 'a3>e' }).waitFor();
  const state = (kind) => page.locator(`[data-chip="${kind}"]`).getAttribute('data-state');
  equal(
    [await state('push'), await state('move'), await state('sacrifice')],
    ['used', 'available', 'available'],
    'kinds',
  );
  equal(await page.locator('[data-chip="end"]').count(), 0, 'one way to end the turn');
  equal(await page.locator('.bar').getAttribute('data-state'), 'incomplete', 'state of the draft');
  // Neither a tap beside the cells nor Escape in the field of typed turns takes back a step.
  const box = await page.locator('.stage .board').boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + 3);
  await page.locator('#typed-turn').fill('x');
  await page.keyboard.press('Escape');
  equal(await page.locator('#typed-turn').inputValue(), '', 'the field is empty');
  equal(await page.locator('.step').count(), 1, 'steps');
  await page.locator('[data-chip="sacrifice"]').click();
  await page.locator('[data-chip="sacrifice"][data-state="used"]').waitFor();
  await submit.click();
  await shown(page, 1);
  equal(await turnsOf(stage, id), ['a3>e,sacrifice,end'], 'the turn');
}

const kPegs = 'a1:0030a20,e2:0820008,b4:0120a01,d4:0460108,d5:0270000 c4:0024cd0,e4:00000a8,f4:00820a2 1 m';

async function attackedCells(stage) {
  const { page } = await table(stage, { game: 'eigenstate', position: kPegs });
  equal(await page.locator('.mark.attacked').count(), 0, 'off at first');
  await page.getByRole('button', { name: 'Attacked cells' }).click();
  await page.locator('.mark.attacked').first().waitFor();
  await page.keyboard.press('a');
  await page.locator('.mark.attacked').first().waitFor({ state: 'detached' });
  // The reach of a piece: by mouse, by keyboard, by touch.
  await cell(page, 'e4').hover();
  await page.locator('.mark.reach').first().waitFor();
  const reach = await page.locator('.mark.reach').count();
  await page.mouse.move(1, 1);
  await page.locator('.mark.reach').first().waitFor({ state: 'detached' });
  await page.locator('.stage [role=gridcell][tabindex="0"]').focus();
  for (const key of [...Array(4).fill('ArrowRight'), ...Array(3).fill('ArrowUp')]) await page.keyboard.press(key);
  equal(await page.evaluate(() => document.activeElement.dataset.cell), 'e4', 'the cursor');
  await page.locator('.mark.reach').first().waitFor();
  equal(await page.locator('.mark.reach').count(), reach, 'the same by keyboard');
  const phone = await table(stage, { game: 'eigenstate', position: kPegs }, { options: kPhone });
  await new Finger(stage, phone.page, { game: 'eigenstate' }).cell('e4');
  await phone.page.locator('.mark.reach').first().waitFor();
  equal(await phone.page.locator('.mark.reach').count(), reach, 'the same by touch');
}

async function termsAndAComputer(stage) {
  const person = await stage.person();
  const made = await stage.table(person, {
    game: 'yavalath',
    options: { swap: 'off' },
    aids: true,
    exploration: false,
    clock: { kind: 'turn', initial: 86_400_000 },
    seats: [{ who: 'me', name: 'Ana' }, { who: 'open' }],
  });
  const guest = await stage.open(await stage.person(), `/g/${made.id}#seat=${made.invites[0].token}&player=2`);
  stage.expected.push(/40[134]/);
  const parts = [/first stone.*\s+off/, /1 day a turn/, /Analysis is allowed\s+off/, /three \(!\).*\s+on/];
  const missing = async () => {
    const terms = await guest.locator('.terms').innerText();
    return parts.filter((part) => !part.test(terms)).map(String);
  };
  await until(missing, [], 'what the terms do not say');
  // The friend does not come.
  const page = await stage.open(person, `/g/${made.id}`);
  await page.locator('.instead select').selectOption('random');
  await page.getByRole('button', { name: 'Let a computer play' }).click();
  await page.locator('.stage[data-active="true"]').waitFor();
  await new Mouse(stage, page, { game: 'yavalath', options: { swap: 'off' } }).turn('e5', []);
  await shown(page, 2);
}

async function newGameForm(stage) {
  const person = await stage.person();
  const page = await stage.open(person, '/new/yavalath?with=computer');
  await page.getByText(/% of the points against level 2/).waitFor();
  await page.getByRole('slider').fill('10');
  await page.getByLabel('Time for a turn').selectOption({ label: '3 seconds' });
  const asked = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/tables'));
  await page.getByRole('checkbox', { name: /three/ }).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  const sent = (await asked).postDataJSON();
  equal([sent.level_time, sent.aids], [3000, true], 'what was asked for');
  await page.locator('.stage').waitFor();
  // With three players nothing was measured; a friend takes away help that was not agreed upon.
  await page.goto(`${stage.address}/new/yavalath`);
  const players = page.getByRole('group', { name: 'Number of players' });
  await players.getByLabel('3').check();
  equal(await page.getByText(/% of the points/).count(), 0, 'no figure');
  await players.getByLabel('2').check();
  equal(await page.getByRole('checkbox', { name: /three/ }).isChecked(), true, 'kept from last time');
  await page.getByLabel('Black').selectOption('open');
  equal(await page.getByRole('checkbox', { name: /three/ }).isChecked(), false, 'not agreed upon');
}

// Pixels a cell on the narrowest phone; 360 divided by the columns is the most there can be.
const kWidths = { epaminondas: 24.5, yavalath: 39, eigenstate: 57, 'sixteen-stone': 68 };

async function cellsOnAPhone(stage) {
  for (const [game, least] of Object.entries(kWidths)) {
    const { page } = await table(stage, { game }, { options: kPhone });
    const { width } = await page.locator('.stage .board .cell').first().boundingBox();
    ok(width >= least, `${game}: cells of ${width} pixels`);
    equal(await tooWide(page), 0, `${game}: too wide by`);
    await page.context().close();
  }
}

// With motion and with the time in which taps are ignored.
async function guardAndMotion(stage) {
  const options = { reducedMotion: 'no-preference' };
  const { page, id, made } = await table(
    stage,
    { game: 'yavalath', options: { swap: 'off' }, seats: [{ who: 'me', name: 'Ana' }, { who: 'open' }] },
    { options, open: { real: true } },
  );
  const joined = await stage.api('POST', `/api/tables/${id}/join`, { name: 'Rui' }, made.invites[0].token);
  const friend = joined.body.token;
  await page.locator('.stage[data-active="true"]').waitFor();
  await unguarded(page);
  await new Mouse(stage, page, { game: 'yavalath', options: { swap: 'off' } }).turn('e5', []);
  // The moment the friend's turn is there, a tap that was meant for the board before.
  await page.evaluate(() => {
    const stage = document.querySelector('.stage');
    new MutationObserver((_, watch) => {
      if (stage.dataset.shown !== '2') return;
      watch.disconnect();
      const target = document.querySelector('.stage [data-cell="a1"]');
      const { x, y, width, height } = target.getBoundingClientRect();
      const at = {
        bubbles: true,
        button: 0,
        pointerId: 1,
        pointerType: 'mouse',
        clientX: x + width / 2,
        clientY: y + height / 2,
      };
      for (const kind of ['pointerdown', 'pointerup']) target.dispatchEvent(new PointerEvent(kind, at));
      window.tapped = true;
    }).observe(stage, { attributes: true });
  });
  await stage.api('POST', `/api/tables/${id}/turns`, { turn: 'e4', after: 1 }, friend);
  await page.waitForFunction(() => window.tapped);
  // A later tap is taken; had the early one been taken, it would be the turn.
  for (let i = 0; (await page.locator('.stage').getAttribute('data-shown')) === '2'; ++i) {
    ok(i < 100, 'taps are taken again');
    await cell(page, 'b2').click({ noWaitAfter: true });
  }
  await shown(page, 3);
  equal(await turnsOf(stage, id), ['e5', 'e4', 'b2'], 'turns');
  // R shows the last turn again, in motion, once that which moves stones is loaded.
  await page.waitForFunction(() => document.getAnimations().length === 0);
  await page.evaluate(() => {
    const look = () => {
      window.moved ||= document
        .getAnimations()
        .some(({ effect }) => effect?.target?.closest?.('.board') && effect.getTiming().duration > 100);
      if (!window.moved) requestAnimationFrame(look);
    };
    look();
  });
  equal(await page.evaluate(() => window.moved), false, 'nothing moves by itself');
  await until(
    async () => {
      await page.keyboard.press('r');
      return page.evaluate(() => window.moved);
    },
    true,
    'R shows the last turn',
  );
  // An offer that comes just now is not answered by a click that was on its way.
  await page.evaluate(() => {
    new MutationObserver((_, watch) => {
      const accept = document.querySelector('.offer .main');
      if (!accept) return;
      watch.disconnect();
      accept.click();
      window.offered = performance.now();
    }).observe(document.querySelector('.banners'), { childList: true, subtree: true });
  });
  const submitted = await page.locator('.bar').boundingBox();
  await stage.api('POST', `/api/tables/${id}/draw`, { answer: 'ask' }, friend);
  await page.waitForFunction(() => performance.now() - window.offered > 300);
  equal(await page.locator('.offer').count(), 1, 'the offer still stands');
  equal((await page.locator('.bar').boundingBox()).y, submitted.y, 'the bar stays where it is');
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.locator('.result[data-result="draw"]').waitFor();
}

async function replayWithoutMotion(stage) {
  const { page } = await table(stage, { game: 'eigenstate', turns: kGames.eigenstate.turns.slice(0, 1) });
  const marks = () => page.locator('.stage .mark.fresh').count();
  equal(await marks(), 2, 'pegs of the last turn');
  await page.evaluate(() =>
    new MutationObserver((_, watch) => {
      if (document.querySelector('.stage .mark.fresh')) return;
      watch.disconnect();
      window.gone = true;
    }).observe(document.querySelector('.stage'), { childList: true, subtree: true, attributes: true }),
  );
  await page.keyboard.press('r');
  await page.waitForFunction(() => window.gone);
  await until(marks, 2, 'pegs that are shown again');
}

async function dragAStone(stage) {
  const { page, id } = await table(stage, { game: 'epaminondas' });
  const [from, to] = [await middle(page, 'k1'), await middle(page, 'k3')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y - 20, { steps: 4 });
  await page.locator('.piece[data-dragged]').waitFor();
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
  await shown(page, 1);
  equal(await turnsOf(stage, id), ['k1-k3'], 'the turn');
}

async function magnifier(stage) {
  const { page } = await table(stage, { game: 'epaminondas' }, { options: kPhone });
  const finger = await page.context().newCDPSession(page);
  const touch = async (type, name) => {
    const points = name ? [await middle(page, name)] : [];
    await finger.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  };
  await touch('touchStart', 'j1');
  await page.locator('.lens-name', { hasText: 'j1' }).waitFor();
  await touch('touchMove', 'k1');
  await page.locator('.lens-name', { hasText: 'k1' }).waitFor();
  await touch('touchEnd');
  await page.locator('.lens').waitFor({ state: 'detached' });
  await page.locator('.stage [data-cell="k1"][aria-selected="true"]').waitFor();
}

async function theBoardTurnsForPlayerTwo(stage) {
  const person = await stage.person();
  const { id } = await stage.table(person, { game: 'epaminondas', seats: [{ who: 'random' }, { who: 'me' }] });
  const page = await stage.open(person, `/g/${id}`);
  await page.locator('.stage[data-active="true"]').waitFor();
  equal(await page.locator('.stage [role=gridcell]').first().getAttribute('data-cell'), 'n1', 'the upper left cell');
  await page.keyboard.press('f');
  await page.waitForFunction(() => document.querySelector('.stage [role=gridcell]').dataset.cell === 'a12');
}

async function swapByTheStone(stage) {
  const { page, id } = await table(stage, { game: 'yavalath', turns: ['e5'] });
  await page.locator('.mark.swap').waitFor();
  await cell(page, 'e5').click();
  await shown(page, 2);
  equal(await turnsOf(stage, id), ['e5', 'swap'], 'turns');
}

async function elimination(stage) {
  const options = { players: '3', swap: 'off' };
  const seats = [...kTwoOfMe, kTwoOfMe[0]];
  const turns = ['a1', 'e1', 'i1', 'a2', 'e3', 'i3'];
  const { page } = await table(stage, { game: 'yavalath', options, seats, turns });
  const hands = new Mouse(stage, page, { game: 'yavalath', options });
  await hands.turn('a3', turns);
  await page.locator('.seat.out').waitFor();
  equal(await page.locator('.stage .piece.out').count(), 3, 'stones that stay');
  equal(await page.locator('.order-seat').count(), 2, 'who still plays');
  await hands.turn('g1', [...turns, 'a3']);
  await hands.turn('g3', [...turns, 'a3', 'g1']);
  ok(/Black/.test(await page.locator('.seat.to-move').innerText()), 'the one who is out is skipped');
}

async function learnersAids(stage) {
  const position = '5/6/7/3b4/2ww1w3/4b3/7/6/5 b -';
  const { page } = await table(stage, { game: 'yavalath', position, turns: ['g4'], aids: true });
  await page.locator('.badge.four').waitFor();
  ok((await page.locator('.badge.three').count()) > 0, 'cells that lose');
  const label = await cell(page, 'e5').getAttribute('aria-label');
  ok(/four/.test(label), `the cell says so: ${label}`);
}

async function forcedColours(stage) {
  const { page, id } = await table(stage, { game: 'yavalath' }, { options: { forcedColors: 'active' } });
  const [fill, canvas] = await page.evaluate(() => {
    const probe = document.createElement('i');
    probe.style.color = 'Canvas';
    document.body.append(probe);
    const found = [getComputedStyle(document.querySelector('.stage .cell')).fill, getComputedStyle(probe).color];
    probe.remove();
    return found;
  });
  equal(fill, canvas, "cells have the system's colour");
  await cell(page, 'e5').click();
  await shown(page, 1);
  equal(await turnsOf(stage, id), ['e5'], 'the board can be played on');
  const stone = await page.evaluate(() => getComputedStyle(document.querySelector('.stage .piece .body')).fill);
  ok(stone !== canvas, 'stones are to be seen');
}

// A browser zoomed to 200 % has half the pixels.
async function zoomedToTwoHundred(stage) {
  const options = { viewport: { width: 640, height: 400 } };
  const fits = async (page, name) => {
    equal(await tooWide(page), 0, `${name}: too wide by`);
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('main button, main a, main input, main select')]
        .filter((one) => one.offsetParent !== null)
        .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow === 'hidden')
        .map((one) => one.textContent),
    );
    equal(cut, [], `${name}: cut off`);
  };
  const home = await stage.open(await stage.person(options));
  await home.locator('.game-card .board').nth(4).waitFor();
  await fits(home, 'home');
  await home.goto(`${stage.address}/new/sixteen-stone?with=computer`);
  await home.locator('.setup').waitFor();
  await fits(home, 'new game');
  const { page } = await table(stage, kPush, { options });
  await fits(page, 'playing');
  await cell(page, 'a3').click();
  await cell(page, 'd3').click();
  await page.locator('.submit:enabled').click();
  await shown(page, 1);
}

async function theGridInWords(stage) {
  const { page } = await table(stage, { ...kPush });
  const grid = await page.locator('.stage [role=grid]').ariaSnapshot();
  equal(grid.split('\n')[0], '- grid "Board of Sixteen Stone":', 'the grid');
  equal(
    grid.match(/gridcell "[^"]*3, [^"]*"/g),
    [
      'gridcell "a3, red stone, can move"',
      'gridcell "b3, red stone, can move"',
      'gridcell "c3, red stone, can move"',
      'gridcell "d3, blue stone"',
      'gridcell "e3, blue stone"',
    ],
    'a row',
  );
  equal([grid.match(/- row/g).length, grid.match(/gridcell/g).length], [5, 25], 'rows and cells');
  equal(await page.locator('.stage [role=gridcell][tabindex="0"]').count(), 1, 'one tab stop');
}

async function spokenQueries(stage) {
  const { page } = await table(stage, { ...kPush });
  await page.locator('.stage [role=gridcell][tabindex="0"]').focus(); // a1
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  for (const [key, answer] of [
    ['o', /a3, red stone, can move/],
    ['l', /no turn|No turn/],
    ['m', /a3>e/],
    ['x', /b3, red stone/],
    ['w', /^red stone: .*a3.*; blue stone: /],
  ]) {
    await page.keyboard.press(key);
    await polite(page, answer);
  }
  // The same as a button, the own stones first also when another is to move.
  await page.getByText('Copy and share').click();
  await page.getByRole('button', { name: 'Where are my stones?' }).click();
  await page.locator('.stones', { hasText: /^red stone: / }).waitFor();
}

async function shortcutsOff(stage) {
  const person = await stage.person();
  await person.addInitScript(() => localStorage.setItem('tabuleiro.shortcuts', 'off'));
  const { id } = await stage.table(person, { game: 'epaminondas', seats: kTwoOfMe });
  const page = await stage.open(person, `/g/${id}`);
  const first = () => page.locator('.stage [role=gridcell]').first().getAttribute('data-cell');
  await page.locator('.stage .board').waitFor();
  await page.keyboard.press('f');
  await page.locator('.stage [role=gridcell][tabindex="0"]').focus();
  await page.keyboard.press('o');
  await page.keyboard.press('ArrowRight');
  equal(await page.evaluate(() => document.activeElement.dataset.cell), 'b1', 'arrows still go about');
  equal(await first(), 'a12', 'not flipped');
  equal(await page.locator('[data-live=polite]').textContent(), '', 'nothing is said');
}

async function coloursOfSeats(stage) {
  const { page } = await table(stage, { game: 'yavalath', turns: ['e5', 'e4'] });
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Player 2').selectOption({ label: 'Sky blue' });
  equal(await page.getByLabel('Player 1').locator('option[value=sky]').isDisabled(), true, 'two equal colours');
  await page.keyboard.press('Escape');
  await page.locator('.stage .piece.c-sky').waitFor();
  await page.locator('.seat', { hasText: 'Sky blue' }).waitFor();
  ok(/sky blue stone/.test(await cell(page, 'e4').getAttribute('aria-label')), 'in words too');
}

export default [
  ['a push by the front stone, and what the turn still has', pushByTheFrontStone],
  ['attacked cells and the reach of a piece', attackedCells],
  ['the terms before joining, and a computer instead of a friend', termsAndAComputer],
  ['the form of a new game', newGameForm],
  ['cells on a phone', cellsOnAPhone],
  ['taps after a change, with motion', guardAndMotion],
  ['replay without motion', replayWithoutMotion],
  ['dragging a stone', dragAStone],
  ['the magnifier slides', magnifier],
  ['the board turns for player two', theBoardTurnsForPlayerTwo],
  ['swap by the stone', swapByTheStone],
  ['elimination of three players', elimination],
  ['aids for learners', learnersAids],
  ['forced colours', forcedColours],
  ['zoomed to 200 %', zoomedToTwoHundred],
  ['the grid in words', theGridInWords],
  ['spoken queries on the board', spokenQueries],
  ['shortcuts switched off', shortcutsOff],
  ['colours of the seats', coloursOfSeats],
];
