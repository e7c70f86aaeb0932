// The review of a finished game in a real browser.
import { kGames } from './games.mjs';
import { cell, heard, kThinking, opened, saved, textOf } from './study.mjs';
import { equal, fitEverywhere, ok, until } from './support.mjs';

// A game in which white throws the win away.
const kRecord = `[Game "yavalath"]
[Variant "swap=off"]

1. e5 2. f4 3. g5 4. d3 5. c5 6. e2 *`;

async function review(stage, record = kRecord) {
  const page = await opened(stage, '/review');
  await page.evaluate(() =>
    new MutationObserver((_, watch) => {
      if (!document.querySelector('progress')) return;
      watch.disconnect();
      window.progressed = true;
    }).observe(document.body, { childList: true, subtree: true }),
  );
  await page.getByLabel('Record (PGN').fill(record);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  return page;
}

// It is there while the server works, which may be short.
const progressed = (page) => page.waitForFunction(() => window.progressed);

// The board as it was before a turn that was played on this cell.
const emptied = (page, name) => page.locator(`.stage [data-cell="${name}"][aria-label*="empty"]`).waitFor();

const ready = (page) => page.getByText('The review is finished.').waitFor({ timeout: kThinking });
const at = (page) => page.locator('.chart').getAttribute('aria-valuenow');

