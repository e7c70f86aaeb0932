// Every screen of playing: no violations of accessibility, nothing wider than the window.
import AxeBuilder from '@axe-core/playwright';
import { kGames } from './games.mjs';
import { equal, kPhone } from './support.mjs';

const kLooks = [
  ['light desk', { colorScheme: 'light' }],
  ['dark desk', { colorScheme: 'dark' }],
  ['light phone', { ...kPhone, colorScheme: 'light' }],
  ['dark phone', { ...kPhone, colorScheme: 'dark' }],
];

async function fit(page, name) {
  const found = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze();
  equal(
    found.violations.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.target.join(' ')).join(', ')}`),
    [],
    name,
  );
  equal(await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth)), 0, `${name}: too wide by`);
}

const screens = (look) => async (stage) => {
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
  await page.goto(`${stage.address}/nowhere`);
  await page.getByText('nothing at this address').waitFor();
  await fit(page, 'missing');
  for (const [game, { turns }] of Object.entries(kGames)) {
    const person2 = await stage.person(look);
    const seats = [{ who: 'me', name: 'Ana' }, { who: 'me', name: 'Ana' }];
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
  stage.expected.push(/40[134]/);
  await guest.getByRole('button', { name: 'Join' }).waitFor();
  await fit(guest, 'joining');
};

export default kLooks.map(([name, look]) => [`screens of playing, ${name}`, screens(look)]);
