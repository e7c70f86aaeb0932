// The board in 3D: there is something to see, it shows every game, and it can be played on.
import { kGames } from './games.mjs';
import { shownTurns } from './hands.mjs';
import { equal, kPhone, ok, until } from './support.mjs';

const kTwoOfMe = [{ who: 'me', name: 'Ana' }, { who: 'me', name: 'Ana' }];

// How many colours a picture has, and how many of its points are of a player's or the board's: not the
// commonest colour, which is what lies behind.
async function colours(page, png) {
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = data;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const counts = new Map();
    const { data: bytes } = context.getImageData(0, 0, image.width, image.height);
    for (let i = 0; i < bytes.length; i += 4) {
      const colour = (bytes[i] << 16) | (bytes[i + 1] << 8) | bytes[i + 2];
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    const all = bytes.length / 4;
    return { kinds: counts.size, share: 1 - Math.max(...counts.values()) / all };
  }, `data:image/png;base64,${png.toString('base64')}`);
}

const inThree = (game) => async (stage) => {
  const person = await stage.person();
  const turns = kGames[game].turns.slice(0, 4);
  const { id } = await stage.table(person, { game, seats: kTwoOfMe, turns });
  const page = await stage.open(person, `/g/${id}`);
  await page.getByRole('button', { name: '3D' }).click();
  const canvas = page.locator('[data-three="shown"] canvas');
  await canvas.waitFor();
  const seen = await colours(page, await canvas.screenshot());
  ok(seen.kinds > 100 && seen.share > 0.2, `${game} in 3D shows ${JSON.stringify(seen)}`);
};

const kCentre = 30; // e5
const canvasOf = (page) => page.locator('[data-three="shown"] canvas');
const pointOf = (canvas, cell) => canvas.evaluate((element, index) => element.pointOf(index), cell);

async function atTable(stage, options, turns = []) {
  const person = await stage.person(options);
  await person.addInitScript(() => localStorage.setItem('tabuleiro.confirm', 'never'));
  const { id } = await stage.table(person, { game: 'yavalath', seats: kTwoOfMe, turns });
  const page = await stage.open(person, `/g/${id}`);
  await page.getByRole('button', { name: '3D' }).click();
  await canvasOf(page).waitFor();
  return { page, id, canvas: canvasOf(page) };
}

const turnsOf = async (stage, id) => (await stage.api('GET', `/api/tables/${id}`)).body.turns;

async function byMouse(stage) {
  const { page, id, canvas } = await atTable(stage);
  const before = await canvas.screenshot();
  const point = await pointOf(canvas, kCentre);
  await page.mouse.click(point.x, point.y);
  await page.locator('.stage[data-shown="1"]').waitFor();
  equal(await shownTurns(page), 1, 'turns');
  equal(await turnsOf(stage, id), ['e5'], 'the turn that was pointed at');
  ok(!before.equals(await canvas.screenshot()), 'the stone is to be seen');
}

async function byTouch(stage) {
  const { page, id, canvas } = await atTable(stage, kPhone);
  const point = await pointOf(canvas, kCentre);
  await page.touchscreen.tap(point.x, point.y);
  await page.locator('.stage[data-shown="1"]').waitFor();
  equal(await turnsOf(stage, id), ['e5'], 'the turn that was tapped');
}

// Everything that dragging does can be done by buttons; what is pointed at stays right.
async function byButtons(stage) {
  const { page, id, canvas } = await atTable(stage);
  let before = await pointOf(canvas, 0);
  const moved = async (name) => {
    await page.getByRole('button', { name }).click();
    await until(async () => {
      const now = await pointOf(canvas, 0);
      return Math.hypot(now.x - before.x, now.y - before.y) > 2;
    }, true, name);
    before = await pointOf(canvas, 0);
  };
  for (const name of ['Turn left', 'Turn left', 'Tilt up', 'Nearer', 'Farther', 'Turn right', 'Tilt down', 'Perspective']) await moved(name);
  const point = await pointOf(canvas, kCentre);
  await page.mouse.click(point.x, point.y);
  await page.locator('.stage[data-shown="1"]').waitFor();
  equal(await turnsOf(stage, id), ['e5'], 'the turn that was pointed at');
  await moved('From above');
}

async function inAnalysis(stage) {
  const page = await stage.open(await stage.person(), '/analyse/yavalath');
  await page.locator('.stage svg.board').waitFor();
  await page.keyboard.press('3');
  const canvas = canvasOf(page);
  await canvas.waitFor();
  await page.locator('.engine-line').first().waitFor({ timeout: 60_000 });
  // The grid is still there for keys: the cursor goes to e5 and places.
  await page.locator('.stage [role=gridcell][tabindex="0"]').focus();
  for (let i = 0; i < 40; ++i) {
    const at = await page.evaluate(() => document.activeElement.dataset.index);
    if (Number(at) === kCentre) break;
    await page.keyboard.press(Number(at) < 26 ? 'ArrowUp' : 'ArrowRight');
  }
  await page.keyboard.press('Enter');
  await page.locator('.tree .turn', { hasText: 'e5' }).waitFor();
  // Light and dark are followed at once.
  const light = await canvas.screenshot();
  await page.evaluate(() => (document.documentElement.dataset.scheme = 'dark'));
  await until(async () => light.equals(await canvas.screenshot()), false, 'the colours');
}

export default [
  ...Object.keys(kGames).map((game) => [`${game} in 3D`, inThree(game)]),
  ['playing in 3D by mouse', byMouse],
  ['playing in 3D by touch', byTouch],
  ['playing in 3D: turning by buttons', byButtons],
  ['3D in analysis, by keys', inAnalysis],
];