async function findsMistakes(stage) {
  const page = await review(stage);
  await progressed(page);
  await page.locator('.mistake').first().waitFor({ timeout: kThinking });
  await ready(page);
  const losses = await page.locator('.mistake-loss').allInnerTexts();
  const numbers = losses.map((text) => Number(text.replace('−', '')));
  equal(
    numbers,
    [...numbers].sort((a, b) => b - a),
    'by size',
  );
  // It has opened at the first mistake, with the better turn drawn over what was played.
  const marked = await page.locator('.mistake-turn').allInnerTexts();
  equal(await at(page), String(Math.min(...marked.map((text) => Number.parseInt(text, 10)))), 'the first mistake');
  await page.locator('.stage .candidate.best').waitFor();
  ok(/^[A-Z].* (stone|piece) .*\.$/.test(await page.locator('.mistake-box .does').innerText()), 'the turn in words');
  // Mistakes by key, forward and back; the graph follows.
  await page.locator('.stage .prompt').click();
  await page.keyboard.press('n');
  await until(() => page.locator('.mistake[aria-current]').count(), 1);
  const first = Number(await at(page));
  ok(first > 0, 'a turn of the game');
  await page.keyboard.press('n');
  await until(async () => (await at(page)) !== String(first), true, 'the next mistake');
  await page.keyboard.press('Shift+N');
  await until(() => at(page), String(first), 'the one before');
  await heard(page, `${first}. `);
  await page.locator('.chart').focus();
  await page.keyboard.press('Home');
  await until(() => at(page), '0');
  await page.keyboard.press('ArrowRight');
  await until(() => at(page), '1');
  equal(
    await page.locator('[data-live=polite]').filter({ hasText: 'Turn 1 of' }).count(),
    0,
    'what the graph says itself',
  );
  // The graph has axes, and tells its values under the pointer.
  equal(await page.locator('.chart-shares text').allTextContents(), ['100 %', '50 %', '0 %'], 'shares');
  equal(await page.locator('.chart-turns text').allTextContents(), ['0', '1', '2', '3', '4', '5', '6'], 'turns');
  const box = await page.locator('.chart').boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await until(
    async () => /turn 3, .*%/i.test(await page.locator('.chart-value').innerText()),
    true,
    'the value under the pointer',
  );
  equal(await at(page), '1', 'looking changes nothing');
  await page.mouse.click(box.x + box.width - 2, box.y + box.height / 2);
  await until(() => at(page), '6');
  await page.getByText('All turns as a table').click();
  await until(() => page.locator('.drawer tbody tr').count(), 6, 'rows of the table');
  ok(/not calibrated/.test(await page.locator('.summary').innerText()), 'the accuracy says what it is');
  const cut = await page.locator('.summary .counted').evaluateAll(
    (counts) =>
      counts.filter((one) => {
        const text = document.createRange();
        text.selectNodeContents(one);
        return text.getBoundingClientRect().height > one.getBoundingClientRect().height + 1;
      }).length,
  );
  equal(cut, 0, 'counts of mistakes that are cut off');
  equal(await page.locator('.summary .counted').count(), 6, 'counts of mistakes');
  // The filter by keyboard alone: arrows choose the player and do not step through the turns.
  await page.getByRole('radio', { name: 'Everybody' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await until(() => page.getByRole('radio', { name: 'Black', exact: true }).isChecked(), true, 'the filter');
  equal(await at(page), '6', 'the turn shown');
  ok(
    (await page.locator('.mistake-player').allInnerTexts()).every((name) => name === 'Black'),
    'mistakes of black',
  );
  // A box that scrolls keeps its arrows, too.
  await page.locator('.tree').focus();
  await page.keyboard.press('ArrowLeft');
  equal(await at(page), '6', 'the turn shown');
  await fitEverywhere(page, 'review');
}

// A text with several games: one is chosen by its number.
async function choosesAGame(stage) {
  const page = await review(
    stage,
    `${kRecord}\n\n[Game "yavalath"]\n[White "Ana"]\n[Black "Rui"]\n\n1. e5 2. d4 3. c3 *\n`,
  );
  await page.getByText('2 games in this text').waitFor();
  ok(/e5 f4 g5 d3 …/.test(await page.getByTestId('which-game').innerText()), 'the first game');
  await page.getByLabel('Number').fill('7');
  await page.keyboard.press('Enter');
  await until(() => page.getByLabel('Number').inputValue(), '1', 'a number that there is');
  await page.getByLabel('Number').fill('2');
  await page.getByLabel('Number').blur();
  await page.getByTestId('which-game').filter({ hasText: 'Ana – Rui' }).waitFor();
  await page.getByRole('button', { name: 'Open this game' }).click();
  await ready(page);
  await page.getByText('All turns as a table').click();
  await until(() => page.locator('.drawer tbody tr').count(), 3, 'turns of the second game');
}

async function triesAgain(stage) {
  const page = await review(stage);
  await ready(page);
  await page.locator('.mistake').first().click();
  const better = await page.locator('.better .turn').first().innerText();
  const played = (await page.locator('.mistake[aria-current] .mistake-turn').innerText()).split(' ')[1];
  await page.getByRole('button', { name: 'Find a better turn' }).click();
  await until(() => page.locator('.better').count(), 0);
  equal(await page.locator('.walk button:enabled').count(), 0, 'ways to leave the position by accident');
  await page.locator('.stage [role=gridcell][tabindex="0"]').focus();
  await page.keyboard.press('g');
  await heard(page, 'Find it yourself');
  await emptied(page, played);
  await cell(page, played).click();
  await page.getByText('That is what was played').waitFor();
  await cell(page, better).click();
  await page.locator('.retry-right').waitFor();
  await page.locator('.better').first().waitFor();
  // And giving up.
  await page.locator('.mistake').nth(1).click();
  await page.getByRole('button', { name: 'Find a better turn' }).click();
  await page.getByRole('button', { name: 'Show the answer' }).click();
  await page.locator('.better').first().waitFor();
}

async function looksAtBetterLines(stage) {
  const page = await review(stage);
  await ready(page);
  const list = await page.locator('.mistake-turn').allInnerTexts();
  ok(list.length >= 2, 'mistakes');
  const numbers = list.map((text) => parseInt(text, 10)).sort((a, b) => a - b);
  const following = (number) => numbers.find((each) => each > number) ?? numbers[0];
  const about = () => page.locator('.mistake-box strong').innerText().then(parseInt);
  await page.locator('.mistake').first().click();
  const number = await about();
  const better = page.locator('.better').first().locator('.turn');
  // The box stays with its turn and the focus with what was pressed.
  for (const ply of [0, 1, 0]) {
    await better.nth(ply).focus();
    await page.keyboard.press('Enter');
    await until(() => at(page), String(number - 1));
    equal(await about(), number, 'the turn spoken about');
    ok(await better.nth(ply).evaluate((button) => button === document.activeElement), 'the focus');
  }
  equal(await page.locator('.mistake[aria-current]').count(), 1, 'the mistake in the list');
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await until(() => at(page), String(number));
  ok(await page.locator('.chart').evaluate((chart) => chart === document.activeElement), 'the focus');
  // The next mistake is another one, also from a line and after a try.
  await better.first().click();
  await page.locator('.stage .prompt').click();
  await page.keyboard.press('n');
  await until(about, following(number), 'the next mistake after a line');
  await page.locator('.mistake').first().click();
  const best = await better.first().innerText();
  const played = (await page.locator('.mistake[aria-current] .mistake-turn').innerText()).split(' ')[1];
  await page.getByRole('button', { name: 'Find a better turn' }).click();
  await emptied(page, played);
  await cell(page, best).click();
  await page.locator('.retry-right').waitFor();
  await page.locator('.stage .prompt').click();
  await page.keyboard.press('n');
  await until(about, following(number), 'the next mistake after a try');
  // From one's own variation, where nothing was wrong, the game is a button away.
  const fine = [1, 2, 3, 4, 5, 6].find((each) => !numbers.includes(each));
  ok(fine !== undefined, 'a turn without a mark');
  await page.locator('.chart').focus();
  await page.keyboard.press('Home');
  for (let i = 1; i < fine; ++i) await page.keyboard.press('ArrowRight');
  await until(() => at(page), String(fine - 1));
  await cell(page, 'a1').click();
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await until(() => at(page), String(fine));
}

async function stopsAndGoesOn(stage) {
  const turns = kGames['sixteen-stone'].turns.map((turn, i) => `${i + 1}. ${turn}`);
  const page = await review(stage, `[Game "sixteen-stone"]\n\n${turns.join(' ')} *`);
  await page.getByText('Looking closer').waitFor({ timeout: kThinking });
  await page.locator('.mistake').first().waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Stopped.').waitFor();
  ok((await page.locator('.mistake').count()) > 0, 'what was found is kept');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.locator('progress').waitFor();
}

async function ofATable(stage) {
  const person = await stage.person();
  const { turns } = kGames.yavalath;
  const seats = [
    { who: 'me', name: 'Ana' },
    { who: 'me', name: 'Rui' },
  ];
  const { id, token } = await stage.table(person, { game: 'yavalath', seats, turns: turns.slice(0, -1) });
  const after = turns.length - 1;
  equal(
    (await stage.api('POST', `/api/tables/${id}/turns`, { turn: turns[after], after }, token)).status,
    200,
    'the last turn',
  );
  const page = await stage.open(person, `/g/${id}`);
  await page.getByRole('link', { name: 'Review' }).click();
  await page.waitForURL(`**/review/${id}`);
  await page.locator('.mistake').first().waitFor({ timeout: kThinking });
  equal(await page.locator('.chart').getAttribute('aria-valuemax'), String(turns.length), 'turns');
  ok(/Ana/.test(await page.locator('.summary').innerText()), 'names of the players');
}

async function savesTheRecord(stage) {
  const page = await review(stage);
  await ready(page);
  const text = await textOf(await saved(page, 'Save the record with the review'));
  ok(/\[%wp /.test(text) && /review: /.test(text), text);
}

async function ofThreePlayers(stage) {
  const page = await review(stage, '[Game "yavalath"]\n[Variant "players=3"]\n\n1. e5 2. e4 3. d4 4. f5 5. f4 6. c4 *');
  await ready(page);
  await until(() => page.locator('.chart polygon').count(), 3, 'areas');
}

async function ofAMissingTable(stage) {
  stage.refuses(404, '/api/tables/nothinghere/record\\?format=json');
  const page = await opened(stage, '/review/nothinghere');
  await page.locator('.notice.error').waitFor();
}

// White lets a stone on e4 threaten a four: the review says so and shows it on the board, by mouse and by
// keyboard.
async function saysWhy(stage) {
  const page = await review(
    stage,
    '[Game "yavalath"]\n[Variant "swap=off"]\n\n1. a1 2. e1 3. a5 4. e2 5. i1 6. e4 7. i5 8. e3 0-1',
  );
  await ready(page);
  await page.locator('.mistake').filter({ hasText: '5.' }).first().click();
  const reason = page.locator('.mistake-box .reason').filter({ hasText: 'must be blocked on e3' });
  await reason.waitFor();
  const drawn = () => page.locator('.stage .candidate').count();
  await page.locator('.stage .candidate.best').waitFor(); // the better turn
  const before = await drawn();
  await reason.hover();
  await until(async () => (await drawn()) > before, true, 'its cells are drawn');
  await page.locator('.stage .prompt').hover();
  await until(drawn, before, 'and go again');
  await reason.focus();
  await until(async () => (await drawn()) > before, true, 'by keyboard');
}

// On a phone, too, a turn is explained in sight of its board.
async function whyInSight(stage) {
  const page = await review(stage);
  await ready(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('.mistake-box .reason').first().waitFor();
  const ends = () =>
    page.evaluate(() => {
      const [cell, reason] = ['.stage .cell', '.mistake-box .reason'].map((name) => document.querySelector(name));
      const { top } = cell.getBoundingClientRect();
      return top >= 0 && reason.getBoundingClientRect().bottom <= innerHeight;
    });
  await until(ends, true, 'the first reason, with the board');
}

export default [
  ['review finds mistakes, by mouse and by keys', findsMistakes, 'smoke'],
  ['review says why a turn was bad', saysWhy],
  ['review lets one choose among several games', choosesAGame],
  ['review lets one try again', triesAgain],
  ['review explains beside the board on a phone', whyInSight],
  ['review keeps the mistake in sight beside its better lines', looksAtBetterLines],
  ['review stops and goes on', stopsAndGoesOn],
  ['review of a finished table', ofATable],
  ['review saves the record', savesTheRecord],
  ['review of three players', ofThreePlayers],
  ['review of a missing table', ofAMissingTable],
];
