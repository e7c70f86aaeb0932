// Playing through the page with a mouse, a finger or keys. What is legal is asked of the server, as the
// page does; the elements are the ones people see.
import { kComing } from './support.mjs';

// Turns of `table` so far, from its stage on the page.
export const shownTurns = async (page) => Number(await page.locator('.stage').getAttribute('data-shown'));

// On pages that are opened as `real`: the time is over in which taps do not count, because what was seen until now
// has just changed.
export const unguarded = (page) =>
  page.evaluate(async () => {
    for (const since = performance.now(); performance.now() - since <= 300; ) await new Promise(requestAnimationFrame);
  });

// The server has said that it has the turn: until then nothing else is taken, and a connection that breaks would have
// it sent once more.
export const taken = (page) => page.waitForFunction(() => document.querySelector('.bar')?.dataset.state !== 'sent');

export const cellNamed = (page, name) => page.locator(`.stage .board [data-cell="${name}"]`);

class Hands {
  constructor(stage, page, setup) {
    this.stage = stage;
    this.page = page;
    this.setup = setup; // game, options, position
    this.board = null;
  }

  async legal(turns, draft) {
    const { body } = await this.stage.api('POST', '/api/view', { ...this.setup, turns, draft });
    return body.legal;
  }

  async info() {
    if (!this.board) {
      const { game, options = {} } = this.setup;
      const text = Object.entries(options)
        .map(([key, value]) => `${key}=${value}`)
        .join(',');
      this.board = (await this.stage.api('GET', `/api/board?game=${game}&options=${text}`)).body;
    }
    return this.board;
  }

  // Plays one turn, given as text; `after` is the list of turns before it.
  async turn(turn, after) {
    await this.page.locator(`.stage[data-shown="${after.length}"][data-active="true"]`).waitFor();
    const draft = [];
    for (const action of turn.split(',')) {
      const step = (await this.legal(after, draft)).find((one) => one.action === action);
      if (!step) throw new Error(`${action} of ${turn} is not legal after ${after.join(' ')}`);
      await this.step(step);
      draft.push(action);
      await this.settled(draft, after.length, action === 'end');
    }
    if ((await shownTurns(this.page)) === after.length) await this.submit();
    await this.settled([], after.length, true);
    await taken(this.page);
  }

  // The page has taken the step: it is in the draft, or the turn is over (and perhaps answered).
  async settled(draft, turns, ends) {
    await this.page.waitForFunction(
      ([before, steps]) =>
        Number(document.querySelector('.stage')?.dataset.shown) > before ||
        (steps > 0 && document.querySelectorAll('.steps .step').length >= steps),
      [turns, ends ? 0 : draft.length],
    );
  }

  async step(step) {
    const { cells, holes } = await this.info();
    if (step.hole !== undefined) {
      // A piece that takes both pegs stays open.
      const piece = cells[step.from ?? step.to].name;
      const open = this.page.locator(`.stage .board [data-cell="${piece}"][aria-selected="true"]`);
      if ((await open.count()) === 0) await this.cell(piece);
      await this.press(this.page.locator(`.peg-editor [data-hole="${holes[step.hole].name}"]`));
    } else if (step.from !== undefined && step.to !== undefined) {
      await this.cell(cells[step.from].name);
      await this.cell(cells[step.to].name);
    } else if (step.to !== undefined && step.kind !== 'swap') {
      await this.cell(cells[step.to].name);
    } else if (step.kind === 'end') {
      await this.submit();
    } else {
      await this.press(this.page.locator(`[data-chip="${step.action}"]`));
    }
  }

  cell(name) {
    return this.press(cellNamed(this.page, name));
  }

  submit() {
    return this.press(this.page.locator('.submit:enabled'));
  }
}

// Where an element is once it stands still, scrolled to the middle if it is out of sight or under the bar. Nobody
// taps what is just moving, or will be when the rest of the screen comes; nothing where it was replaced meanwhile.
const restingPlace = (element) =>
  element.evaluate(async (node, coming) => {
    while (document.querySelector(coming)) await new Promise(requestAnimationFrame);
    const bar = node.closest('.bar') ? null : document.querySelector('.bar');
    const low = bar && getComputedStyle(bar).position === 'sticky' ? bar.getBoundingClientRect().top : innerHeight;
    const box = node.getBoundingClientRect();
    if (box.top < 0 || box.bottom > low) node.scrollIntoView({ block: 'center' });
    const center = () => {
      const { x, y, width, height } = node.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    };
    let place = center();
    for (let still = 0; still < 3; ) {
      await new Promise(requestAnimationFrame);
      const now = center();
      still = now.x === place.x && now.y === place.y ? still + 1 : 0;
      place = now;
    }
    return node.isConnected ? place : undefined;
  }, kComing);

async function placeOf(element) {
  for (;;) {
    await element.waitFor();
    const place = await restingPlace(element);
    if (place) return place;
  }
}

export class Mouse extends Hands {
  async press(element) {
    const { x, y } = await placeOf(element);
    await this.page.mouse.click(x, y);
  }
}

export class Finger extends Hands {
  async press(element) {
    const { x, y } = await placeOf(element);
    await this.page.touchscreen.tap(x, y);
  }
}

export class Keys extends Hands {
  // Tab, as often as it takes.
  async tabTo(selector, most = 60) {
    for (let i = 0; i < most; ++i) {
      if (await this.page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`no way by Tab to ${selector}`);
  }

  async cell(name) {
    await this.tabTo('.stage [role=gridcell]');
    const { cells, shape } = await this.info();
    const target = cells.find((cell) => cell.name === name);
    const flipped =
      (await this.page.locator('.stage [role=gridcell]').first().getAttribute('data-cell')) === cells[0].name;
    for (let i = 0; i < 60; ++i) {
      const now = await this.page.evaluate(() => document.activeElement?.dataset.cell);
      if (now === name) return this.page.keyboard.press('Enter');
      const from = cells.find((cell) => cell.name === now);
      if (!from) throw new Error('the focus left the board');
      await this.page.keyboard.press(heading(from, target, shape, flipped ? -1 : 1));
    }
    throw new Error(`no way by arrows to ${name}`);
  }

  async press(element) {
    await element.waitFor();
    const inEditor = await element.evaluate((node) => node.closest('.peg-editor') !== null);
    if (inEditor) {
      // Left and right go through the free holes one by one.
      for (let i = 0; i < 30; ++i) {
        const way = await element.evaluate((node) => {
          const holes = [...node.closest('.peg-editor').querySelectorAll('button')];
          return holes.indexOf(node) - holes.indexOf(document.activeElement);
        });
        if (way === 0) return this.page.keyboard.press('Enter');
        await this.page.keyboard.press(way > 0 ? 'ArrowRight' : 'ArrowLeft');
      }
      throw new Error('no way by arrows to the hole');
    }
    const chip = await element.getAttribute('data-chip');
    await this.tabTo(chip ? `[data-chip="${chip}"]` : '.submit:enabled');
    return this.page.keyboard.press('Enter');
  }
}

// In a hexagon up leads to the upper right and Shift+up to the upper left.
function heading(from, to, shape, sign) {
  const dx = (to.x - from.x) * sign;
  const dy = (to.y - from.y) * sign;
  if (Math.abs(dy) < 0.1) return dx > 0 ? 'ArrowRight' : 'ArrowLeft';
  const up = dy > 0;
  if (shape === 'square') return up ? 'ArrowUp' : 'ArrowDown';
  const right = dx > 0;
  return up ? (right ? 'ArrowUp' : 'Shift+ArrowUp') : right ? 'Shift+ArrowDown' : 'ArrowDown';
}
