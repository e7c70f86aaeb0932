// Games kept in the browser, shown in the archive, looked up by openings.
import { cell, saved, textOf, turnsShown } from './study.mjs';
import { drawn, equal, fit, fitEverywhere, kPhone, ok, until } from './support.mjs';

let made = 0;
// A name that no other test has: the archive is everybody's.
const somebody = (name) => `${name} ${process.pid} ${++made}`;

async function act(stage, id, what, body, token) {
  const { status, body: answer } = await stage.api('POST', `/api/tables/${id}/${what}`, body, token);
  equal(status, 200, `${what}: ${JSON.stringify(answer)}`);
}

async function newTable(stage, wishes) {
  const { status, body } = await stage.api('POST', '/api/tables', wishes);
  equal(status, 201, JSON.stringify(body));
  return body;
}

// A game of one person on both seats, given up by the one to move.
async function finished(stage, { turns = [], name = 'Ana', ...wishes } = {}) {
  const seats = [
    { who: 'me', name },
    { who: 'me', name },
  ];
  const table = await newTable(stage, { game: 'yavalath', seats, turns, ...wishes });
  await act(stage, table.id, 'resign', {}, table.token);
  return table;
}

// A game against somebody else, which the other one lost.
async function won(stage, rival) {
  const table = await newTable(stage, { game: 'eigenstate', seats: [{ who: 'me', name: 'Ana' }, { who: 'open' }] });
  const guest = await stage.api('POST', `/api/tables/${table.id}/join`, { name: rival }, table.invites[0].token);
  await act(stage, table.id, 'resign', {}, guest.body.token);
  return table;
}

const held = ({ id, token, table }, over = false) => ({
  id,
  game: table.game,
  token,
  invites: [],
  at: Date.now(),
  over,
});

const keep = (context, seats) =>
  context.addInitScript((text) => {
    if (localStorage.getItem('tabuleiro.tables') === null) localStorage.setItem('tabuleiro.tables', text);
  }, JSON.stringify(seats));

const rows = (page) => page.locator('.game-row');
const names = (page) => page.locator('.game-row .game-players').allInnerTexts();

async function myGames(stage) {
  const ana = await stage.person();
  const alone = await finished(stage);
  const rival = await won(stage, 'José');
  const running = await newTable(stage, { game: 'yavalath', seats: [{ who: 'me', name: 'Ana' }, { who: 'level:1' }] });
  await keep(ana, [held(running), held(rival), held(alone)]);
  // What is looked at is kept as well.
  const other = await newTable(stage, {
    game: 'epaminondas',
    seats: [
      { who: 'me', name: 'Rui' },
      { who: 'me', name: 'Rui' },
    ],
  });
  const page = await stage.open(ana, `/g/${other.id}`);
  await page.getByText('You are watching').waitFor();
  await page.waitForFunction((id) => localStorage.getItem('tabuleiro.tables').includes(id), other.id);
  await page.goto(`${stage.address}/`);
  await page.getByRole('link', { name: 'My games' }).first().click();
  await page.getByRole('heading', { name: 'My games' }).waitFor();
  await until(() => names(page), ['Rui – Rui', 'Computer, level 1', 'José', 'One screen'], 'all games');
  const badges = ['Watched', 'In progress', 'Won', 'Finished'];
  await until(() => page.locator('.game-row .badge').allInnerTexts(), badges, 'how they stand');
  await fitEverywhere(page, 'my games');

  // Found by game, opponent, result and date.
  await page.getByRole('combobox', { name: 'Game' }).selectOption('eigenstate');
  await until(() => names(page), ['José'], 'by game');
  await page.getByRole('combobox', { name: 'Game' }).selectOption('');
  await page.getByLabel('Opponent').fill('jose');
  await until(() => names(page), ['José'], 'by opponent');
  await page.getByLabel('Opponent').fill('');
  await page.getByLabel('Result').selectOption('finished');
  await until(() => names(page), ['One screen'], 'by result');
  await page.getByLabel('Result').selectOption('');
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await page.getByText('No game fits this search.').waitFor();
  await page.getByLabel('To', { exact: true }).fill('');
  await until(() => rows(page).count(), 4, 'all again');

  // One file with all of them, which the page reads again.
  const file = await textOf(await saved(page, 'Download all as one file'));
  const read = await stage.api('POST', '/api/record', { text: file, number: 3 });
  equal([read.status, read.body.games], [200, 4], 'the file');
  equal(read.body.record.game, 'eigenstate', 'the third game');

  // A reload loses nothing; running ones are opened, finished ones reviewed.
  await page.reload();
  await until(() => rows(page).count(), 4, 'after a reload');
  await page.getByRole('link', { name: /^Review: Eigenstate, José/ }).click();
  await page.waitForURL(`**/review/${rival.id}`);
  await page.goBack();
  await page.getByRole('link', { name: /^Open: Yavalath, Computer/ }).click();
  await page.locator('.stage[data-active="true"]').waitFor();
}

