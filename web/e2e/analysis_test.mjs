// Analysis in a real browser, over the real server.
import {
  bytesOf,
  cell,
  current,
  heard,
  kThinking,
  opened,
  saved,
  textOf,
  thought,
  toldOnce,
  turnsShown,
} from './study.mjs';
import { addressOf, equal, fitEverywhere, ok, until } from './support.mjs';

const ahead = (page, turns) => page.getByText(`Preview, turns ahead: ${turns}`).waitFor();
const noPreview = (page) => page.locator('.prompt.preview').waitFor({ state: 'detached' });

async function playsAndBranches(stage) {
  stage.refuses(400, '/api/view'); // where the socket is not open yet
  const page = await opened(stage, '/analyse/yavalath');
  await cell(page, 'e5').click();
  await until(() => turnsShown(page), ['e5']);
  await heard(page, 'Turn 1 of 1: e5');
  await cell(page, 'e4').click();
  await until(() => turnsShown(page), ['e5', 'e4']);
  await page.keyboard.press(',');
  await heard(page, 'Turn 1 of 2: e5');
  await cell(page, 'd4').click();
  await until(() => turnsShown(page), ['e5', 'e4', 'd4']);
  equal(await page.locator('.variations .turn').count(), 1, 'variations');
  // Keys: branches, start, end.
  await page.locator('.stage .prompt').click();
  await page.keyboard.press('ArrowUp');
  await until(() => current(page), 'e4');
  await page.keyboard.press('Home');
  await page.keyboard.press('End');
  await until(() => current(page), 'e4');
  // Typed turns, wrong and right.
  await page.keyboard.press('/');
  await page.keyboard.type('z9');
  await page.keyboard.press('Enter');
  await page.locator('.prompt .problem').waitFor();
  await toldOnce(page, 'z9');
  await page.locator('#typed-turn').fill('c3');
  await page.keyboard.press('Enter');
  await until(() => current(page), 'c3');
  // Comments and glyphs stay with their turn, also over a reload.
  await page.getByLabel('Comment').fill('the usual answer');
  await page.locator('.glyph-1').click();
  await until(() => page.locator('.turn-comment').innerText(), 'the usual answer');
  await page.reload();
  await until(() => page.locator('.turn-comment').innerText(), 'the usual answer');
  ok(/c3\s*!/.test(await page.locator('.turn[aria-current]').innerText()), 'the glyph');
  await fitEverywhere(page, 'analysis');
}

