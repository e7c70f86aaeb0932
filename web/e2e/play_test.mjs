// Whole games of each kind by mouse, by touch and by keyboard; against the computer; what belongs to them.
import { kGames } from './games.mjs';
import { Finger, Keys, Mouse, shownTurns } from './hands.mjs';
import { addressOf, equal, kPhone, ok } from './support.mjs';

const kTwoOfMe = [
  { who: 'me', name: 'Ana' },
  { who: 'me', name: 'Ana' },
];

const wholeGame =
  (game, Kind, options = {}) =>
  async (stage) => {
    const { turns, result, reason } = kGames[game];
    const person = await stage.person(options);
    const { id } = await stage.table(person, { game, seats: kTwoOfMe });
    const page = await stage.open(person, `/g/${id}`);
    const hands = new Kind(stage, page, { game });
    for (let i = 0; i < turns.length; ++i) await hands.turn(turns[i], turns.slice(0, i));
    const banner = page.locator('.result');
    await banner.waitFor();
    equal(await banner.getAttribute('data-result'), result, 'result');
    const said = (await banner.textContent()).toLowerCase();
    ok(said.includes(reason.toLowerCase()), `the banner says ${reason}`);
    const stored = (await stage.api('GET', `/api/tables/${id}`)).body;
    equal(stored.turns, turns, 'turns on the server');
  };

async function everyGame(stage) {
  const { games } = (await stage.api('GET', '/api/games')).body;
  equal(games.map((game) => game.name).sort(), Object.keys(kGames).sort(), 'games that games.mjs has');
}

const wholeGames = Object.keys(kGames).flatMap((game) => [
  [`whole game of ${game} by mouse`, wholeGame(game, Mouse), 'smoke'],
  [`whole game of ${game} by touch`, wholeGame(game, Finger, kPhone), game === 'yavalath' && 'smoke'],
  [`whole game of ${game} by keyboard`, wholeGame(game, Keys), game === 'yavalath' && 'smoke'],
]);

