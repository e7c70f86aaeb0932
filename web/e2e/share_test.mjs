// Installing, link previews, animated pictures, and boards within pages of others.
import { createServer } from 'node:http';
import { kGames } from './games.mjs';
import { equal, fit, ok, until } from './support.mjs';

const kTwoOfMe = [
  { who: 'me', name: 'Ana' },
  { who: 'me', name: 'Ana' },
];

async function installable(stage) {
  const page = await stage.open(await stage.person());
  const found = await page.evaluate(async () => {
    const href = document.querySelector('link[rel=manifest]').href;
    const answer = await fetch(href);
    const manifest = await answer.json();
    const icons = [];
    for (const { src, sizes, type, purpose } of manifest.icons) {
      const got = await fetch(src);
      const image = new Image();
      image.src = src;
      await image.decode();
      icons.push({ sizes, type, purpose, got: got.headers.get('content-type'), width: image.naturalWidth });
    }
    const touch = await fetch(document.querySelector('link[rel=apple-touch-icon]').href);
    const start = new URL(manifest.start_url, answer.url).pathname;
    return { type: answer.headers.get('content-type'), manifest, start, icons, touch: touch.status };
  });
  equal(found.type, 'application/manifest+json', 'type');
  equal([found.manifest.name, found.start, found.manifest.display], ['Tabuleiro', '/', 'standalone']);
  equal(found.touch, 200, 'the icon for Apple');
  for (const { sizes, type, got, width } of found.icons) {
    equal(got, type, sizes);
    if (sizes !== 'any') equal(`${width}x${width}`, sizes, 'what is in the file');
  }
  ok(
    found.icons.some(({ purpose, sizes }) => purpose === 'maskable' && sizes === '512x512'),
    'a maskable icon',
  );
  // The browser itself reads it, too.
  const session = await page.context().newCDPSession(page);
  const { errors, data } = await session.send('Page.getAppManifest');
  equal(errors, [], 'what the browser says');
  ok(data.includes('Tabuleiro'), 'the browser has it');
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  equal(
    installabilityErrors.map((each) => each.errorId).filter((id) => id !== 'in-incognito'),
    [],
    'what keeps it from being installed',
  );
}

async function previewed(stage) {
  const person = await stage.person();
  const { id } = await stage.table(person, { game: 'eigenstate', seats: kTwoOfMe });
  const { body } = await stage.api('GET', `/g/${id}`);
  const tag = (name) => new RegExp(`<meta property="${name}" content="([^"]*)">`).exec(body)?.[1];
  equal(tag('og:title'), 'Eigenstate', 'title');
  ok(tag('og:image').startsWith(`${stage.address}/api/tables/${id}/picture.png`), tag('og:image'));
  const page = await stage.open(person, '/');
  const size = await page.evaluate(async (src) => {
    const image = new Image();
    image.src = src;
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  }, tag('og:image'));
  equal(size, [1200, 630], 'the picture');
}

async function finished(stage, person) {
  const { turns } = kGames.yavalath;
  const { id, token } = await stage.table(person, { game: 'yavalath', seats: kTwoOfMe, turns: turns.slice(0, -1) });
  const last = { turn: turns.at(-1), after: turns.length - 1 };
  equal((await stage.api('POST', `/api/tables/${id}/turns`, last, token)).status, 200, 'the last turn');
  return { id, turns };
}

async function animated(stage) {
  const person = await stage.person();
  const { id } = await finished(stage, person);
  const page = await stage.open(person, `/g/${id}`);
  await page.getByText('Copy and share').click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Animated picture' }).click(),
  ]);
  equal(file.suggestedFilename(), 'yavalath.gif', 'name');
  const size = await page.evaluate(async (src) => {
    const image = new Image();
    image.src = src;
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  }, `/api/tables/${id}/picture.gif`);
  equal(size, [480, 440], 'the browser shows it');
  await page.goto(`${stage.address}/analyse/yavalath#m=e5.d4.f6&n=3`);
  await page.getByText('Animated picture').waitFor({ state: 'attached' });
  const drawer = page.locator('details:has(.share) > summary');
  if ((await drawer.count()) > 0) await drawer.first().click();
  const [line] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Animated picture' }).click(),
  ]);
  equal(line.suggestedFilename(), 'yavalath.gif', 'of a line, too');
}

