// Puzzles in a real browser: the day's, a series, right and wrong answers, and what the browser keeps.
import { kGames } from './games.mjs';
import { cell, heard, opened } from './study.mjs';
import { equal, fitEverywhere, kPhone, ok, until } from './support.mjs';

const get = async (stage, path) => (await stage.api('GET', path)).body;
const feedback = (page, state) => page.locator(`.feedback-${state}`);

async function typed(page, turn) {
  await page.keyboard.press('/');
  await page.keyboard.type(turn);
  await page.keyboard.press('Enter');
}

// The page with the puzzle of the day, and what it was told of it: the day may end meanwhile.
async function ofToday(stage, options) {
  const page = await opened(stage, '/help', options);
  const [answer] = await Promise.all([
    page.waitForResponse('**/api/puzzles/daily'),
    page.goto(`${stage.address}/puzzles`),
  ]);
  return { page, ...(await answer.json()) };
}

async function daily(stage) {
  const { page, date, puzzle } = await ofToday(stage);
  await page.getByRole('heading', { name: `Puzzle of the day · ${date}` }).waitFor();
  await page.locator('.stage .board').waitFor();
  await fitEverywhere(page, 'the puzzle of the day');
  await typed(page, puzzle.answer);
  await feedback(page, 'right').waitFor();
  await heard(page, puzzle.words[0]);
  equal(await page.locator('.solution li').count(), puzzle.line.length, 'turns of the solution');
  for (const words of puzzle.words) await page.locator('.solution').getByText(words).first().waitFor();
  await page.getByText('1 day in a row').waitFor();
  await fitEverywhere(page, 'a solved puzzle');
  await page.reload();
  await page.getByText('1 day in a row').waitFor();
  await page.getByText('1 of 1 solved').waitFor();
}

// A wrong action says so and may be followed by another; the solution can be walked through.
async function rightAndWrong(stage) {
  const { puzzles } = await get(stage, '/api/puzzles?game=yavalath');
  const first = await get(stage, `/api/puzzles/${puzzles[0].id}`);
  const page = await opened(stage, '/puzzles/yavalath');
  await page.getByRole('heading', { name: 'Yavalath, puzzle 1' }).waitFor();
  await page.locator('.stage .board').waitFor();
  const wrong = await page.locator('.stage [data-cell]').evaluateAll(
    (cells, answer) =>
      cells
        .filter((each) => /empty/.test(each.getAttribute('aria-label') ?? ''))
        .map((each) => each.dataset.cell)
        .find((name) => name !== answer),
    first.answer,
  );
  await cell(page, wrong).click();
  await feedback(page, 'wrong').waitFor();
  await heard(page, 'That does not win.');
  // The best turn is not told while the puzzle is open.
  await cell(page, wrong).focus();
  await page.keyboard.press('g');
  await heard(page, 'to play and win');
  await cell(page, first.answer).click();
  await feedback(page, 'right').waitFor();
  equal(await page.locator('.feedback').innerText(), 'Right, on try 2.', 'feedback');
  await until(() => page.locator('.solution [aria-current]').innerText(), first.line[0]);
  if (first.line.length > 1) {
    await page
      .getByRole('button', { name: first.line.at(-1), exact: true })
      .last()
      .click();
    await until(() => page.locator('.solution [aria-current]').innerText(), first.line.at(-1));
  }
  await page.getByText(`1 of ${puzzles.length} done`).waitFor();
  await page.getByText('solved after several tries').waitFor();
  await page.getByRole('button', { name: 'Next puzzle' }).click();
  await page.getByRole('heading', { name: 'Yavalath, puzzle 2' }).waitFor();
}

// Every game: shown, by keyboard, and on to the next.
const shown = (game) => async (stage) => {
  const { puzzles } = await get(stage, `/api/puzzles?game=${game}`);
  ok(puzzles.length >= 2, game);
  const page = await opened(stage, `/puzzles/${game}`);
  const title = page.locator('#puzzle-title');
  await title.waitFor();
  const before = await title.innerText();
  await page.getByRole('button', { name: 'Show the solution' }).focus();
  await page.keyboard.press('Enter');
  await feedback(page, 'shown').waitFor();
  await until(() => page.evaluate(() => document.activeElement.matches('.lesson-words')), true, 'focus');
  await page.getByText('solution shown').waitFor();
  await page.getByRole('button', { name: 'Next puzzle' }).focus();
  await page.keyboard.press('Enter');
  await until(async () => (await title.innerText()) !== before, true, 'the next puzzle');
  await page.locator('.stage .board').waitFor();
  await fitEverywhere(page, `puzzles of ${game}`);
};

// The first action of a turn of several decides.
async function firstAction(stage) {
  const { puzzles } = await get(stage, '/api/puzzles?game=eigenstate');
  const { answer, id } = await get(stage, `/api/puzzles/${puzzles[0].id}`);
  const page = await opened(stage, `/puzzles/${id}`);
  await page.locator('.stage .board').waitFor();
  await typed(page, answer);
  await feedback(page, 'right').waitFor();
}

async function byGrade(stage) {
  const { puzzles } = await get(stage, '/api/puzzles?game=yavalath');
  const easy = puzzles.filter(({ grade }) => grade <= 3);
  const page = await opened(stage, '/puzzles/yavalath');
  await page.getByText(`0 of ${puzzles.length} done`).waitFor();
  await page.getByRole('link', { name: 'Easy' }).click();
  await page.waitForURL('**/puzzles/yavalath?grade=easy');
  await page.getByText(`0 of ${easy.length} done`).waitFor();
  const grade = await page.getByText(/^Yavalath · Grade \d+ of 10$/).innerText();
  ok(Number(/\d+/.exec(grade)[0]) <= 3, grade);
}

async function onAPhone(stage) {
  const { page, puzzle } = await ofToday(stage, kPhone);
  await page.locator('.stage .board').waitFor();
  await page.getByRole('button', { name: 'Show the solution' }).tap();
  await page.getByText(`The solution begins with ${puzzle.answer}.`).first().waitFor();
}

async function inPortuguese(stage) {
  const page = await opened(stage, '/puzzles/epaminondas', { locale: 'pt-PT' });
  await page.getByRole('button', { name: 'Mostrar a solução' }).click();
  await page.getByRole('button', { name: 'Problema seguinte' }).waitFor();
}

async function unknown(stage) {
  stage.refuses(404, '/api/puzzles/yavalath-99999');
  const page = await opened(stage, '/puzzles/yavalath-99999');
  await page.locator('.notice.error').waitFor();
}

export default [
  ['the puzzle of the day is solved and counted', daily, 'smoke'],
  ['puzzles tell right from wrong', rightAndWrong],
  ...Object.keys(kGames).map((game) => [`puzzles of ${game} go on`, shown(game)]),
  ['the first action of a puzzle decides', firstAction],
  ['puzzles by grade', byGrade],
  ['puzzles on a phone', onAPhone],
  ['puzzles speak Portuguese', inPortuguese],
  ['a puzzle that is not there', unknown],
];
