// The review of a finished game in a real browser.
import assert from 'node:assert/strict';
import { axe, cell, opened, until } from './study.mjs';

// Milliseconds that searches and reviews may take with everything that runs beside them.
const kThinking = 80_000 * Number(process.env.TABULEIRO_TEST_SLOWNESS ?? 1);

// A small board, and a game in which white throws the win away.
const kRecord = `[Game "yavalath"]
[Variant "swap=off"]

1. e5 2. f4 3. g5 4. d3 5. c5 6. e2 *`;

async function review(browser, server, record = kRecord, options = {}) {
  const session = await opened(browser, server, '/review', options);
  await session.page.getByLabel('Record (PGN').fill(record);
  await session.page.getByRole('button', { name: 'Open', exact: true }).click();
  return session;
}

export async function reviewFindsMistakes(browser, server) {
  const { page, close } = await review(browser, server);
  await page.locator('progress').waitFor();
  await page.locator('.mistake').first().waitFor({ timeout: kThinking });
  await page.getByTestId('review-state').waitFor({ timeout: kThinking });
  const losses = await page.locator('.mistake-loss').allInnerTexts();
  const numbers = losses.map((text) => Number(text.replace('−', '')));
  assert.deepEqual(numbers, [...numbers].sort((a, b) => b - a), 'by size');
  // Next mistake by key; the graph follows.
  await page.keyboard.press('n');
  await until(page, () => page.locator('.mistake[aria-current]').count(), 1);
  const at = Number(await page.locator('.chart').getAttribute('aria-valuenow'));
  assert.ok(at > 0);
  await page.locator('.chart').focus();
  await page.keyboard.press('Home');
  await until(page, () => page.locator('.chart').getAttribute('aria-valuenow'), '0');
  await page.keyboard.press('ArrowRight');
  await until(page, () => page.locator('.chart').getAttribute('aria-valuenow'), '1');
  const box = await page.locator('.chart').boundingBox();
  await page.mouse.click(box.x + box.width - 2, box.y + box.height / 2);
  await until(page, () => page.locator('.chart').getAttribute('aria-valuenow'), '6');
  await page.getByText('All turns as a table').click();
  assert.equal(await page.locator('.drawer tbody tr').count(), 6);
  assert.match(await page.locator('.summary').innerText(), /not calibrated/);
  await page.getByRole('radio', { name: 'Black', exact: true }).check();
  assert.ok((await page.locator('.mistake-player').allInnerTexts()).every((name) => name === 'Black'));
  await axe(page);
  await close();
}

export async function reviewTriesAgain(browser, server) {
  const { page, close } = await review(browser, server);
  await page.getByTestId('review-state').waitFor({ timeout: kThinking });
  await page.locator('.mistake').first().click();
  const better = await page.locator('.better .turn').first().innerText();
  const played = (await page.locator('.mistake[aria-current] .mistake-turn').innerText()).split(' ')[1];
  await page.getByRole('button', { name: 'Find a better turn' }).click();
  await until(page, () => page.locator('.better').count(), 0);
  await cell(page, played).click();
  await page.getByText('That is what was played').waitFor();
  await cell(page, better).click();
  await page.locator('.retry-right').waitFor();
  await page.locator('.better').first().waitFor();
  await close();
}

export async function reviewSavesTheRecord(browser, server) {
  const { page, close } = await review(browser, server);
  await page.getByTestId('review-state').waitFor({ timeout: kThinking });
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the record with the review' }).click(),
  ]);
  let text = '';
  for await (const part of await saved.createReadStream()) text += part;
  assert.match(text, /\[%wp /);
  assert.match(text, /review: /);
  await close();
}

export async function reviewOfThreePlayers(browser, server) {
  const record = '[Game "yavalath"]\n[Variant "players=3"]\n\n1. e5 2. e4 3. d4 4. f5 5. f4 6. c4 *';
  const { page, close } = await review(browser, server, record);
  await page.getByTestId('review-state').waitFor({ timeout: kThinking });
  assert.equal(await page.locator('.chart polygon').count(), 3);
  await close();
}

export async function reviewOfAMissingTable(browser, server) {
  const { page, close } = await opened(browser, server, '/review/nothinghere');
  await page.locator('.notice.error').waitFor();
  await close();
}