async function againstComputer(stage) {
  const person = await stage.person();
  const page = await stage.open(person);
  await page.getByRole('link', { name: 'Yavalath: Play the computer' }).click();
  await page.getByLabel('Black').selectOption('random');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.locator('.stage').waitFor();
  const { pathname, hash } = await addressOf(page);
  const id = pathname.split('/')[2];
  equal(hash, '', 'no token in the address');
  const hands = new Mouse(stage, page, { game: 'yavalath' });
  for (let round = 0; round < 40; ++round) {
    await page.locator('.stage[data-active="true"]').or(page.locator('.result')).first().waitFor();
    if (await page.locator('.result').count()) break;
    const { turns, view } = (await stage.api('GET', `/api/tables/${id}`)).body;
    await hands.turn(view.legal[(round * 17) % view.legal.length].action, turns);
  }
  await page.locator('.result').waitFor();
  equal((await stage.api('GET', `/api/tables/${id}`)).body.result === 'none', false, 'the game ended');
  ok(await page.getByRole('link', { name: 'Review' }).isVisible(), 'review is offered');
  await page.getByRole('button', { name: 'Rematch' }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/g/') && !url.pathname.endsWith(id));
  await page.locator('.stage').waitFor();
  // Sides are swapped, and the seat came along.
  await page.locator('.seat', { hasText: 'Computer' }).filter({ hasText: 'White' }).waitFor();
}

async function reloadKeepsTheGame(stage) {
  const person = await stage.person();
  const { id } = await stage.table(person, { game: 'yavalath', seats: kTwoOfMe });
  const page = await stage.open(person, `/g/${id}`);
  const hands = new Mouse(stage, page, { game: 'yavalath' });
  await hands.turn('e5', []);
  await page.reload();
  await page.locator('.stage[data-shown="1"][data-active="true"]').waitFor();
  await hands.turn('swap', ['e5']);
  // And from the first screen.
  await page.goto(`${stage.address}/`);
  await page.getByRole('heading', { name: 'Continue' }).waitFor();
  await page.locator('.unfinished a').first().click();
  await page.locator('.stage[data-shown="2"]').waitFor();
}

async function drafts(stage) {
  const person = await stage.person();
  const { id } = await stage.table(person, { game: 'eigenstate', seats: kTwoOfMe });
  const page = await stage.open(person, `/g/${id}`);
  const hands = new Mouse(stage, page, { game: 'eigenstate' });
  const first = (await hands.legal([], []))[0];
  await hands.step(first);
  await hands.settled([first.action], 0, false);
  const second = (await hands.legal([], [first.action]))[0];
  await hands.step(second);
  await hands.settled([first.action, second.action], 0, false);
  equal(await page.locator('.submit').isEnabled(), false, 'an unfinished turn cannot be submitted');
  const chip = page.locator('.steps .step').first();
  ok(/^Moves the piece from \S+ to \S+$/.test(await chip.getAttribute('title')), 'a step in words');
  ok(/moves the piece from/.test(await chip.getAttribute('aria-label')), 'and in its name');
  // Back to the second step, then one more by Undo.
  await page.locator('.steps .step').nth(1).click();
  await page.locator('.steps .step').nth(1).waitFor({ state: 'detached' });
  equal(await page.locator('.steps .step').count(), 1, 'steps after going back');
  await page.getByRole('button', { name: 'Undo step' }).click();
  await page.locator('.steps .step').waitFor({ state: 'detached' });
  // Looking back gives up a draft.
  await hands.turn(kGames.eigenstate.turns[0], []);
  const step = (await hands.legal([kGames.eigenstate.turns[0]], []))[0];
  await hands.step(step);
  await hands.settled([step.action], 1, false);
  await page.keyboard.press(',');
  await page.locator('.stage[data-shown="0"][data-active="false"]').waitFor();
  equal(await page.locator('.steps .step').count(), 0, 'the draft is gone');
  await page.keyboard.press('.');
  await page.locator('.stage[data-shown="1"][data-active="true"]').waitFor();
}

async function typedTurns(stage) {
  stage.refuses(400, '/api/view'); // where the socket is not open yet
  const person = await stage.person();
  const { id } = await stage.table(person, { game: 'eigenstate', seats: kTwoOfMe });
  const page = await stage.open(person, `/g/${id}`);
  await page.locator('.stage[data-active="true"]').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('z9-z8');
  await page.keyboard.press('Enter');
  await page.locator('[data-live=assertive]').filter({ hasText: /z9/ }).waitFor({ state: 'attached' });
  equal(await page.locator('#typed-turn').inputValue(), 'z9-z8', 'what was typed stays to be mended');
  await page.locator('#typed-turn').fill(kGames.eigenstate.turns[0]);
  await page.keyboard.press('Enter');
  await page.locator('.stage[data-shown="1"]').waitFor();
}

async function historyAndView(stage) {
  const person = await stage.person();
  const { turns } = kGames.yavalath;
  const { id } = await stage.table(person, { game: 'yavalath', seats: kTwoOfMe, turns: turns.slice(0, 6) });
  const page = await stage.open(person, `/g/${id}`);
  await page.locator('.stage[data-shown="6"]').waitFor();
  await page.keyboard.press(',');
  await page.locator('.stage[data-shown="5"]').waitFor();
  await page.keyboard.press('Home');
  await page.locator('.stage[data-shown="0"]').waitFor();
  await page.locator('.turns button').nth(2).click();
  await page.locator('.stage[data-shown="3"]').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.stage[data-shown="6"][data-active="true"]').waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // Spoken queries on the board.
  await page.locator('.stage [role=gridcell][tabindex="0"]').press('l');
  await page.locator('[data-live=polite]').filter({ hasText: turns[5] }).waitFor({ state: 'attached' });
}

// The list, the announcement and the key that asks for the last turn say the same, in the reader's language.
async function turnsInWords(stage) {
  const person = await stage.person();
  const turns = kGames.epaminondas.turns.slice(0, 1);
  const { id } = await stage.table(person, { game: 'epaminondas', seats: kTwoOfMe, turns });
  const page = await stage.open(person, `/g/${id}`);
  const heard = (words) => page.locator('[data-live=polite]').filter({ hasText: words }).waitFor({ state: 'attached' });
  const first = page.locator('.turns button').first();
  equal(await first.getAttribute('title'), 'Moves two stones from k1 one cell north', 'under the pointer');
  equal(await first.getAttribute('aria-label'), 'Turn 1: k1-k3, moves two stones from k1 one cell north', 'its name');
  await page.locator('.stage[data-active="true"] [role=gridcell][tabindex="0"]').press('l');
  await heard('last turn: white moves two stones from k1 one cell north');
  await new Mouse(stage, page, { game: 'epaminondas' }).turn('a12-d9', turns);
  await heard('Black plays a12-d9: moves two stones from a12 two cells south-east.');
  const second = page.locator('.turns button').nth(1);
  equal(await second.getAttribute('title'), 'Moves two stones from a12 two cells south-east', 'a new turn');
  await page.getByRole('button', { name: 'Português' }).click();
  await page.locator('.turns [title="Move duas pedras de a12 duas casas para sudeste"]').waitFor();
}

async function resignAndTakeback(stage) {
  const person = await stage.person();
  const { id } = await stage.table(person, { game: 'yavalath', seats: [{ who: 'me' }, { who: 'random' }] });
  const page = await stage.open(person, `/g/${id}`);
  const hands = new Mouse(stage, page, { game: 'yavalath' });
  await hands.turn('e5', []);
  await page.locator('.stage[data-shown="2"][data-active="true"]').waitFor();
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.locator('.stage[data-shown="0"][data-active="true"]').waitFor();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  equal((await stage.api('GET', `/api/tables/${id}`)).body.result, 'none', 'not resigned');
  equal(await page.locator('.result').count(), 0, 'not resigned');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.locator('.result[data-result="p2win"]').waitFor();
}

async function settingsStay(stage) {
  const person = await stage.person();
  const page = await stage.open(person);
  await page.getByRole('button', { name: 'Português' }).click();
  await page.getByRole('heading', { level: 1, name: 'Quatro jogos' }).waitFor();
  equal(await page.locator('html').getAttribute('lang'), 'pt', 'language of the page');
  await page.getByRole('button', { name: 'Definições' }).click();
  await page.getByRole('radio', { name: 'Escuro' }).check();
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Quatro jogos' }).waitFor();
  equal(await page.locator('html').getAttribute('data-scheme'), 'dark', 'appearance');
}

async function threePlayers(stage) {
  const person = await stage.person();
  const options = { players: '3', size: '5', swap: 'off' };
  const seats = [...kTwoOfMe, { who: 'me', name: 'Ana' }];
  // White threatens to make four next: black must block it only if white is the next player.
  const turns = ['a1', 'e3', 'i1', 'a5', 'e4', 'i5', 'c1', 'e6', 'g1'];
  const { id } = await stage.table(person, { game: 'yavalath', options, seats, turns });
  const page = await stage.open(person, `/g/${id}`);
  await page.locator('.stage[data-shown="9"][data-active="true"]').waitFor();
  await page.getByText('You must block Black').first().waitFor();
  equal(await page.locator('.order-seat').count(), 3, 'order of turns');
  const hands = new Mouse(stage, page, { game: 'yavalath', options });
  await page.locator('.stage .board [data-cell="b1"]').click();
  equal(await shownTurns(page), 9, 'only blocking cells can be chosen');
  await hands.turn('e5', turns);
}

export default [
  ...wholeGames,
  ['a whole game of every game is tried', everyGame],
  ['a game against the computer, and a rematch', againstComputer, 'smoke'],
  ['a reload keeps the game', reloadKeepsTheGame, 'smoke'],
  ['drafts go back and forth', drafts],
  ['typed turns', typedTurns],
  ['looking back, keys and spoken queries', historyAndView],
  ['turns in words, in the list and aloud', turnsInWords, 'smoke'],
  ['taking back and resigning', resignAndTakeback],
  ['settings stay', settingsStay, 'smoke'],
  ['three players', threePlayers],
];
