// Two browsers over an invitation, one that loses its connection, and somebody who watches.
import { Mouse } from './hands.mjs';
import { equal } from './support.mjs';

async function invite(stage) {
  const ana = await stage.person();
  const page = await stage.open(ana, '/new/yavalath?with=friend');
  await page.getByLabel('Your name').fill('Ana');
  await page.getByRole('button', { name: 'Create the invitation' }).click();
  const field = page.getByRole('textbox', { name: 'Invitation link' });
  await field.waitFor();
  return { ana, page, link: await field.inputValue() };
}

const at = (page, turns) => page.locator(`.stage[data-shown="${turns}"]`).waitFor();

async function overALink(stage) {
  const { ana, page, link } = await invite(stage);
  const url = new URL(link);
  const id = url.pathname.split('/')[2];
  await page.locator('.qr').waitFor();
  // A preview of the link takes nothing.
  equal((await fetch(link)).status, 200, 'preview');
  equal((await stage.api('GET', `/api/tables/${id}`)).body.seats[1].taken, false, 'seat after a preview');

  const rui = await stage.person();
  for (const status of [401, 403]) stage.refuses(status, `/api/tables/${id}`); // an invitation is not yet a seat
  const guest = await stage.open(rui, url.pathname + url.hash);
  await guest.getByText('You play Black').waitFor();
  await guest.getByText('Four or more in a line win').waitFor();
  equal((await stage.api('GET', `/api/tables/${id}`)).body.seats[1].taken, false, 'seat before joining');
  await guest.getByLabel('Your name').fill('Rui');
  await guest.getByRole('button', { name: 'Join' }).click();
  await guest.locator('.stage').waitFor();
  equal(new URL(guest.url()).hash, '', 'the token left the address');
  await page.locator('.seat', { hasText: 'Rui' }).waitFor();
  await page.locator('.invite').waitFor({ state: 'detached' });

  const watcher = await stage.open(await stage.person(), `/g/${id}`);
  await watcher.getByText('You are watching').waitFor();

  const white = new Mouse(stage, page, { game: 'yavalath' });
  const black = new Mouse(stage, guest, { game: 'yavalath' });
  const turns = [];
  const play = async (hands, turn) => {
    await hands.turn(turn, [...turns]);
    turns.push(turn);
  };
  await play(white, 'c3');
  await at(guest, 1);
  await play(black, 'e5');
  await at(page, 2);
  await at(watcher, 2);
  equal(await watcher.locator('.stage').getAttribute('data-active'), 'false', 'watchers do not act');

  // White loses the connection, black is told, and moves come after the return.
  await play(white, 'd4');
  await at(guest, 3);
  stage.expected.push(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  await ana.setOffline(true);
  await page.goto('about:blank'); // a connection that is only silent would be missed after a minute
  await guest.locator('.seat', { hasText: 'Ana' }).filter({ hasText: 'away' }).waitFor();
  await play(black, 'f2');
  await ana.setOffline(false);
  await page.goto(`${stage.address}/g/${id}`);
  await at(page, 4);
  await play(white, 'a1');
  await at(guest, 5);

  // A draw is offered, declined, offered again and taken.
  await page.getByRole('button', { name: 'Offer a draw' }).click();
  await guest.locator('.offer', { hasText: 'Ana offers a draw' }).waitFor();
  await guest.getByRole('button', { name: 'Decline' }).click();
  await guest.locator('.offer').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Ask to take back' }).click();
  await guest.locator('.offer', { hasText: 'Ana asks to take back' }).waitFor();
  await guest.getByRole('button', { name: 'Accept' }).click();
  await at(page, 4);
  await at(watcher, 4);
  await page.getByRole('button', { name: 'Offer a draw' }).click();
  await guest.getByRole('button', { name: 'Accept' }).click();
  for (const one of [page, guest, watcher]) await one.locator('.result[data-result="draw"]').waitFor();

  // The rematch takes both along, with sides swapped.
  await guest.getByRole('button', { name: 'Rematch' }).click();
  await page.getByRole('button', { name: 'Accept' }).click();
  for (const one of [page, guest]) {
    await one.waitForURL((now) => !now.pathname.endsWith(id));
    await one.locator('.seat', { hasText: 'Rui' }).filter({ hasText: 'White' }).waitFor();
  }
}

async function brokenSocket(stage) {
  const ana = await stage.person();
  const { id } = await stage.table(ana, { game: 'yavalath', seats: [{ who: 'me' }, { who: 'me' }] });
  let live = null;
  const prepare = (page) => page.routeWebSocket(/\/api\/socket/, (socket) => {
    live = socket;
    socket.connectToServer();
  });
  const page = await stage.open(ana, `/g/${id}`, { prepare });
  const hands = new Mouse(stage, page, { game: 'yavalath' });
  await hands.turn('e5', []);
  await live.close();
  await page.getByText('No connection to the server').waitFor();
  // Turns still go out by single requests; the socket comes back by itself and catches up.
  await page.locator('.stage .board [data-cell="d4"]').click();
  await page.getByText('No connection to the server').waitFor({ state: 'detached' });
  await at(page, 2);
  equal((await stage.api('GET', `/api/tables/${id}`)).body.turns, ['e5', 'd4'], 'turns');
}

// Only told: how long it takes depends on what else the machine does.
async function quickOnOtherScreen(stage) {
  const ana = await stage.person();
  const { id, token } = await stage.table(ana, { game: 'yavalath', seats: [{ who: 'me' }, { who: 'me' }] });
  const watcher = await stage.open(await stage.person(), `/g/${id}`);
  await at(watcher, 0);
  await watcher.evaluate(() => {
    const stage = document.querySelector('.stage');
    new MutationObserver(() => (window.seenAt ??= performance.timeOrigin + performance.now())).observe(stage, {
      attributes: true, attributeFilter: ['data-shown'],
    });
  });
  const times = [];
  const turns = ['e5', 'd4', 'c3', 'f6', 'a1', 'b5'];
  for (let i = 0; i < turns.length; ++i) {
    await watcher.evaluate(() => void (window.seenAt = undefined));
    const sent = performance.timeOrigin + performance.now();
    const answer = await stage.api('POST', `/api/tables/${id}/turns`, { turn: turns[i], after: i }, token);
    equal(answer.status, 200, 'turn');
    await at(watcher, i + 1);
    times.push((await watcher.evaluate(() => window.seenAt)) - sent);
  }
  times.sort((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)];
  console.log(`   a turn is on the other screen after ${median.toFixed(0)} ms (median of ${times.length})`);
}

// The seat is taken, but the guest never hears of it: it is still his, at once and after a reload.
async function lostAnswer(stage) {
  for (const reload of [false, true]) {
    const { link } = await invite(stage);
    const url = new URL(link);
    const rui = await stage.person();
    for (const status of [401, 403]) stage.refuses(status, url.pathname.replace('/g/', '/api/tables/'));
    const guest = await stage.open(rui, url.pathname + url.hash);
    stage.expected.push(/ERR_FAILED/);
    await guest.route('**/join', async (route) => {
      await route.fetch();
      await route.abort();
    }, { times: 1 });
    await guest.getByRole('button', { name: 'Join' }).click();
    await guest.locator('.notice.error').waitFor();
    if (reload) await guest.reload();
    else await guest.getByRole('button', { name: 'Join' }).click();
    await guest.locator('.stage').waitFor();
    equal(await guest.locator('.seat', { hasText: 'You' }).count(), 1, 'the seat');
  }
}

export default [
  ['a seat whose answer was lost', lostAnswer],
  ['two browsers over an invitation', overALink],
  ['a broken socket', brokenSocket],
  ['a turn is quickly on the other screen', quickOnOtherScreen],
];
