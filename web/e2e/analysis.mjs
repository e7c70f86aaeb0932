// Analysis and the position editor in a real browser, over the real server.
import assert from 'node:assert/strict';
import { axe, cell, opened, turnsShown, until } from './study.mjs';

// Milliseconds that searches and reviews may take with everything that runs beside them.
const kThinking = 80_000 * Number(process.env.TABULEIRO_TEST_SLOWNESS ?? 1);

export async function analysisPlaysAndBranches(browser, server) {
  const { page, close } = await opened(browser, server, '/analyse/yavalath');
  await cell(page, 'e5').click();
  await until(page, () => turnsShown(page), ['e5']);
  await cell(page, 'e4').click();
  await until(page, () => turnsShown(page), ['e5', 'e4']);
  await page.keyboard.press(',');
  await cell(page, 'd4').click();
  await until(page, () => turnsShown(page), ['e5', 'e4', 'd4']);
  assert.equal(await page.locator('.variations .turn').count(), 1);
  // Keys: branches, start, end.
  await page.locator('h1').click();
  await page.keyboard.press('ArrowUp');
  await until(page, () => current(page), 'e4');
  await page.keyboard.press('Home');
  await page.keyboard.press('End');
  await until(page, () => current(page), 'e4');
  // Comments and glyphs stay with their turn.
  await page.getByLabel('Comment').fill('the usual answer');
  await page.locator('.glyph-1').click();
  await until(page, () => page.locator('.turn-comment').innerText(), 'the usual answer');
  assert.match(await page.locator('.turn[aria-current]').innerText(), /!/);
  await axe(page);
  await close();
}

const current = (page) =>
  page.locator('.turn[aria-current]').innerText().then((text) => text.replace(/^\d+\.\s*/, '').trim());

export async function analysisEngineAndHints(browser, server) {
  const { page, close } = await opened(browser, server, '/analyse/yavalath');
  await page.locator('.engine-line').first().waitFor();
  await page.getByText('Thought for 2 s.').waitFor({ timeout: kThinking });
  assert.equal(await page.locator('.engine-line').count(), 3);
  assert.ok((await page.locator('.stage svg.board .candidate').count()) >= 1, 'rings on the board');
  assert.match(await page.getByTestId('chances').innerText(), /White \d+ %\s+Black \d+ %/);
  // A line is looked at and left again.
  await page.locator('.engine-turn').first().focus();
  await page.getByText('Preview, turns ahead: 1').waitFor();
  await page.keyboard.press(']');
  await page.getByText('Preview, turns ahead: 2').waitFor();
  await page.keyboard.press('[');
  await page.getByText('Preview, turns ahead: 1').waitFor();
  await page.locator('h1').click();
  await page.locator('.prompt.preview').waitFor({ state: 'detached' });
  // Hints and engine are two switches.
  await page.keyboard.press('h');
  await page.locator('.engine-line').first().waitFor({ state: 'detached' });
  assert.match(await page.getByTestId('chances').innerText(), /White/, 'the evaluation stays');
  await page.keyboard.press('h');
  await page.locator('.engine-line').first().waitFor();
  // Space plays the best turn; going back needs no new search.
  await page.keyboard.press(' ');
  await until(page, async () => (await turnsShown(page)).length, 1);
  await page.keyboard.press('e');
  await page.keyboard.press('ArrowLeft');
  await page.locator('.engine-line').first().waitFor();
  assert.match(await page.getByTestId('engine-status').innerText(), /off/);
  await close();
}

export async function analysisOfSteps(browser, server) {
  const { page, close } = await opened(browser, server, '/analyse/eigenstate');
  await page.getByText('Thought for 2 s.').waitFor({ timeout: kThinking });
  const best = await page.locator('.engine-turn').first().getAttribute('data-turn');
  assert.equal(best.split(',').length, 3, 'the list shows whole turns');
  const [from, to] = best.split(',')[0].split(/[-x]/);
  await cell(page, from).click();
  await cell(page, to).click();
  await page.locator('.draft .chip').waitFor();
  await page.locator('.engine-line').first().waitFor();
  const next = await page.locator('.engine-turn').first().getAttribute('data-turn');
  assert.match(next, /^\w\d\+/, 'after the move lines begin with pegs');
  await page.locator('.engine-turn').first().click();
  await until(page, async () => (await turnsShown(page)).length, 1);
  await close();
}