async function deleting(stage) {
  const ana = await stage.person();
  const [gone, here] = [await finished(stage), await finished(stage)];
  const rival = await won(stage, 'Rui');
  const running = await newTable(stage, { game: 'yavalath', seats: [{ who: 'me' }, { who: 'level:1' }] });
  await keep(ana, [held(gone, true), held(here, true), held(rival, true), held(running)]);
  const page = await stage.open(ana, '/games');
  await until(() => names(page), ['One screen', 'One screen', 'Rui', 'Computer, level 1'], 'all games');
  const dialog = page.getByRole('dialog');

  // By keyboard alone: nothing happens to who goes back.
  await page
    .getByRole('button', { name: /^Delete: / })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await fitEverywhere(page, 'deleting');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  equal(await rows(page).count(), 4, 'after going back');

  await page
    .getByRole('button', { name: /^Delete: / })
    .first()
    .click();
  await dialog.getByText('where nobody else sat at the table the game is gone for good').waitFor();
  await dialog.getByRole('button', { name: 'On the server too' }).click();
  await until(() => rows(page).count(), 3, 'one game less');
  equal((await stage.api('GET', `/api/tables/${gone.id}`)).status, 404, 'gone for good');

  await page
    .getByRole('button', { name: /^Delete: / })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Only here' }).click();
  await until(() => names(page), ['Rui', 'Computer, level 1'], 'two games less');
  equal((await stage.api('GET', `/api/tables/${here.id}`)).status, 200, 'the server still has it');

  // Of a game with somebody else one's own part goes.
  await page
    .getByRole('button', { name: /^Delete: / })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'On the server too' }).click();
  await until(() => rows(page).count(), 1, 'three games less');
  const left = await stage.api('GET', `/api/tables/${rival.id}`);
  equal(
    left.body.seats.map((seat) => seat.name),
    ['', 'Rui'],
    'the name is gone',
  );

  // A game that is played is only left.
  await page.getByRole('button', { name: /^Delete: / }).click();
  await dialog.getByText('The game goes on without this browser').waitFor();
  equal(await dialog.getByRole('button', { name: 'On the server too' }).count(), 0, 'no deleting while it is played');
  await dialog.getByRole('button', { name: 'Only here' }).click();
  await page.getByText('Games that you play or watch will appear here.').waitFor();
  await page.reload();
  await page.getByText('Games that you play or watch will appear here.').waitFor();
  await fit(page, 'no games yet');
}

async function archive(stage) {
  const name = somebody('Ana');
  const kMany = 23;
  for (let i = 0; i < kMany; ++i) await finished(stage, { name, show: true });
  const secret = await finished(stage, { name });
  const page = await stage.open(await stage.person(), '/games/archive');
  await page.getByRole('searchbox', { name: 'Player, whole name' }).fill(name.toUpperCase());
  await page.locator('.game-list[aria-busy="false"]').waitFor();
  await until(() => rows(page).count(), 20, 'the first page');
  await page.getByRole('button', { name: 'More games' }).click();
  await until(() => rows(page).count(), kMany, 'all that are shown');
  equal(await page.getByRole('button', { name: 'More games' }).count(), 0, 'that was all');
  const links = await page.locator('.game-row a').evaluateAll((all) => all.map((a) => a.getAttribute('href')));
  equal(new Set(links).size, 2 * kMany, 'nothing twice');
  ok(!links.some((link) => link.endsWith(secret.id)), 'what was not agreed upon is not shown');
  await fitEverywhere(page, 'archive');

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download all as one file' }).click(),
  ]);
  const read = await stage.api('POST', '/api/record', { text: await textOf(file), number: 1 });
  equal(read.body.games, kMany, 'games in the file');

  await page.getByLabel('Result').selectOption('draw');
  await page.getByText('No game fits this search.').waitFor();
  await page.getByLabel('Result').selectOption('');
  await until(() => rows(page).count(), 20, 'any result');
  await page.getByLabel('From').fill('2100-01-01');
  await until(() => rows(page).count(), 0, 'nothing in the future');
  await page.getByLabel('From').fill('');
  await until(() => rows(page).count(), 20, 'the first page again');
  await page
    .getByRole('link', { name: /^Open: / })
    .first()
    .click();
  await page.locator('.result').waitFor();
}

