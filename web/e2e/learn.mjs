// Lessons in a real browser: every lesson of every game can be finished, by its own answers.
import assert from 'node:assert/strict';
import { axe, opened, until } from './study.mjs';

const kGames = ['eigenstate', 'sixteen-stone', 'yavalath', 'epaminondas'];

export async function lessonsCanBeFinished(browser, server) {
  for (const game of kGames) {
    const { lessons } = await (await fetch(`${server.url}/api/lessons?game=${game}`)).json();
    assert.ok(lessons.length >= 5, game);
    const { page, close } = await opened(browser, server, `/learn/${game}`);
    // The live region still says it of the lesson before.
    const finished = page.locator('.lesson-words').getByText('Lesson finished.');
    for (const [i, lesson] of lessons.entries()) {
      await page.getByRole('heading', { name: lesson.title, exact: true }).waitFor();
      for (const step of lesson.steps) {
        if (await finished.isVisible()) break; // the game is over
        await page.getByText(step.task).waitFor();
        await page.getByRole('button', { name: 'Show the answer' }).click();
        await page.getByRole('button', { name: 'Continue' }).click();
      }
      await finished.waitFor();
      if (i + 1 < lessons.length) await page.getByRole('button', { name: 'Next lesson' }).click();
    }
    await page.getByText(`${lessons.length} of ${lessons.length} lessons finished`).waitFor();
    await page.reload();
    await page.getByText(`${lessons.length} of ${lessons.length} lessons finished`).waitFor();
    await close();
  }
}

export async function lessonsTellRightFromWrong(browser, server) {
  const { lessons } = await (await fetch(`${server.url}/api/lessons?game=yavalath`)).json();
  const at = lessons.findIndex((lesson) => /^[a-z]\d+$/.test(lesson.steps[0].accept[0]));
  const { page, close } = await opened(browser, server, '/learn/yavalath');
  await page.locator('.lesson-link').nth(at).click();
  await page.getByRole('heading', { name: lessons[at].title, exact: true }).waitFor();
  const { accept, praise, hint } = lessons[at].steps[0];
  const legal = await page.locator('.stage [data-cell]').evaluateAll((cells) =>
    cells.filter((cell) => /empty/.test(cell.getAttribute('aria-label') ?? '')).map((cell) => cell.dataset.cell));
  const wrong = legal.find((name) => !accept.includes(name));
  await page.locator(`.stage [data-cell="${wrong}"]`).click();
  await page.locator('.feedback-wrong').waitFor();
  await page.getByText(hint).waitFor(); // comes by itself
  await page.locator(`.stage [data-cell="${accept[0]}"]`).click();
  await page.locator('.feedback-right').waitFor();
  assert.equal(await page.locator('.feedback').innerText(), praise);
  await axe(page);
  await close();
}

export async function lessonsSpeakPortuguese(browser, server) {
  const { page, close } = await opened(browser, server, '/learn/epaminondas', { locale: 'pt-PT' });
  await page.getByText('Mostrar a resposta').waitFor();
  await until(page, () => page.locator('html').getAttribute('lang'), 'pt');
  await close();
}
