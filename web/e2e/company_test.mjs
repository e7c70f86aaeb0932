// Public tables, people who look on, and what is said.
import { Mouse } from './hands.mjs';
import { heard } from './study.mjs';
import { addressOf, equal, fit, fitEverywhere, kPhone, until, whole } from './support.mjs';

const at = (page, turns) => page.locator(`.stage[data-shown="${turns}"]`).waitFor();
const said = (page) => page.locator('.said');

// Ana's public table, from the form to the live list of a stranger.
async function publicTable(stage, name) {
  const page = await stage.open(await stage.person(), '/new/yavalath?with=friend');
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('switch', { name: /Public table/ }).click();
  await page.getByRole('button', { name: 'Create the invitation' }).click();
  await page.locator('.stage').waitFor();
  return { page, id: (await addressOf(page)).pathname.split('/')[2] };
}

async function live(stage) {
  const name = `Ana live ${process.pid}`;
  const { page, id } = await publicTable(stage, name);
  const rui = await stage.person(kPhone);
  const guest = await stage.open(rui, '/');
  await guest.getByRole('link', { name: 'Live games' }).tap();
  const row = guest.locator('.game-row', { hasText: name });
  await row.getByText('Open seat').first().waitFor();
  await fitEverywhere(guest, 'live games');
  // Whoever looks in takes no seat; only the button does.
  await row.getByRole('link', { name: /^Join/ }).tap();
  await guest.getByText('You play Black').waitFor();
  equal((await stage.api('GET', `/api/tables/${id}`)).body.seats[1].taken, false, 'nobody has joined yet');
  await guest.getByLabel('Your name').fill('Rui');
  await guest.getByRole('button', { name: 'Join' }).tap();
  await guest.locator('.stage').waitFor();
  equal((await addressOf(guest)).search, '', 'the address of the table');
  await page.locator('.seat', { hasText: 'Rui' }).waitFor();
  await guest.reload();
  await guest.locator('.seat', { hasText: 'Rui' }).filter({ hasText: 'you' }).waitFor();

  // A third one watches, and is counted.
  equal(await page.locator('.spectators').count(), 0, 'nobody watches');
  const zita = await stage.person();
  const list = await stage.open(zita, '/games/live');
  const running = list.locator('.game-row', { hasText: name });
  const watch = running.getByRole('link', { name: /^Watch/ });
  await watch.waitFor();
  equal(await running.getByRole('link', { name: /^Join/ }).count(), 0, 'no seat is left');
  await watch.click();
  await list.getByText('You are watching').waitFor();
  for (const each of [page, guest, list]) await each.locator('.spectators', { hasText: 'Watching: 1' }).waitFor();
  for (const each of [page, guest]) await fit(each, 'somebody watches');
  await zita.close();
  for (const each of [page, guest]) await each.locator('.spectators').waitFor({ state: 'detached' });

  // What is over is no longer in the list.
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await guest.locator('.result').waitFor();
  await until(
    async () => (await stage.api('GET', '/api/live')).body.games.some((game) => game.id === id),
    false,
    'the list',
  );
}

async function phrases(stage) {
  const ana = await stage.person();
  const made = await stage.table(ana, { game: 'yavalath', seats: [{ who: 'me', name: 'Ana' }, { who: 'open' }] });
  const page = await stage.open(ana, `/g/${made.id}`);
  await page.locator('.stage').waitFor();
  await whole(page);
  equal(await page.getByRole('button', { name: 'Say something' }).count(), 0, 'nobody is there to talk to');
  const guest = await stage.open(await stage.person(kPhone), `/g/${made.id}#seat=${made.invites[0].token}&player=2`);
  await guest.getByLabel('Your name').fill('Rui');
  await guest.getByRole('button', { name: 'Join' }).tap();
  await guest.locator('.stage').waitFor();

  // By keyboard.
  const menu = page.getByRole('button', { name: 'Say something' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await fit(page, 'what can be said');
  // It is seen for a while only: both look at once.
  await Promise.all([
    ...[page, guest].map((each) => said(each).getByText('Good luck!').waitFor()),
    page.getByRole('button', { name: 'Good luck!' }).press('Enter'),
  ]);
  await heard(guest, 'Ana: Good luck!');
  await fit(guest, 'something was said');
  await said(guest).waitFor({ state: 'detached' }); // after a while

  // Whoever does not want it is left in peace.
  await guest.getByRole('button', { name: 'Say something' }).tap();
  await fit(guest, 'what can be said, phone');
  const wanted = guest.getByRole('switch', { name: 'Show what others say' });
  await wanted.tap();
  await until(() => wanted.isChecked(), false, 'what others say');
  await menu.click();
  await Promise.all([
    said(page).getByText('Nice turn!').waitFor(),
    page.getByRole('button', { name: 'Nice turn!' }).click(),
  ]);
  await new Mouse(stage, page, { game: 'yavalath' }).turn('e5', []);
  await at(guest, 1); // it was said before
  equal(await said(guest).count(), 0, 'muted');
}

export default [
  ['public games are found, watched and joined', live, 'smoke'],
  ['phrases are seen, heard and muted', phrases],
];