// Both agree, one of them changes his mind.
async function agreeing(stage) {
  const [host, guest] = [somebody('Ana'), somebody('Rui')];
  const ana = await stage.person();
  const page = await stage.open(ana, '/new/yavalath?with=friend');
  await page.getByLabel('Your name').fill(host);
  equal(await page.getByRole('switch', { name: /Public table/ }).isChecked(), false, 'not public by itself');
  const show = page.getByRole('switch', { name: /Show the finished game/ });
  equal(await show.isChecked(), false, 'not shown by itself');
  await show.press('Space');
  await fitEverywhere(page, 'a new game that will be shown');
  await page.getByRole('button', { name: 'Create the invitation' }).click();
  const url = new URL(await page.getByRole('textbox', { name: 'Invitation link' }).inputValue());
  const id = url.pathname.split('/')[2];
  const there = await stage.open(await stage.person(kPhone), url.pathname + url.hash);
  await there.getByLabel('Your name').fill(guest);
  const agreed = there.getByRole('switch', { name: /Show the finished game/ });
  await agreed.tap();
  await until(() => agreed.isChecked(), true, 'agreed');
  await fit(there, 'joining');
  await there.getByRole('button', { name: 'Join' }).tap();
  await there.locator('.stage').waitFor();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.locator('.result').waitFor();
  const found = async () =>
    (await stage.api('GET', `/api/archive?player=${encodeURIComponent(guest)}`)).body.games.map((game) => game.id);
  await until(found, [id], 'shown');
  await page.getByText('Copy and share').click();
  await page.getByRole('switch', { name: /Show the finished game/ }).click();
  await until(found, [], 'not shown any more');
}

async function openings(stage) {
  const name = somebody('Ana');
  // A board that no other test plays on.
  const options = { size: '4', swap: 'off' };
  for (const turns of [['d4', 'a1'], ['d4', 'b2'], ['c3']]) await finished(stage, { name, show: true, options, turns });
  const page = await stage.open(await stage.person(), '/analyse/yavalath#o=size=4,swap=off');
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/explorer')) ++asked;
  });
  await cell(page, 'd4').waitFor();
  await page.getByText('Opening explorer').waitFor();
  await drawn(page);
  equal(asked, 0, 'nothing is asked before it is opened');
  await page.getByText('Opening explorer').click();
  const turns = () =>
    page
      .locator('.openings tbody tr')
      .evaluateAll((all) => all.map((row) => row.innerText.split(/\s+/).slice(0, 2).join(' ')).sort());
  await until(turns, ['c3 1', 'd4 2'], 'what was played');
  equal(await page.locator('.openings tbody tr button').allInnerTexts(), ['d4', 'c3'], 'the commonest first');
  await fitEverywhere(page, 'opening explorer');
  equal(await page.locator('.last-games li').count(), 3, 'last games');
  await page.getByRole('button', { name: /^d4, / }).focus();
  await page.keyboard.press('Enter');
  await until(() => turnsShown(page), ['d4'], 'the turn is played');
  await until(turns, ['a1 1', 'b2 1'], 'what followed');
  await cell(page, 'd5').click(); // beside the centre, where nobody has played
  await page.getByText('No game of the archive has come here yet.').waitFor();
  await fit(page, 'an empty explorer');
}

export default [
  ['my games: kept, found, taken along', myGames, 'smoke'],
  ['my games: deleting', deleting],
  ['the archive: what is shown, page by page', archive],
  ['the archive: both agree, or it is not shown', agreeing],
  ['the opening explorer', openings],
];
