// What the tests of analysis, review, lessons and the editor share.
import { equal } from './support.mjs';

// Milliseconds that searches and reviews may take with everything that runs beside them.
export const kThinking = 240_000;

// A page of its own, where the engine thinks a second only.
export async function opened(stage, path, options = {}) {
  const person = await stage.person(options);
  await person.addInitScript(() => {
    if (location.protocol !== 'about:') localStorage.setItem('tabuleiro.budget', '1000');
  });
  return stage.open(person, path);
}

export const thought = (page, seconds = 1) =>
  page.getByText(`Thought for ${seconds} s.`).waitFor({ timeout: kThinking });

export const cell = (page, name) => page.locator(`.stage [data-cell="${name}"]`);

// What a screen reader has heard last.
export const heard = (page, words, options = {}) =>
  page
    .locator('[data-live=polite]')
    .filter({ hasText: words })
    .waitFor({ state: 'attached', ...options });

// The page's own live regions tell it, and nothing tells it a second time.
export async function toldOnce(page, words) {
  await page.locator('[data-live]').filter({ hasText: words }).waitFor({ state: 'attached' });
  equal(await page.locator('[role=alert], [role=status]').filter({ hasText: words }).count(), 1, `"${words}" is told`);
}

// The texts of the turns in the tree, in the order in which they stand.
export const turnsShown = (page) =>
  page
    .locator('.tree .turn')
    .evaluateAll((turns) => turns.slice(1).map((turn) => turn.childNodes[2]?.textContent?.trim() ?? ''));

export const current = (page) =>
  page.locator('.turn[aria-current]').evaluate((turn) => (turn.childNodes[2] ?? turn).textContent.trim());

export async function bytesOf(download) {
  const parts = [];
  for await (const part of await download.createReadStream()) parts.push(part);
  return Buffer.concat(parts);
}

export const textOf = async (download) => (await bytesOf(download)).toString('utf8');

// A download that pressing a button brings about.
export const saved = async (page, button) =>
  (await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]))[0];
