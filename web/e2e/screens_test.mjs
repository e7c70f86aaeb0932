// Every screen of playing: no violations of accessibility, nothing wider than the window.
import { kGames } from './games.mjs';
import { addressOf, equal, fit, kPhone, ok, until } from './support.mjs';

const kLooks = [
  ['light desk', { colorScheme: 'light' }],
  ['dark desk', { colorScheme: 'dark' }],
  ['light phone', { ...kPhone, colorScheme: 'light' }],
  ['dark phone', { ...kPhone, colorScheme: 'dark' }],
];

// Light, on a desk: the most usual look.
const kUsual = kLooks[0][0];

const around = (look) => async (stage) => {
  const person = await stage.person(look);
  const page = await stage.open(person);
  await page.locator('.game-card .board').first().waitFor();
  await fit(page, 'home');
  await page.goto(`${stage.address}/new/yavalath?with=computer`);
  await page.locator('.setup').waitFor();
  await fit(page, 'new game');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').waitFor();
  await fit(page, 'settings');
  await page.goto(`${stage.address}/help`);
  await page.locator('.keys').waitFor();
  await fit(page, 'help');
  stage.refuses(404, '/nowhere');
  await page.goto(`${stage.address}/nowhere`);
  await page.getByText('nothing at this address').waitFor();
  await fit(page, 'missing');
};

const playing = (look) => async (stage) => {
  for (const [game, { turns }] of Object.entries(kGames)) {
    const person2 = await stage.person(look);
    const seats = [
      { who: 'me', name: 'Ana' },
      { who: 'me', name: 'Ana' },
    ];
    const clock = { kind: 'game', initial: 600_000, increment: 5_000 };
    const { id } = await stage.table(person2, { game, seats, clock, turns: turns.slice(0, 5) });
    const play = await stage.open(person2, `/g/${id}`);
    await play.locator('.stage .board').waitFor();
    await fit(play, `playing ${game}`);
    await person2.close();
  }
  const third = await stage.person(look);
  const seats = [{ who: 'me', name: 'Ana' }, { who: 'open' }];
  const made = await stage.table(third, { game: 'eigenstate', seats });
  const waiting = await stage.open(third, `/g/${made.id}`);
  await waiting.locator('.qr').waitFor();
  await fit(waiting, 'waiting for a friend');
  const guest = await stage.open(await stage.person(look), `/g/${made.id}#seat=${made.invites[0].token}&player=2`);
  await guest.getByRole('button', { name: 'Join' }).waitFor();
  await fit(guest, 'joining');
};

// Owners are told apart by patterns, also without any colour.
async function patternTheme(stage) {
  const person = await stage.person();
  await person.addInitScript(() => localStorage.setItem('tabuleiro.board', 'pattern'));
  const seats = [{ who: 'me' }, { who: 'me' }];
  const { id } = await stage.table(person, { game: 'yavalath', seats, turns: kGames.yavalath.turns.slice(0, 4) });
  const page = await stage.open(person, `/g/${id}`);
  await page.locator('.stage .board.theme-pattern').waitFor();
  const fills = await page
    .locator('.stage .piece .shade')
    .evaluateAll((shades) => shades.map((each) => getComputedStyle(each).fill));
  equal(new Set(fills).size, 2, 'patterns of two players');
  ok(
    fills.every((fill) => fill.includes('hatch')),
    `patterns: ${fills}`,
  );
  await fit(page, 'pattern theme');
}

// Every screen is reachable from the bar at the top, also where there is no room for its link.
async function menuOnPhones(stage) {
  for (const [width, locale] of [
    [360, 'en-GB'],
    [360, 'pt-PT'],
    [390, 'en-GB'],
    [720, 'en-GB'],
  ]) {
    const names =
      locale === 'pt-PT'
        ? { menu: 'Menu principal', puzzles: 'Problemas', games: 'As minhas partidas' }
        : { menu: 'Main menu', puzzles: 'Puzzles', games: 'My games' };
    const person = await stage.person({ viewport: { width, height: 740 }, locale, hasTouch: true });
    const page = await stage.open(person, '/learn');
    const menu = page.locator('#menu');
    const button = page.getByRole('button', { name: names.menu });
    await button.tap();
    await menu.getByRole('link').first().waitFor();
    equal(await menu.getByRole('link').count(), 5, 'links');
    equal(await menu.getByRole('link', { name: names.puzzles }).count(), 1, names.puzzles);
    await fit(page, `the menu at ${width}, ${locale}`);
    await menu.getByRole('link', { name: names.games }).tap();
    await until(async () => (await addressOf(page)).pathname, '/games', 'where the link leads');
    await menu.waitFor({ state: 'hidden' });
    await page.locator('main:focus').waitFor(); // the screen has come
    // By keys: Escape closes it and gives the focus back.
    await button.focus();
    await page.keyboard.press('Enter');
    await menu.getByRole('link').first().waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    ok(await button.evaluate((one) => one === document.activeElement), 'the focus is back');
    await page.keyboard.press('Enter');
    await menu.getByRole('link').first().waitFor();
    for (let i = 0; i < 3; ++i) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await until(async () => (await addressOf(page)).pathname, '/puzzles', 'by keys');
    await menu.waitFor({ state: 'hidden' });
  }
  const desk = await stage.open(await stage.person(), '/learn');
  await desk.locator('.top .links').getByRole('link', { name: 'My games' }).waitFor();
  equal(await desk.getByRole('button', { name: 'Main menu' }).count(), 0, 'no menu where all links have room');
}

export default [
  ['the menu of phones leads everywhere', menuOnPhones],
  ...kLooks.map(([name, look]) => [`home, settings and help, ${name}`, around(look), name === kUsual && 'smoke']),
  ...kLooks.map(([name, look]) => [`screens of playing, ${name}`, playing(look)]),
  ['the theme of patterns', patternTheme, 'smoke'],
];