async function engineAndHints(stage) {
  const page = await opened(stage, '/analyse/yavalath');
  const lines = page.locator('.engine-line');
  const chances = page.getByTestId('chances');
  await thought(page);
  equal(await lines.count(), 3, 'lines');
  ok((await page.locator('.stage svg.board .candidate').count()) >= 1, 'rings on the board');
  ok(/\d+ %/.test(await page.locator('.candidate.best .words').first().textContent()), 'figures on the board');
  ok(/White \d+ %\s+Black \d+ %/.test(await chances.innerText()), 'the bar');
  ok(/^White (\d+ %|wins)/.test(await page.locator('.engine-win').first().innerText()), 'whose chance it is');
  // Hints and engine are two switches, and what is hidden cannot be had by a key.
  await page.locator('.stage .prompt').click();
  await page.keyboard.press('h');
  await lines.first().waitFor({ state: 'detached' });
  ok(/White/.test(await chances.innerText()), 'the evaluation stays');
  await page.keyboard.press(' ');
  await page.keyboard.press(']');
  await page.locator('.stage [role=gridcell][tabindex="0"]').focus();
  await page.keyboard.press('g');
  await heard(page, 'Hints are hidden');
  // What is played is a draft at first.
  equal(await page.locator('.draft .chip').count(), 0, 'steps with hints hidden');
  equal(await turnsShown(page), [], 'turns with hints hidden');
  await page.keyboard.press('h');
  await lines.first().waitFor();
  // Space plays the best turn; going back needs no new search.
  await page.locator('.stage .prompt').click();
  await page.keyboard.press(' ');
  await until(async () => (await turnsShown(page)).length, 1);
  await thought(page);
  await page.locator('.chart').waitFor(); // two positions are judged
  await page.keyboard.press('e');
  await page.keyboard.press('ArrowLeft');
  await lines.first().waitFor();
  ok(/off/.test(await page.getByTestId('engine-status').innerText()), 'the engine is off');
  await page.getByText('Share and save').click();
  ok(/1\. \w\d \{\[%wp 0\.\d+/.test(await textOf(await saved(page, 'Save record'))), 'the record has the evaluation');
}

// A line of three turns or more; who thinks longer sees further.
async function longLine(page) {
  const long = page.locator('.engine-turn:has(.ply:nth-child(3))').first();
  for (const seconds of [2, 5, 10]) {
    if ((await long.count()) > 0) break;
    await page.getByRole('button', { name: 'Deeper' }).click();
    await thought(page, seconds);
  }
  return long;
}

async function previews(stage) {
  const page = await opened(stage, '/analyse/yavalath');
  await thought(page);
  const line = await longLine(page);
  // By focus and keys.
  await line.focus();
  await ahead(page, 1);
  await page.keyboard.press(']');
  await ahead(page, 2);
  // The line is focused: the mouse may go over it to the board, and the wheel goes on there.
  const wheelOn = async (locator, by) => {
    const { x, y, width, height } = await locator.boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.wheel(0, by);
  };
  await wheelOn(page.locator('.stage svg.board'), 120);
  await ahead(page, 3);
  equal(await page.evaluate(() => scrollY), 0, 'the page has not scrolled');
  await page.keyboard.press('[');
  await ahead(page, 2);
  await page.mouse.move(5, 5);
  await page.locator('.stage .prompt').click();
  await noPreview(page);
  // By the mouse alone: hover, and the wheel on the line.
  await line.hover();
  await ahead(page, 1);
  await wheelOn(line, 120);
  await ahead(page, 2);
  await wheelOn(line, -120);
  await ahead(page, 1);
  await page.mouse.move(5, 5);
  await noPreview(page);
  // A turn ends the preview, and no line is marked as looked at.
  const { x, y, width, height } = await line.boundingBox();
  const mouse = [x + width / 2, y + height / 2];
  await page.mouse.move(...mouse);
  await ahead(page, 1);
  await page.keyboard.press(' ');
  await until(async () => (await turnsShown(page)).length, 1);
  await noPreview(page);
  // Nor when new lines come to lie under the mouse, which did not move: the browser has told the page of them.
  await thought(page);
  await page.waitForFunction(([x, y]) => document.elementFromPoint(x, y)?.matches(':hover'), mouse);
  equal(await page.locator('.prompt.preview').count(), 0, 'no preview without a movement');
  // Hiding the hints ends it, too, and the board can be played on.
  await page.mouse.move(5, 5);
  await until(async () => {
    await page.keyboard.press(']'); // as soon as there are lines
    return page.locator('.prompt.preview').count();
  }, 1);
  await page.keyboard.press('h');
  await noPreview(page);
  await cell(page, 'a1').click();
  await until(async () => (await turnsShown(page)).length, 2);
}

// Does the page take the key, so that the browser does not scroll?
const taken = (page, key) =>
  page.evaluate(
    (name) =>
      !document.body.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })),
    key,
  );

async function stepKeys(stage) {
  const page = await opened(stage, '/analyse/epaminondas#m=c1-c3(d1-d3)');
  await cell(page, 'a1').waitFor();
  equal(await taken(page, 'ArrowUp'), false, 'up without a branch');
  equal(await taken(page, 'Home'), false, 'the start at the start');
  equal(await taken(page, 'End'), true, 'the end from the start');
  equal(await taken(page, 'ArrowDown'), true, 'down to a branch');
  await until(() => current(page), 'd1-d3');
  // A draft is taken back step by step, and keys that lead nowhere do not discard it.
  await page.goto(`${stage.address}/analyse/eigenstate`);
  const chips = page.locator('.draft .chip');
  await page.locator('#typed-turn').fill('b1-b2');
  await page.keyboard.press('Enter');
  await until(() => chips.count(), 1, 'steps of the draft');
  equal(await taken(page, 'ArrowRight'), false, 'on at the end');
  equal(await chips.count(), 1, 'steps of the draft');
  equal(await taken(page, 'u'), true, 'undo');
  await until(() => chips.count(), 0, 'steps of the draft');
  equal(await taken(page, 'u'), false, 'undo without a draft');
}

async function deeperAndMoreLines(stage) {
  const page = await opened(stage, '/analyse/yavalath#m=e5');
  await thought(page);
  await page.getByRole('button', { name: 'Deeper' }).click();
  await thought(page, 2);
  await page.getByText('Lines and legend').click();
  await page.getByLabel('Lines', { exact: true }).fill('5');
  await page.keyboard.press('Tab');
  await until(() => page.locator('.engine-line').count(), 5, 'lines', kThinking);
  await thought(page, 2); // as long as the search before
  await page.getByLabel('Turns of a line').fill('1');
  await page.keyboard.press('Tab');
  await until(() => page.locator('.engine-line').first().locator('.ply').count(), 1);
}

async function ofSteps(stage) {
  const page = await opened(stage, '/analyse/eigenstate');
  await thought(page);
  const best = await page.locator('.engine-turn').first().getAttribute('data-turn');
  equal(best.split(',').length, 3, 'the list shows whole turns');
  const [from, to] = best.split(',')[0].split(/[-x]/);
  await cell(page, from).click();
  await cell(page, to).click();
  await page.locator('.draft .chip').waitFor();
  await thought(page); // the first lines of a search may be shorter than a turn
  const next = await page.locator('.engine-turn').first().getAttribute('data-turn');
  ok(/^\w\d\+/.test(next), 'after the move lines begin with pegs');
  await page.locator('.engine-turn').first().click();
  await until(async () => (await turnsShown(page)).length, 1);
}

