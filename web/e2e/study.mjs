// What the tests of analysis, review and lessons share.
import assert from 'node:assert/strict';
import AxeBuilder from '@axe-core/playwright';

/** A page of its own at an address of the server, in English, without motion. */
export async function opened(browser, server, address, options = {}) {
  const context = await browser.newContext({
    locale: 'en-GB', reducedMotion: 'reduce', viewport: { width: 1280, height: 800 }, ...options,
  });
  context.setDefaultTimeout(30_000 * Number(process.env.TABULEIRO_TEST_SLOWNESS ?? 1));
  // Boards take taps at once, also right after they changed.
  await context.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => { document.documentElement.dataset.test = ''; }));
  const page = await context.newPage();
  const problems = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    // A refused request is an answer, not a fault of the page.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) problems.push(message.text());
  });
  await page.goto(server.url + address);
  const close = async () => {
    await context.close();
    assert.deepEqual(problems, [], 'errors on the page');
  };
  return { page, context, close };
}

export const cell = (page, name) => page.locator(`.stage [data-cell="${name}"]`);

/** The texts of the turns in the tree, in the order in which they stand. */
export const turnsShown = (page) =>
  page.locator('.tree .turn').evaluateAll((turns) =>
    turns.slice(1).map((turn) => turn.childNodes[2]?.textContent?.trim() ?? ''));

/** Waits until what is found equals what is expected. */
export async function until(page, find, expected, limit = 20_000 * Number(process.env.TABULEIRO_TEST_SLOWNESS ?? 1)) {
  const end = Date.now() + limit;
  for (;;) {
    const found = await find();
    try {
      assert.deepEqual(found, expected);
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await page.waitForTimeout(50);
    }
  }
}

async function violations(page, look) {
  const found = (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) =>
    `${id}: ${nodes.map((node) => node.target.join(' ')).slice(0, 3).join('; ')}`);
  assert.deepEqual(found, [], `${page.url()}, ${look}`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${page.url()}, ${look}: too wide by ${wide}`);
}

/** No violations, light and dark, nor on a phone; nothing wider than the window. */
export async function axe(page) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await violations(page, colorScheme);
  }
  const size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await violations(page, 'phone');
  await page.setViewportSize(size);
}
