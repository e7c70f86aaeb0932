// The end of a game: who won and how, what decided it, and what one does next.
import { kGames } from './games.mjs';
import { kThinking } from './study.mjs';
import { equal, fit, ok, whole } from './support.mjs';

const kMe = { who: 'me', name: 'Ana' };
const kSizes = [
  [1440, 900],
  [1024, 768],
  [844, 390],
  [390, 844],
  [360, 640],
];

// A game that is over but for its last turn, which the test plays.
async function ended(stage, game, options = {}) {
  const person = await stage.person(options);
  const { turns } = kGames[game];
  const made = await stage.table(person, { game, seats: [kMe, { who: 'open' }], turns: turns.slice(0, -1) });
  const { token } = (await stage.api('POST', `/api/tables/${made.id}/join`, { name: 'Rui' }, made.invites[0].token))
    .body;
  const page = await stage.open(person, `/g/${made.id}`);
  await page.locator('.stage').waitFor();
  const mover = (await stage.api('GET', `/api/tables/${made.id}`)).body.view.to_move;
  const last = { turn: turns.at(-1), after: turns.length - 1 };
  const played = await stage.api('POST', `/api/tables/${made.id}/turns`, last, mover === 1 ? made.token : token);
  equal(played.status, 200, JSON.stringify(played.body));
  await page.locator('.result').waitFor();
  await whole(page);
  return { page, made, token };
}

const found = (page, part) => page.locator(`.result .${part}`).waitFor({ timeout: kThinking });

const result = (page) => page.locator('.result').innerText();

async function decided(stage) {
  const { page, made } = await ended(stage, 'yavalath');
  ok(/You win\s+Four in a line\.\s+Ana \(white\) wins/.test(await result(page)), await result(page));
  await page.locator('.result .line', { hasText: 'The line that decided it: e2–e3–e4–e5' }).waitFor();
  await page.getByRole('button', { name: 'What decided it?' }).click();
  await found(page, 'moment');
  ok(/decided it/.test(await page.locator('.moment').innerText()), 'the moment');
  ok(/Accuracy: Ana \d+ %, Rui \d+ %/.test(await page.locator('.accuracy').innerText()), 'the accuracy of each');
  await fit(page, 'the end');
  const show = page.getByRole('button', { name: /Show turn/ });
  if ((await show.count()) > 0) {
    const turn = Number(/\d+/.exec(await show.innerText())[0]);
    await show.click();
    await page.locator(`.stage[data-shown="${turn}"]`).waitFor();
  }
  await page.getByRole('button', { name: 'Rematch' }).waitFor();
  equal(await page.getByRole('link', { name: 'Review' }).first().getAttribute('href'), `/review/${made.id}`, 'review');
}

// Why the turn that decided it was bad, in words, for those who play and those who look on.
async function reasonOfTheMoment(stage) {
  const person = await stage.person();
  const turns = 'f3 e3 d5 e4 g5 e6'.split(' ');
  const made = await stage.table(person, { game: 'yavalath', options: { swap: 'off' }, seats: [kMe, kMe], turns });
  for (const [i, turn] of ['a1', 'e5'].entries()) {
    const played = await stage.api('POST', `/api/tables/${made.id}/turns`, { turn, after: 6 + i }, made.token);
    equal(played.status, 200, JSON.stringify(played.body));
  }
  for (const [locale, button, reason] of [
    ['en-GB', 'What decided it?', 'a1 allows a four on e5.'],
    ['pt-PT', 'O que foi decisivo?', 'a1 permite um quatro em e5.'],
  ]) {
    const page = await stage.open(await stage.person({ locale }), `/g/${made.id}`);
    await page.getByRole('button', { name: button }).click();
    await page.locator('.moment', { hasText: reason }).waitFor({ timeout: kThinking });
    await page.context().close();
  }
}

