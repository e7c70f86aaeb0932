// The board in 3D: there is something to see, it shows every game, and it can be played on.
import { kGames } from './games.mjs';
import { shownTurns } from './hands.mjs';
import { kThinking } from './study.mjs';
import { equal, fit, kPhone, ok, until } from './support.mjs';

const kTwoOfMe = [
  { who: 'me', name: 'Ana' },
  { who: 'me', name: 'Ana' },
];

// How many colours a picture has, and how many of its points are of a player's or the board's: not the
// commonest colour, which is what lies behind.
async function colours(page, png) {
  return page.evaluate(
    async (data) => {
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
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
}

const inThree = (game) => async (stage) => {
  const { page, canvas } = await shown(stage, { game, turns: kGames[game].turns.slice(0, 4) });
  const seen = await colours(page, await canvas.screenshot());
  ok(seen.kinds > 100 && seen.share > 0.2, `${game} in 3D shows ${JSON.stringify(seen)}`);
};

const kCentre = 30; // e5
const canvasOf = (page) => page.locator('[data-three="shown"] canvas');
const pointOf = (canvas, cell) => canvas.evaluate((element, index) => element.pointOf(index), cell);

const atTable = (stage, options) => shown(stage, { game: 'yavalath' }, options, { confirm: 'never' });

const turnsOf = async (stage, id) => (await stage.api('GET', `/api/tables/${id}`)).body.turns;

async function byMouse(stage) {
  const { page, id, canvas } = await atTable(stage);
  const before = await canvas.screenshot();
  const point = await pointOf(canvas, kCentre);
  await page.mouse.click(point.x, point.y);
  await page.locator('.stage[data-shown="1"]').waitFor();
  equal(await shownTurns(page), 1, 'turns');
  equal(await turnsOf(stage, id), ['e5'], 'the turn that was pointed at');
  await until(async () => before.equals(await canvas.screenshot()), false, 'the stone is to be seen');
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
    await until(
      async () => {
        const now = await pointOf(canvas, 0);
        return Math.hypot(now.x - before.x, now.y - before.y) > 2;
      },
      true,
      name,
    );
    before = await pointOf(canvas, 0);
  };
  for (const name of [
    'Turn left',
    'Turn left',
    'Tilt up',
    'Nearer',
    'Farther',
    'Turn right',
    'Tilt down',
    'Perspective',
  ])
    await moved(name);
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
  await page.locator('.engine-line').first().waitFor({ timeout: kThinking });
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

const costOf = (canvas) => canvas.evaluate((element) => element.cost());
// So many chances to draw that whatever is on its way has come.
const frames = (page, count = 20) =>
  page.evaluate(async (n) => {
    for (let i = 0; i < n; ++i) await new Promise(requestAnimationFrame);
  }, count);

async function settled(page, canvas) {
  for (;;) {
    const { frames: before } = await costOf(canvas);
    await frames(page);
    const cost = await costOf(canvas);
    if (cost.frames === before) return cost;
  }
}

// A table in 3D, drawn and at rest.
async function shown(stage, wishes, options, settings = {}) {
  const person = await stage.person(options);
  await person.addInitScript((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(`tabuleiro.${key}`, value);
  }, settings);
  const { id } = await stage.table(person, { seats: kTwoOfMe, ...wishes });
  const page = await stage.open(person, `/g/${id}`);
  await page.getByRole('button', { name: '3D' }).click();
  const canvas = canvasOf(page);
  await canvas.waitFor();
  await page.evaluate(() => scrollTo(0, 0)); // from the button, which may lie below the board
  return { page, id, canvas, cost: await settled(page, canvas) };
}

const kThreeOfMe = [...kTwoOfMe, { who: 'me', name: 'Ana' }];
const kCostly = [
  ...Object.entries(kGames).map(([game, { turns }]) => ({ game, turns: turns.slice(0, -1) })),
  { game: 'eigenstate' },
  { game: 'epaminondas' },
  { game: 'yavalath', options: { players: '3' }, seats: kThreeOfMe, turns: ['e5', 'd4', 'f6', 'c3', 'e4', 'e6'] },
  { game: 'epaminondas', options: { rules: 'crossings' } },
  { game: 'sixteen-stone', options: { size: '10' } },
];

// A phone can draw every board: few calls, few triangles, shadows counted.
async function cheap(stage) {
  for (const wishes of kCostly) {
    const { cost } = await shown(stage, wishes);
    const what = `${JSON.stringify([wishes.game, wishes.options])}: ${JSON.stringify(cost)}`;
    ok(cost.calls > 5 && cost.triangles > 1000, `something was drawn: ${what}`);
    ok(cost.calls <= 60, `calls: ${what}`);
    ok(cost.triangles <= 150_000, `triangles: ${what}`);
  }
}

// Also with everything that a chosen stone shows.
async function cheapChoosing(stage) {
  const { page, canvas } = await shown(stage, { game: 'epaminondas' });
  const at = await pointOf(canvas, 0);
  await page.mouse.click(at.x, at.y);
  const cost = await settled(page, canvas);
  ok(cost.calls <= 60 && cost.triangles <= 150_000, JSON.stringify(cost));
}

async function still(stage) {
  const { page, canvas, cost } = await shown(stage, { game: 'yavalath', turns: ['e5'] });
  const at = await pointOf(canvas, 0);
  await page.mouse.move(at.x, at.y);
  const before = await settled(page, canvas);
  ok(before.frames >= cost.frames, 'frames are counted');
  await page.mouse.move(at.x + 2, at.y + 1); // the same cell
  await frames(page);
  equal((await costOf(canvas)).frames, before.frames, 'no frame without a change');
  const button = page.getByRole('button', { name: 'Turn left' });
  await button.hover(); // the stone that was about to be placed goes
  const away = await settled(page, canvas);
  await button.click();
  const turned = await settled(page, canvas);
  ok(turned.frames > away.frames, 'turning draws');
  equal(turned.shadows, away.shadows, 'shadows stay while only the reader moves');
}

const kSizes = [
  [1440, 900],
  [1024, 768],
  [844, 390],
  [390, 844],
  [360, 640],
].map(([width, height]) => ({ width, height }));
const span = (points, key) => Math.max(...points.map((at) => at[key])) - Math.min(...points.map((at) => at[key]));

// The middles of the cells lie as far apart as in 2D, across or along, whichever there is less room for.
async function large(stage) {
  for (const game of Object.keys(kGames)) {
    const { page, canvas } = await shown(stage, { game }, { viewport: kSizes[0] });
    const count = await page.locator('.stage [data-index]').count();
    const inEverySize = async (points) => {
      const found = [];
      for (const size of kSizes) {
        await page.setViewportSize(size);
        await frames(page, 5);
        found.push(await points());
      }
      return found;
    };
    const solid = await inEverySize(async () => {
      await settled(page, canvas);
      return canvas.evaluate((one, cells) => Array.from({ length: cells }, (_, cell) => one.pointOf(cell)), count);
    });
    await page.getByRole('button', { name: '3D' }).click();
    await canvas.waitFor({ state: 'detached' });
    const flat = await inEverySize(() =>
      page.evaluate(() =>
        [...document.querySelectorAll('.stage [data-index]')].map((cell) => {
          const { x, y, width, height } = cell.getBoundingClientRect();
          return { x: x + width / 2, y: y + height / 2 };
        }),
      ),
    );
    kSizes.forEach(({ width, height }, i) => {
      const [across, along] = ['x', 'y'].map((key) => span(solid[i], key) / span(flat[i], key));
      const what = `${game} at ${width}×${height}: in 3D ${across} of the width in 2D, ${along} of the height`;
      ok(Math.max(across, along) >= 0.95 && across * along >= 0.75, what);
      if (process.env.TABULEIRO_E2E_TELL) console.log(what);
    });
    await page.context().close();
  }
}

// No button lies over a cell.
const toolsCoverNothing = (width, height) => async (stage) => {
  for (const game of ['eigenstate', 'yavalath', 'epaminondas', 'sixteen-stone']) {
    const { page, canvas } = await shown(stage, { game }, { viewport: { width, height } });
    const covered = await canvas.evaluate((picture) => {
      const cells = [...document.querySelectorAll('.stage .board .cell')];
      const box = (one) => one.getBoundingClientRect();
      const tools = [...document.querySelectorAll('.three-tools button')].map(box);
      // A third of the way to the next cell belongs to a cell for certain.
      const step = Math.hypot(picture.pointOf(0).x - picture.pointOf(1).x, picture.pointOf(0).y - picture.pointOf(1).y);
      return cells
        .filter((_, index) => {
          const { x, y } = picture.pointOf(index);
          const near = step / 3;
          return tools.some(
            (one) => x > one.left - near && x < one.right + near && y > one.top - near && y < one.bottom + near,
          );
        })
        .map((cell) => cell.dataset.cell);
    });
    equal(covered, [], `${game} at ${width}×${height}: cells under buttons`);
    const inside = await canvas.evaluate((one) => {
      const { top, bottom, left, right } = one.getBoundingClientRect();
      return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    });
    ok(inside, `${game} at ${width}×${height}: the picture is in the window`);
    if (game === 'eigenstate') await fit(page, `${game} in 3D at ${width}×${height}`);
    await page.context().close();
  }
};

const turnsAfter = async (stage, id, count) => {
  await until(async () => (await turnsOf(stage, id)).length, count, 'turns');
  return turnsOf(stage, id);
};

async function pegs(stage, options, press) {
  const { page, id, canvas } = await shown(stage, { game: 'eigenstate' }, options);
  const click = async (cell, hole) => {
    const at = await canvas.evaluate((element, [c, h]) => element.pointOf(c, h), [cell, hole]);
    await press(page, at);
    await settled(page, canvas);
  };
  await click(1); // b1
  await click(7); // b2
  const at = async (step) => {
    await page.locator('.bar', { hasText: `Step ${step} of 3` }).waitFor();
    await settled(page, canvas);
  };
  await at(2);
  return { page, id, canvas, click, at };
}

async function pegsByMouse(stage) {
  const { page, id, click, at } = await pegs(stage, {}, (on, { x, y }) => on.mouse.click(x, y));
  await click(7, 0);
  await at(3);
  await click(0, 24);
  await page.getByRole('button', { name: 'Submit' }).click();
  equal(await turnsAfter(stage, id, 1), ['b1-b2,b2+a1,a1+e5'], 'pegs in two pieces');
}

// Under a finger the piece comes near first.
async function pegsByTouch(stage) {
  const { page, id, canvas, click, at } = await pegs(stage, kPhone, (on, { x, y }) => on.touchscreen.tap(x, y));
  const step = async () => {
    const [a, b] = await canvas.evaluate((element) => [element.pointOf(7, 0), element.pointOf(7, 1)]);
    return Math.hypot(a.x - b.x, a.y - b.y);
  };
  ok((await step()) < 24, 'holes are small at first');
  await click(7);
  await until(async () => (await step()) >= 40, true, 'holes are large');
  await click(7, 0);
  await at(3);
  await click(7, 24);
  await page.getByRole('button', { name: 'Submit' }).click();
  equal(await turnsAfter(stage, id, 1), ['b1-b2,b2+a1,b2+e5'], 'pegs in one piece');
  await until(async () => (await step()) < 24, true, 'the whole board is seen again');
}

export default [
  ['3D is cheap', cheap],
  ['3D is cheap while choosing', cheapChoosing],
  ['3D draws nothing without a change', still, 'smoke'],
  ['3D is as large as 2D', large],
  ['pegs in 3D by mouse', pegsByMouse],
  ['pegs in 3D by touch', pegsByTouch],
  ...Object.keys(kGames).map((game) => [`${game} in 3D`, inThree(game)]),
  ['playing in 3D by mouse', byMouse, 'smoke'],
  ['playing in 3D by touch', byTouch],
  ['playing in 3D: turning by buttons', byButtons],
  ['in 3D no button covers a cell', toolsCoverNothing(844, 390)],
  ['in 3D no button covers a cell, zoomed', toolsCoverNothing(720, 450)],
  ['in 3D no button covers a cell on a small desk', toolsCoverNothing(1024, 768)],
  ['in 3D no button covers a cell on a wider desk', toolsCoverNothing(1210, 700)],
  ['3D in analysis, by keys', inAnalysis],
];
