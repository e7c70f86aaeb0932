// Two browsers over an invitation, one that loses its connection, and somebody who watches.
import jsqr from 'jsqr';
import { Mouse } from './hands.mjs';
import { addressOf, equal, fit, ok, whole } from './support.mjs';

async function invite(stage) {
  const ana = await stage.person();
  const page = await stage.open(ana, '/new/yavalath?with=friend');
  await page.getByLabel('Your name').fill('Ana');
  await page.getByRole('button', { name: 'Create the invitation' }).click();
  const field = page.getByRole('textbox', { name: 'Invitation link' });
  await field.waitFor();
  return { ana, page, link: await field.inputValue() };
}

// What a telephone reads off the code on the screen.
async function photographed(page) {
  const png = (await page.locator('.qr').screenshot()).toString('base64');
  const { bytes, width, height } = await page.evaluate(async (data) => {
    const image = new Image();
    image.src = data;
    await image.decode();
    const { width, height } = image;
    const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
    context.drawImage(image, 0, 0);
    return { bytes: [...context.getImageData(0, 0, width, height).data], width, height };
  }, `data:image/png;base64,${png}`);
  return jsqr(Uint8ClampedArray.from(bytes), width, height)?.data;
}

const at = (page, turns) => page.locator(`.stage[data-shown="${turns}"]`).waitFor();

async function overALink(stage) {
  const { ana, page, link } = await invite(stage);
  const url = new URL(link);
  const id = url.pathname.split('/')[2];
  await whole(page);
  equal(await photographed(page), link, 'the code to photograph');
  // A preview of the link takes nothing.
  equal((await fetch(link)).status, 200, 'preview');
  equal((await stage.api('GET', `/api/tables/${id}`)).body.seats[1].taken, false, 'seat after a preview');

  const rui = await stage.person();
  const guest = await stage.open(rui, url.pathname + url.hash);
  await guest.getByText('You play Black').waitFor();
  await guest.getByText('Four or more in a line win').waitFor();
  equal((await stage.api('GET', `/api/tables/${id}`)).body.seats[1].taken, false, 'seat before joining');
  await guest.getByLabel('Your name').fill('Rui');
  await guest.getByRole('button', { name: 'Join' }).click();
  await guest.locator('.stage').waitFor();
  equal((await addressOf(guest)).hash, '', 'the token left the address');
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
  for (const one of [page, guest, watcher]) await at(one, 4);
  await page.getByRole('button', { name: 'Offer a draw' }).click();
  await guest.locator('.offer', { hasText: 'Ana offers a draw' }).getByRole('button', { name: 'Accept' }).click();
  for (const one of [page, guest, watcher]) await one.locator('.result[data-result="draw"]').waitFor();

  // The rematch takes both along, with sides swapped.
  await guest.getByRole('button', { name: 'Rematch' }).click();
  await page.locator('.offer', { hasText: 'Rui' }).getByRole('button', { name: 'Accept' }).click();
  for (const one of [page, guest]) {
    await one.waitForURL((now) => !now.pathname.endsWith(id));
    await one.locator('.seat', { hasText: 'Rui' }).filter({ hasText: 'White' }).waitFor();
  }
}

async function brokenSocket(stage) {
  const ana = await stage.person();
  const { id, token } = await stage.table(ana, { game: 'yavalath', seats: [{ who: 'me' }, { who: 'me' }] });
  let live = null;
  let broken = false;
  const prepare = (page) =>
    page.routeWebSocket(/\/api\/socket/, (socket) => {
      if (broken) return socket.close();
      live = socket;
      socket.connectToServer();
    });
  const page = await stage.open(ana, `/g/${id}`, { prepare });
  const hands = new Mouse(stage, page, { game: 'yavalath' });
  await hands.turn('e5', []);
  const lost = page.getByText('No connection to the server');
  broken = true;
  await live.close();
  await lost.waitFor();
  // Turns still go out by single requests; the socket comes back by itself and catches up.
  await page.locator('.stage .board [data-cell="d4"]').click();
  await at(page, 2);
  const turn = { turn: 'c3', after: 2 };
  equal((await stage.api('POST', `/api/tables/${id}/turns`, turn, token)).status, 200, 'a turn from elsewhere');
  broken = false;
  await lost.waitFor({ state: 'detached' });
  await at(page, 3);
  equal((await stage.api('GET', `/api/tables/${id}`)).body.turns, ['e5', 'd4', 'c3'], 'turns');
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
      attributes: true,
      attributeFilter: ['data-shown'],
    });
  });
  const times = [];
  const turns = ['e5', 'd4', 'c3', 'f6', 'a1', 'b5'];
  for (let i = 0; i < turns.length; ++i) {
    await watcher.evaluate(() => delete window.seenAt);
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
    const guest = await stage.open(rui, url.pathname + url.hash);
    stage.expected.push(/ERR_FAILED/);
    await guest.route(
      '**/join',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await guest.getByRole('button', { name: 'Join' }).click();
    await guest.locator('.notice.error').waitFor();
    if (reload) await guest.reload();
    else await guest.getByRole('button', { name: 'Join' }).click();
    await guest.locator('.stage').waitFor();
    equal(await guest.locator('.seat', { hasText: 'You' }).count(), 1, 'the seat');
  }
}

// The host looks elsewhere while the friend joins: the clock waits until the host is back.
async function clockWaitsForTheHost(stage) {
  const host = await stage.person({ viewport: { width: 360, height: 640 } });
  await host.addInitScript(() => {
    let hidden = true;
    Object.defineProperty(document, 'hidden', { get: () => hidden });
    globalThis.comeBack = () => {
      hidden = false;
      document.dispatchEvent(new Event('visibilitychange'));
    };
  });
  const made = await stage.table(host, {
    game: 'eigenstate',
    seats: [{ who: 'me', name: 'Ana' }, { who: 'open' }],
    clock: { kind: 'game', initial: 60_000, increment: 0 },
  });
  const page = await stage.open(host, `/g/${made.id}`);
  await page.locator('.stage').waitFor();
  const rui = await stage.person({ locale: 'pt-PT', viewport: { width: 360, height: 640 }, hasTouch: true });
  const guest = await stage.open(rui, `/g/${made.id}#seat=${made.invites[0].token}&player=2`);
  await guest.getByRole('button', { name: 'Entrar' }).click();
  await guest.locator('.clock-waits', { hasText: 'O relógio começa quando todos virem o tabuleiro' }).waitFor();
  await page.locator('.clock-waits', { hasText: 'The clock starts when everybody sees the board' }).waitFor();
  const { x, width } = await page.locator('.submit').boundingBox();
  ok(x > 180 && x + width <= 360, 'the bar keeps its shape');
  equal((await stage.api('GET', `/api/tables/${made.id}`)).body.waits.players, [1], 'for whom it waits');
  await fit(guest, 'a clock that waits'); // the last of what is looked at: it waits for half a minute at most
  await page.evaluate(() => globalThis.comeBack());
  for (const each of [page, guest]) await each.locator('.clock-waits').waitFor({ state: 'detached' });
  equal((await stage.api('GET', `/api/tables/${made.id}`)).body.waits, null, 'it runs');
}

export default [
  ['the clock waits for a host who looks elsewhere', clockWaitsForTheHost],
  ['a seat whose answer was lost', lostAnswer],
  ['two browsers over an invitation', overALink, 'smoke'],
  ['a broken socket', brokenSocket],
  ['a turn is quickly on the other screen', quickOnOtherScreen],
];