async function boardStaysInSight(stage) {
  for (const [width, height] of kSizes) {
    const { page } = await ended(stage, 'yavalath', { viewport: { width, height }, hasTouch: width < 900 });
    await page.getByRole('button', { name: 'What decided it?' }).waitFor();
    const [board, words] = await page.evaluate(() =>
      ['.stage .board', '.result'].map((part) => document.querySelector(part).getBoundingClientRect().toJSON()),
    );
    const apart =
      words.y >= board.y + board.height - 1 ||
      words.x >= board.x + board.width - 1 ||
      words.x + words.width <= board.x + 1;
    ok(apart, `${width}×${height}: the words cover the board`);
    await fit(page, `the end at ${width}×${height}`);
  }
}

// Those who look on, in Portuguese; a resignation; a draw; three players.
async function otherEnds(stage) {
  const watcher = await stage.person({ locale: 'pt-PT' });
  const host = await stage.person();
  const made = await stage.table(host, { game: 'yavalath', seats: [kMe, { who: 'open' }], turns: ['e5', 'd4'] });
  const { token } = (await stage.api('POST', `/api/tables/${made.id}/join`, { name: 'Rui' }, made.invites[0].token))
    .body;
  const page = await stage.open(watcher, `/g/${made.id}`);
  await page.locator('.stage').waitFor();
  await stage.api('POST', `/api/tables/${made.id}/resign`, {}, token);
  await page.locator('.result h2', { hasText: 'Ana (branco) ganha' }).waitFor();
  await page.locator('.result .reason', { hasText: 'Rui desistiu.' }).waitFor();
  await page.getByRole('button', { name: 'O que foi decisivo?' }).click();
  await found(page, 'moment');
  equal(await page.getByRole('button', { name: 'Desforra' }).count(), 0, 'a rematch is not for those who look on');
  await fit(page, 'the end for those who look on');

  const drawn = await stage.table(host, { game: 'yavalath', seats: [kMe, { who: 'open' }], turns: ['e5'] });
  const other = (await stage.api('POST', `/api/tables/${drawn.id}/join`, { name: 'Rui' }, drawn.invites[0].token)).body;
  await stage.api('POST', `/api/tables/${drawn.id}/draw`, { answer: 'ask' }, drawn.token);
  await stage.api('POST', `/api/tables/${drawn.id}/draw`, { answer: 'accept' }, other.token);
  const draw = await stage.open(watcher, `/g/${drawn.id}`);
  await draw.locator('.result h2', { hasText: 'Empate' }).waitFor();
  await draw.locator('.result .reason', { hasText: /\w+\.$/ }).waitFor();

  const three = await stage.table(await stage.person(), {
    game: 'yavalath',
    options: { players: '3', swap: 'off' },
    seats: [kMe, kMe, kMe],
    turns: ['a1', 'i1', 'e5', 'a2', 'i2', 'e6'],
  });
  for (const [i, turn] of ['a3', 'i3'].entries()) {
    const played = await stage.api('POST', `/api/tables/${three.id}/turns`, { turn, after: 6 + i }, three.token);
    equal(played.status, 200, JSON.stringify(played.body));
  }
  const last = await stage.open(watcher, `/g/${three.id}`);
  await last.locator('.result h2').waitFor();
  await last.getByRole('button', { name: 'O que foi decisivo?' }).click();
  await found(last, 'accuracy');
}

// Every game says in a sentence why it ended, in both languages.
async function saysWhy(stage) {
  for (const game of Object.keys(kGames)) {
    const { page, made } = await ended(stage, game);
    const words = kGames[game].reason;
    const said = `${words[0].toUpperCase()}${words.slice(1)}.`;
    await page.locator('.result .reason').getByText(said, { exact: true }).waitFor();
    const other = await stage.open(await stage.person({ locale: 'pt-PT' }), `/g/${made.id}`);
    await other.locator('.result .reason').waitFor();
    const told = await other.locator('.result .reason').innerText();
    ok(/^\p{Lu}.*\.$/u.test(told) && told !== said, `${game}: ${told}`);
    await page.context().close();
  }
}

export default [
  ['the end: why, in words', saysWhy],
  ['the end: what decided the game', decided],
  ['the end: why the turn that decided it was bad', reasonOfTheMoment],
  ['the end: the board stays in sight', boardStaysInSight],
  ['the end: lookers-on, resignations, draws, three players', otherEnds],
];
