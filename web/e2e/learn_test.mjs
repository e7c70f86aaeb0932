// Lessons in a real browser: every lesson of every game can be finished, by its own answers.
import { kGames } from './games.mjs';
import { cell, heard, kThinking, opened } from './study.mjs';
import { equal, fitEverywhere, ok, until } from './support.mjs';

const lessonsOf = async (stage, game) => (await stage.api('GET', `/api/lessons?game=${game}`)).body.lessons;

const canBeFinished = (game) => async (stage) => {
  const lessons = await lessonsOf(stage, game);
  ok(lessons.length >= 5, game);
  const page = await opened(stage, `/learn/${game}`);
  // The live region still says it of the lesson before.
  const finished = page.locator('.lesson-words').getByText('Lesson finished.');
  for (const [i, lesson] of lessons.entries()) {
    await page.getByRole('heading', { name: lesson.title, exact: true }).waitFor();
    for (const step of lesson.steps) {
      const task = page.locator('.task').filter({ hasText: step.task });
      await task.or(finished).first().waitFor();
      if (await finished.isVisible()) break; // the game is over
      await page.getByRole('button', { name: 'Show the answer' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
    }
    await finished.waitFor();
    if (i + 1 < lessons.length) await page.getByRole('button', { name: 'Next lesson' }).click();
  }
  await page.getByText(`${lessons.length} of ${lessons.length} lessons finished`).waitFor();
  await page.reload();
  await page.getByText(`${lessons.length} of ${lessons.length} lessons finished`).waitFor();
};

async function rightAndWrong(stage) {
  const lessons = await lessonsOf(stage, 'yavalath');
  const at = lessons.findIndex((lesson) => /^[a-z]\d+$/.test(lesson.steps[0].accept[0]));
  const page = await opened(stage, '/learn/yavalath');
  await page.locator('.lesson-link').nth(at).click();
  await page.getByRole('heading', { name: lessons[at].title, exact: true }).waitFor();
  const { accept, praise, hint } = lessons[at].steps[0];
  await page.locator('.stage .board').waitFor();
  const legal = await page
    .locator('.stage [data-cell]')
    .evaluateAll((cells) =>
      cells.filter((each) => /empty/.test(each.getAttribute('aria-label') ?? '')).map((each) => each.dataset.cell),
    );
  const wrong = legal.find((name) => !accept.includes(name));
  await cell(page, wrong).click();
  await page.locator('.feedback-wrong').waitFor();
  await heard(page, hint);
  await page.locator('.lesson-words').getByText(hint).waitFor(); // comes by itself
  // Who asks for the best turn gets no more than that, and the chances are told.
  await cell(page, wrong).focus();
  await page.keyboard.press('g');
  await heard(page, hint);
  await page.keyboard.press('v');
  await heard(page, /White \d+ %/, { timeout: kThinking });
  // The right turn, typed.
  await page.keyboard.press('/');
  await page.keyboard.type(accept[0]);
  await page.keyboard.press('Enter');
  await page.locator('.feedback-right').waitFor();
  equal(await page.locator('.feedback').innerText(), praise, 'praise');
  await fitEverywhere(page, 'lesson');
}

// Buttons that go away when they are pressed leave the focus with the words, and what is new is said.
async function byKeyboard(stage) {
  const lessons = await lessonsOf(stage, 'yavalath');
  const at = lessons.findIndex((lesson) => lesson.steps.length > 1 && lesson.steps[0].hint);
  ok(at >= 0 && at + 1 < lessons.length, 'a lesson of several tasks');
  const page = await opened(stage, '/learn/yavalath');
  await page.locator('.lesson-link').nth(at).click();
  const focused = (title) =>
    until(
      () =>
        page.evaluate(() =>
          document.activeElement.matches('.lesson-words') ? document.activeElement.querySelector('h2').textContent : '',
        ),
      title,
    );
  const press = async (name) => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
    await focused(lessons[at].title);
  };
  const { steps } = lessons[at];
  await press('Hint');
  await heard(page, steps[0].hint);
  for (const [i, step] of steps.entries()) {
    await press('Show the answer');
    await heard(page, step.praise);
    await press('Continue');
    await heard(page, steps[i + 1]?.task ?? 'Lesson finished.');
  }
  await press('Start again');
  await heard(page, steps[0].task);
  for (let i = 0; i < steps.length; ++i) {
    await press('Show the answer');
    await press('Continue');
  }
  await page.getByRole('button', { name: 'Next lesson' }).click();
  await focused(lessons[at + 1].title);
}

async function inPortuguese(stage) {
  const page = await opened(stage, '/learn/epaminondas', { locale: 'pt-PT' });
  await page.getByText('Mostrar a resposta').waitFor();
  await until(() => page.locator('html').getAttribute('lang'), 'pt');
}

export default [
  ...Object.keys(kGames).map((game) => [`lessons of ${game} can be finished`, canBeFinished(game)]),
  ['lessons tell right from wrong', rightAndWrong, 'smoke'],
  ['lessons by keyboard keep the focus and say what is new', byKeyboard],
  ['lessons speak Portuguese', inPortuguese],
];
