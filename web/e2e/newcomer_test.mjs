// Somebody who knows no rules: reads the prompt, presses only what is marked, and finishes a game of each kind
// without a tap that is refused. And how many clicks a turn takes.
import { cellNamed, shownTurns, unguarded } from './hands.mjs';
import { equal, ok, until, whole } from './support.mjs';

const kMe = { who: 'me', name: 'Ana' };
const kMost = 1200; // clicks: only somebody who is lost needs so many

// By chance, and the same every time.
function dice(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

// Everything on the screen that is marked as to be pressed now, by what it is.
const invitations = (page) =>
  page.evaluate(() => {
    const middle = (node) => {
      const { x, y, width, height } = node.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    };
    const all = (selector) => [...document.querySelectorAll(selector)].map(middle);
    const cells = [...document.querySelectorAll('.stage [role=gridcell]')];
    const boxes = [...document.querySelectorAll('.stage .piece')].map((node) => node.getBoundingClientRect());
    const free = cells
      .map(middle)
      .filter(({ x, y }) => !boxes.some((box) => x > box.left && x < box.right && y > box.top && y < box.bottom));
    return {
      over: document.querySelector('.result') !== null,
      active: document.querySelector('.stage')?.dataset.active === 'true',
      shown: document.querySelector('.stage')?.dataset.shown,
      prompt: document.querySelector('[data-prompt]')?.textContent ?? '',
      state: document.querySelector('.bar')?.dataset.state,
      send: all('.submit:enabled'),
      targets: all('.stage .mark.take, .stage .mark.target'),
      holes: all('.peg-editor .hole-button:enabled'),
      pieces: all('.stage .piece.can, .stage .piece.glow'),
      blocks: all('.stage .mark.block'),
      free,
    };
  });

// What a reader of the prompt presses next.
function wish(seen, roll, forward) {
  const one = (places) => places[roll(places.length)];
  if (seen.send.length > 0 && (seen.state === 'complete' || roll(2) === 0)) return one(seen.send);
  if (seen.targets.length > 0) {
    // "More stones on the far row": on.
    const best = [...seen.targets].sort((a, b) => forward * (a.y - b.y));
    return forward === 0 || roll(4) === 0 ? one(best) : best[0];
  }
  if (seen.holes.length > 0) return one(seen.holes);
  if (seen.blocks.length > 0) return one(seen.blocks);
  if (seen.pieces.length > 0) return one(seen.pieces);
  if (seen.send.length > 0) return one(seen.send);
  return seen.free.length > 0 ? one(seen.free) : undefined;
}

function watchRefusals() {
  globalThis.refused = [];
  new MutationObserver(() => {
    const bubble = document.querySelector('.refusal')?.textContent;
    if (bubble) globalThis.refused.push(bubble);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}

// Counts what was asked of the server and not answered yet.
function watchQuestions() {
  globalThis.asked = new Set();
  globalThis.WebSocket = class extends WebSocket {
    constructor(...all) {
      super(...all);
      this.addEventListener('message', ({ data }) => globalThis.asked.delete(JSON.parse(data).request));
      this.addEventListener('close', () => globalThis.asked.clear());
    }
    send(text) {
      const { type, request } = JSON.parse(text);
      if (type === 'view' || type === 'turn') globalThis.asked.add(request);
      super.send(text);
    }
  };
}

// Nobody presses while the board is just changing: what was asked is answered and drawn.
const settled = (page) =>
  page.evaluate(async () => {
    for (let still = 0; still < 6; still = globalThis.asked.size > 0 ? 0 : still + 1)
      await new Promise(requestAnimationFrame);
  });

const newcomer = (game, { forward = 0, options = {}, seats = [kMe, { who: 'random' }] } = {}) =>
  async function plays(stage) {
    const person = await stage.person({ viewport: { width: 1440, height: 900 } });
    const made = await stage.table(person, { game, seats, options });
    const prepare = (opening) => opening.addInitScript(watchQuestions);
    const page = await stage.open(person, `/g/${made.id}`, { prepare });
    await page.evaluate(watchRefusals);
    await page.locator('.stage').waitFor();
    await whole(page);
    const roll = dice(7);
    let clicks = 0;
    for (let idle = 0; ; ) {
      const seen = await invitations(page);
      if (seen.over) break;
      const place = seen.active ? wish(seen, roll, forward) : undefined;
      if (!place) {
        ok(++idle < 6000, `${game}: nothing to press at "${seen.prompt}"`);
        await page.waitForTimeout(10);
        continue;
      }
      idle = 0;
      ok(++clicks < kMost, `${game}: no end after ${kMost} clicks, at turn ${seen.shown}: "${seen.prompt}"`);
      ok(seen.prompt.length > 0, `${game}: the prompt says nothing`);
      await page.mouse.click(place.x, place.y);
      await settled(page);
      equal(await page.evaluate(() => globalThis.refused), [], `${game}: refused at "${seen.prompt}"`);
    }
    await page.locator('.result').waitFor();
    ok((await shownTurns(page)) > 0, 'turns');
  };

// --- Clicks ---

async function at(stage, game, turns) {
  const person = await stage.person({ viewport: { width: 1440, height: 900 } });
  const made = await stage.table(person, { game, seats: [kMe, kMe], turns });
  const page = await stage.open(person, `/g/${made.id}`);
  await page.locator('.stage[data-active="true"]').waitFor();
  await whole(page);
  return { page, turns: turns.length };
}

const kPlaced = 'c3 b2 d3 b3 c2 d2 b4 d4 c4 a3 e3 c1 a2 e2 c5 a4'.split(' ');
// The first turns of play are single actions.
const kPlayed = [...kPlaced, 'c5-b5', 'c1-b1'];

async function clicksOfATurn(stage) {
  for (const [game, turns, presses, ends] of [
    ['yavalath', [], ['e5'], false],
    ['epaminondas', [], ['c1', 'c4'], false],
    ['sixteen-stone', [], ['c3'], false],
    ['sixteen-stone', kPlayed, ['b5', 'a5'], true],
  ]) {
    const { page, turns: before } = await at(stage, game, turns);
    for (const cell of presses) {
      equal(await shownTurns(page), before, `${game}: not before the last click`);
      await cellNamed(page, cell).click();
    }
    if (ends) await page.locator('.submit:enabled').click();
    await until(() => shownTurns(page), before + 1, `${game}: the turn is sent after ${presses.length} clicks`);
  }
}

// --- Why something cannot be pressed, and the way back ---

async function chipsSayWhy(stage) {
  const { page } = await at(stage, 'sixteen-stone', kPlaced);
  const sacrifice = page.locator('[data-chip="sacrifice"]');
  equal(await sacrifice.getAttribute('data-state'), 'impossible', 'in the first turn of play');
  ok(/pool/.test(await sacrifice.getAttribute('title')), 'what it needs');
  await Promise.all([
    page.locator('.toast', { hasText: 'A sacrifice needs a stone in your pool' }).waitFor(),
    sacrifice.click({ force: true }), // it is aria-disabled: people can still press it
  ]);
  equal(await page.locator('.steps .step').count(), 0, 'nothing happened');
  ok(/no step/.test(await page.getByRole('button', { name: 'Undo step' }).getAttribute('title')), 'undo says why');
}

// Every Escape takes back one step, also while a piece is open for pegs and right after the board changed.
async function escapeGoesBack(stage) {
  const person = await stage.person();
  const made = await stage.table(person, { game: 'eigenstate', seats: [kMe, kMe] });
  const page = await stage.open(person, `/g/${made.id}`, { real: true });
  await page.locator('.stage[data-active="true"]').waitFor();
  await whole(page);
  const steps = (count) => until(() => page.locator('.steps .step').count(), count, 'steps');
  for (const pegs of [1, 2]) {
    await unguarded(page);
    await cellNamed(page, 'b1').click();
    await unguarded(page);
    await cellNamed(page, 'b2').click();
    await steps(1);
    for (let peg = 0; peg < pegs; ++peg) {
      await unguarded(page);
      await page.locator('.peg-editor .hole-button:enabled').nth(peg).click();
      await steps(2 + peg);
    }
    for (let left = pegs; left >= 0; --left) {
      await page.keyboard.press('Escape');
      await steps(left);
    }
  }
}

export default [
  ['a newcomer finishes Yavalath', newcomer('yavalath', { seats: [kMe, kMe] })],
  ['a newcomer finishes Epaminondas', newcomer('epaminondas', { forward: 1 })],
  ['a newcomer finishes Eigenstate', newcomer('eigenstate')],
  ['a newcomer finishes Sixteen Stone', newcomer('sixteen-stone')],
  ['clicks a turn takes by mouse', clicksOfATurn],
  ['what is not possible says why', chipsSayWhy],
  ['every Escape takes back a step', escapeGoesBack],
];
