// The position editor in a real browser.
import { cell, opened, toldOnce } from './study.mjs';
import { equal, fitEverywhere, until } from './support.mjs';

const position = (page) => page.getByLabel('Position text').inputValue();

async function composes(stage) {
  stage.refuses(400, '/api/view');
  const page = await opened(stage, '/edit/yavalath');
  await cell(page, 'e5').click();
  await page.getByRole('radio', { name: 'Black', exact: true }).check();
  await cell(page, 'e6').click();
  await until(() => position(page), '5/6/7/8/4wb3/8/7/6/5 w -');
  await page.getByRole('radio', { name: 'Black to move' }).check();
  await until(() => position(page), '5/6/7/8/4wb3/8/7/6/5 b -');
  await fitEverywhere(page, 'editor');
  await page.getByLabel('Position text').fill('5/6 w -');
  await page.getByRole('button', { name: 'Read position' }).click();
  await page.locator('.notice.error').waitFor();
  await toldOnce(page, await page.locator('.notice.error').innerText());
  await page.getByLabel('Position text').fill('5/6/7/8/4wb3/8/7/6/5 b -');
  await page.getByRole('button', { name: 'Read position' }).click();
  await page.locator('.notice.error').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Analyse' }).last().click();
  await page.getByRole('heading', { name: 'Analysis: Yavalath' }).waitFor();
  await page.locator('[data-cell="e6"][aria-label*="black"]').waitFor();
}

async function anotherLink(stage) {
  const page = await opened(stage, '/edit/yavalath');
  await cell(page, 'e5').click();
  await until(() => position(page), '5/6/7/8/4w4/8/7/6/5 w -');
  const link = await page.getByRole('link', { name: 'Analyse' }).last().getAttribute('href');
  await page.goto(`${stage.address}/edit/yavalath`);
  await until(() => position(page), '5/6/7/8/9/8/7/6/5 w -');
  await page.evaluate((hash) => location.assign(hash), `#${link.split('#')[1]}`);
  await until(() => position(page), '5/6/7/8/4w4/8/7/6/5 w -');
}

async function pegs(stage) {
  const page = await opened(stage, '/edit/eigenstate');
  await page.getByRole('radio', { name: 'Pegs' }).check();
  await cell(page, 'a1').click();
  await page.getByRole('group', { name: 'Pegs of the piece on a1' }).getByLabel('e5').check();
  await until(async () => (await position(page)).split(',')[0], 'a1:1020000');
}

async function pools(stage) {
  const page = await opened(stage, '/edit/sixteen-stone');
  const fields = page.locator('.rail input[type=number]');
  await fields.first().waitFor();
  equal(await page.locator('.stage .chips').count(), 0, 'steps of a turn, which nobody plays here');
  stage.refuses(400, '/api/edit');
  await fields.first().fill('99');
  await page.keyboard.press('Tab');
  await page.locator('.notice.error').waitFor(); // so many stones are in no game
  await fields.first().fill('8');
  await page.keyboard.press('Tab');
  await page.locator('.notice.error').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Português' }).click();
  await page.getByText('Texto da posição').waitFor();
  await until(() => fields.count(), 2, 'pools in another language');
}

export default [
  ['the editor composes positions', composes],
  ['the editor reads another link', anotherLink],
  ['the editor sets pegs', pegs],
  ['the editor sets pools, in either language', pools],
];