async function links(stage) {
  stage.refuses(400, '/api/view');
  const page = await opened(stage, '/analyse/yavalath#o=size=4&m=d4.c4(e4)&n=3');
  await until(() => turnsShown(page), ['d4', 'c4', 'e4']);
  equal((await addressOf(page)).hash, '#o=size=4&m=d4.c4(e4)&n=3', 'the address');
  await page.reload();
  await until(() => turnsShown(page), ['d4', 'c4', 'e4']);
  // A game from here, with the turns that lead here.
  await page.getByRole('link', { name: 'Play from here' }).click();
  await page.waitForURL(/\/new\/yavalath\?/);
  equal((await addressOf(page)).searchParams.get('turns'), 'd4 e4', 'turns that go along');
  for (const [link, words] of [
    ['#m=(((', 'The link is damaged'],
    ['#m=a1.zz9&n=2', 'zz9'],
    ['#p=rubbish', 'expected the 3 fields'],
  ]) {
    await page.goto('about:blank');
    await page.goto(`${stage.address}/analyse/yavalath${link}`);
    await page.getByText(words).first().waitFor();
  }
}

// How many points of a picture are not of its commonest colour.
const drawn = (page, source) =>
  page.evaluate(async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = new OffscreenCanvas(200, 200);
    const pen = canvas.getContext('2d');
    pen.drawImage(image, 0, 0, 200, 200);
    const { data } = pen.getImageData(0, 0, 200, 200);
    const counts = new Map();
    for (let i = 0; i < data.length; i += 4) {
      const colour = data.subarray(i, i + 4).join();
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    return 1 - Math.max(...counts.values()) / 40_000;
  }, source);

async function records(stage) {
  const page = await opened(stage, '/analyse/yavalath', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByText('Open a record').click();
  await page.getByLabel('Record (PGN').fill('[Game "epaminondas"]\n\n1. c1-c3 {far} 2. n12-n10 ( 2. a12-a10 ) *');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('heading', { name: 'Analysis: Epaminondas' }).waitFor();
  await until(() => turnsShown(page), ['c1-c3', 'n12-n10', 'a12-a10']);
  await page.getByText('Share and save').click();
  const text = await textOf(await saved(page, 'Save record'));
  ok(/1\. c1-c3 \{(\[[^\]]*\] )?far\} 2\. n12-n10 \( 2\. a12-a10 \)/.test(text), text);
  // Pictures, also while the board is shown in 3D.
  await page.keyboard.press('3');
  await page.locator('.board.under').waitFor();
  const png = await bytesOf(await saved(page, 'Save PNG'));
  ok((await drawn(page, `data:image/png;base64,${png.toString('base64')}`)) > 0.2, 'the PNG shows a board');
  await page.getByRole('button', { name: 'Copy SVG' }).click();
  await page.getByText('Copied.').first().waitFor();
  await toldOnce(page, 'Copied.');
  const svg = await page.evaluate(() => navigator.clipboard.readText());
  ok(svg.startsWith('<svg') && !/class=/.test(svg), 'the SVG needs no style sheet');
  ok((await drawn(page, `data:image/svg+xml,${encodeURIComponent(svg)}`)) > 0.2, 'the SVG shows a board');
  stage.refuses(400, '/api/record');
  await page.getByText('Open a record').click();
  await page.getByLabel('Record (PGN').fill('1. nonsense');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.locator('.import .problem').waitFor();
}

async function ofThreePlayers(stage) {
  const page = await opened(stage, '/analyse/yavalath#o=players=3');
  await thought(page);
  ok(/White \d+ %\s+Black \d+ %\s+Red \d+ %/.test(await page.getByTestId('chances').innerText()), 'the bar');
  equal(await page.locator('.chances-picture rect').count(), 3, 'parts of the bar');
  ok(/^\d+ · \d+ · \d+ %$/.test(await page.locator('.engine-win').first().innerText()), 'shares of a line');
}

export default [
  ['analysis plays, branches and keeps notes', playsAndBranches],
  ['analysis: engine, hints and evaluations', engineAndHints, 'smoke'],
  ['analysis: previews by mouse, wheel and keys', previews],
  ['analysis: keys of drafts and branches', stepKeys],
  ['analysis: deeper, more and longer lines', deeperAndMoreLines],
  ['analysis of turns of several steps', ofSteps],
  ['analysis: links and playing from here', links],
  ['analysis: records and pictures', records],
  ['analysis of three players', ofThreePlayers],
];
