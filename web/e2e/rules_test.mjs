// The rules as a page: the documents' own words, in both languages, with boards to try.
import { drawn, equal, fit, fitEverywhere, ok, tooWide, until } from './support.mjs';

const kSizes = [
  [1440, 900],
  [1024, 768],
  [844, 390],
  [390, 844],
  [360, 640],
];

async function read(stage) {
  const person = await stage.person();
  const page = await stage.open(person, '/');
  await page.getByRole('link', { name: 'Yavalath: The full rules' }).click();
  await page.getByRole('heading', { name: 'Yavalath: the rules' }).waitFor();
  await page.locator('#YAV-3a', { hasText: 'four or more wins at once' }).waitFor();
  await page.getByRole('link', { name: 'Three players' }).click();
  await until(() => page.evaluate(() => location.hash), '#three-players', 'a chapter by its name');
  await page.getByRole('button', { name: 'Português' }).click();
  await page.getByRole('heading', { name: 'Yavalath: as regras' }).waitFor();
  await page.locator('#YAV-3a', { hasText: 'quatro ou mais' }).waitFor();
  ok(!(await page.content()).includes('<!-- board'), 'no notes for programs');
}

// Black blocks and loses, as the text says; then back to the position.
async function tries(stage) {
  const person = await stage.person();
  const page = await stage.open(person, '/rules/yavalath');
  const second = page.locator('.diagram').nth(1);
  await second.locator('[data-cell="e5"]').click();
  await second.locator('.prompt', { hasText: 'made three' }).waitFor();
  await second.getByRole('button', { name: 'Back to the position' }).click();
  await second.locator('.prompt', { hasText: 'Place a stone' }).waitFor();
  await page.goto(`${stage.address}/rules/sixteen-stone`);
  const push = page.locator('.diagram').nth(1);
  await push.locator('[data-cell="a3"]').click();
  await push.locator('[data-cell="d3"]').click();
  await push.getByRole('button', { name: 'Back to the position' }).waitFor();
  // By keys alone.
  await page.goto(`${stage.address}/rules/eigenstate`);
  const turn = page.locator('.diagram').nth(1);
  await turn.locator('[data-cell="b4"]').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await turn.locator('.peg-editor').waitFor();
}

async function everyGame(stage) {
  const { games } = (await stage.api('GET', '/api/games')).body;
  for (const { name } of games) {
    const person = await stage.person({ viewport: { width: 390, height: 844 }, hasTouch: true });
    const page = await stage.open(person, `/rules/${name}`);
    await page.locator('.rules-page li[id]').first().waitFor();
    const boards = await page.locator('.diagram').count();
    await until(() => page.locator('.diagram [role=grid]').count(), boards, `${name}: boards`);
    equal(await page.locator('.diagram .problem').count(), 0, `${name}: positions that are refused`);
    for (const [width, height] of kSizes) {
      await page.setViewportSize({ width, height });
      await drawn(page);
      equal(await tooWide(page), 0, `${name} at ${width}×${height}: too wide by`);
    }
    await fit(page, `the rules of ${name}`);
    await person.close();
  }
}

async function fits(stage) {
  const page = await stage.open(await stage.person(), '/rules/sixteen-stone');
  await page.locator('.diagram [role=grid]').first().waitFor();
  await fitEverywhere(page, 'rules');
  await page.goto(`${stage.address}/rules`);
  await page.locator('.choose-game').waitFor();
  await fit(page, 'the choice of rules');
}

export default [
  ['rules: read in both languages', read, 'smoke'],
  ['rules: positions are tried', tries],
  ['rules: every game, every size', everyGame],
  ['rules: accessible, light and dark', fits],
];