// A site of somebody else, under another origin.
async function elsewhere(html, use) {
  const server = createServer((_, answer) => answer.setHeader('Content-Type', 'text/html').end(html));
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  try {
    await use(`http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

async function framed(stage) {
  const person = await stage.person();
  const { id, turns } = await finished(stage, person);
  const board = `${stage.address}/embed/g/${id}`;
  const link = `${stage.address}/embed/yavalath#m=e5.d4.f6&n=1`;
  const html = [board, link, `${stage.address}/g/${id}`, `${stage.address}/`]
    .map((src, i) => `<iframe id="f${i}" src="${src}" width="480" height="560"></iframe>`)
    .join('');
  await elsewhere(`<!doctype html><title>Elsewhere</title>${html}`, async (address) => {
    const page = await person.newPage();
    await page.goto(address);
    const of = (i) => page.frameLocator(`#f${i}`);
    await of(0).locator(`.stage[data-shown="${turns.length}"] svg.board`).waitFor();
    await of(0).getByRole('button', { name: 'Previous turn' }).click();
    await of(0)
      .locator(`.stage[data-shown="${turns.length - 1}"]`)
      .waitFor();
    await of(0).getByRole('button', { name: 'First position' }).click();
    await of(0).locator('.stage[data-shown="0"]').waitFor();
    equal(await of(0).locator('header.top').count(), 0, 'nothing but the board');
    const full = of(0).getByRole('link', { name: 'Open in Tabuleiro' });
    equal([await full.getAttribute('href'), await full.getAttribute('target')], [`/g/${id}`, '_blank'], 'the way in');
    await of(1).locator('.stage[data-shown="1"] svg.board').waitFor();
    await of(1).getByRole('button', { name: 'Next turn' }).click();
    await of(1).locator('.stage[data-shown="2"]').waitFor();
    // The rest refuses: the browser shows an error page instead.
    for (const i of [2, 3]) {
      const frame = await (await page.$(`#f${i}`)).contentFrame();
      await until(async () => frame.url().startsWith('chrome-error://'), true, `frame ${i}`);
    }
  });
}

async function embeddedAlone(stage) {
  const person = await stage.person();
  const seats = [{ who: 'me', name: 'Ana' }, { who: 'open' }];
  const turns = ['e5', 'd4', 'f6'];
  const { id, invites } = await stage.table(person, { game: 'yavalath', seats, turns });
  await stage.api('POST', `/api/tables/${id}/join`, { name: 'Rui' }, invites[0].token);
  const page = await stage.open(await stage.person(), `/embed/g/${id}`);
  await page.getByRole('grid', { name: 'Board of Yavalath' }).waitFor();
  await page.locator('.embed-title', { hasText: 'Yavalath Ana – Rui' }).waitFor();
  const turn = (words) => page.locator('.embed-turn', { hasText: words }).waitFor();
  await turn('3. Ana plays f6: places a stone on f6.');
  await page.getByRole('button', { name: 'Previous turn' }).click();
  await turn('2. Rui plays d4: places a stone on d4.');
  await fit(page, 'embedded');
  await page.goto(`${stage.address}/embed/yavalath#m=e5.d4&n=1`);
  await turn('1. White plays e5: places a stone on e5.');
  await page.locator('.embed-title', { hasText: /^Yavalath\s*$/ }).waitFor();
  stage.refuses(404, '/api/tables/nobody');
  await page.goto(`${stage.address}/embed/g/nobody`);
  await page.getByText("there is no table 'nobody'").waitFor();
}

export default [
  ['the page can be installed', installable],
  ['links have previews', previewed],
  ['a game as an animated picture', animated],
  ['boards within pages of others', framed],
  ['an embedded board by itself', embeddedAlone],
];
