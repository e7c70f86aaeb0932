// The board in 3D: there is something to see, it shows every game, and it can be played on.
import { kGames } from './games.mjs';
import { shownTurns } from './hands.mjs';
import { ok, equal } from './support.mjs';

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

async function playInThree(stage) {
  const person = await stage.person();
  const { id } = await stage.table(person, { game: 'yavalath', seats: kTwoOfMe });
  const page = await stage.open(person, `/g/${id}`);
  await page.getByRole('button', { name: '3D' }).click();
  const canvas = page.locator('[data-three="shown"] canvas');
  await canvas.waitFor();
  const before = await canvas.screenshot();
  const centre = 30; // e5
  const point = await canvas.evaluate((element, cell) => element.pointOf(cell), centre);
  await page.mouse.click(point.x, point.y);
  await page.locator('.stage[data-shown="1"]').waitFor();
  equal(await shownTurns(page), 1, 'turns');
  equal((await stage.api('GET', `/api/tables/${id}`)).body.turns, ['e5'], 'the turn that was pointed at');
  ok(!before.equals(await canvas.screenshot()), 'the stone is to be seen');
}

export default [
  ...Object.keys(kGames).map((game) => [`${game} in 3D`, inThree(game)]),
  ['playing in 3D', playInThree],
];