export async function analysisLinks(browser, server) {
  const { page, close } = await opened(browser, server, '/analyse/yavalath#o=size=4&m=d4.c4(e4)&n=3');
  await until(page, () => turnsShown(page), ['d4', 'c4', 'e4']);
  assert.match(page.url(), /#o=size=4&m=d4\.c4\(e4\)&n=3$/);
  await page.reload();
  await until(page, () => turnsShown(page), ['d4', 'c4', 'e4']);
  await page.goto(`${server.url}/`);
  for (const [link, words] of [
    ['#m=(((', 'The link is damaged'],
    ['#m=a1.zz9&n=2', 'zz9'],
    ['#p=rubbish', 'expected the 3 fields'],
  ]) {
    await page.goto(`${server.url}/analyse/yavalath${link}`);
    await page.getByText(words).first().waitFor();
    await page.goto('about:blank');
  }
  await close();
}

export async function analysisRecords(browser, server) {
  const { page, close } = await opened(browser, server, '/analyse/yavalath');
  await page.getByText('Open a record').click();
  await page.getByLabel('Record (PGN').fill('[Game "epaminondas"]\n\n1. c1-c3 {far} 2. n12-n10 ( 2. a12-a10 ) *');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('heading', { name: 'Analysis: Epaminondas' }).waitFor();
  await until(page, () => turnsShown(page), ['c1-c3', 'n12-n10', 'a12-a10']);
  await page.getByText('Share and save').click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save record' }).click(),
  ]);
  const text = await textOf(saved);
  assert.match(text, /1\. c1-c3 \{far\} 2\. n12-n10 \( 2\. a12-a10 \)/);
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save PNG' }).click(),
  ]);
  assert.equal((await bytesOf(picture)).subarray(1, 4).toString(), 'PNG');
  await page.getByText('Open a record').click();
  await page.getByLabel('Record (PGN').fill('1. nonsense');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.locator('.import .problem').waitFor();
  await close();
}

async function bytesOf(download) {
  const parts = [];
  for await (const part of await download.createReadStream()) parts.push(part);
  return Buffer.concat(parts);
}

const textOf = async (download) => (await bytesOf(download)).toString('utf8');

export async function analysisOfThreePlayers(browser, server) {
  const { page, close } = await opened(browser, server, '/analyse/yavalath#o=players=3');
  await page.getByText('Thought for 2 s.').waitFor({ timeout: kThinking });
  assert.match(await page.getByTestId('chances').innerText(), /White \d+ %\s+Black \d+ %\s+Red \d+ %/);
  assert.equal(await page.locator('.chances-picture rect').count(), 3);
  await close();
}

export async function editorComposes(browser, server) {
  const { page, close } = await opened(browser, server, '/edit/yavalath');
  await cell(page, 'e5').click();
  await page.getByRole('radio', { name: 'Black', exact: true }).check();
  await cell(page, 'e6').click();
  await until(page, () => page.getByLabel('Position text').inputValue(), '5/6/7/8/4wb3/8/7/6/5 w -');
  await page.getByRole('radio', { name: 'Black to move' }).check();
  await until(page, () => page.getByLabel('Position text').inputValue(), '5/6/7/8/4wb3/8/7/6/5 b -');
  await axe(page);
  await page.getByLabel('Position text').fill('5/6 w -');
  await page.getByRole('button', { name: 'Read position' }).click();
  await page.locator('.notice.error').waitFor();
  await page.getByLabel('Position text').fill('5/6/7/8/4wb3/8/7/6/5 b -');
  await page.getByRole('button', { name: 'Read position' }).click();
  await page.locator('.notice.error').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Analyse' }).last().click();
  await page.getByRole('heading', { name: 'Analysis: Yavalath' }).waitFor();
  await page.locator('[data-cell="e6"][aria-label*="black"]').waitFor();
  await close();
}

export async function editorOfPegs(browser, server) {
  const { page, close } = await opened(browser, server, '/edit/eigenstate');
  await page.getByRole('radio', { name: 'Pegs' }).check();
  await cell(page, 'a1').click();
  await page.getByRole('group', { name: 'Pegs of the piece on a1' }).getByLabel('e5').check();
  await until(page, async () => (await page.getByLabel('Position text').inputValue()).split(',')[0], 'a1:1020000');
  await close();
}
