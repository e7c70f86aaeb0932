// Who is called what, which turn is whose, and what a person has begun.
import { kGames } from './games.mjs';
import { cellNamed, Mouse } from './hands.mjs';
import { equal, fit, ok, until, whole } from './support.mjs';

const kMe = { who: 'me', name: 'Ana' };

async function turnsUnderTheirPlayers(stage) {
  const options = { players: '3', swap: 'off' };
  const seats = [kMe, kMe, kMe];
  // White is out by its third stone in a row; from there on black and red alternate.
  const turns = ['a1', 'e1', 'i1', 'a2', 'e3', 'i3', 'a3', 'g1', 'g3'];
  const person = await stage.person();
  const { id } = await stage.table(person, { game: 'yavalath', options, seats, turns });
  const page = await stage.open(person, `/g/${id}`);
  await page.locator('.stage[data-shown="9"]').waitFor();
  const columns = () =>
    page.locator('.turns li').evaluateAll((all) => {
      const lefts = [...new Set(all.map((one) => one.getBoundingClientRect().left))].sort((a, b) => a - b);
      return all.map((one) => lefts.indexOf(one.getBoundingClientRect().left) + 1).join('');
    });
  await until(columns, '123123123', 'whose turns');
  await new Mouse(stage, page, { game: 'yavalath', options }).turn('c1', turns);
  await until(columns, '1231231232', 'after somebody is out');
  equal(await page.locator('.turns .number').allTextContents(), '12345678910'.match(/10|./g), 'numbers as in reviews');
}

async function namesOfPeople(stage) {
  const host = await stage.person();
  const seats = [kMe, { who: 'open' }];
  const made = await stage.table(host, { game: 'yavalath', seats });
  const [{ token }] = made.invites;
  // Who only looks on waits for nobody's friend.
  const watcher = await stage.open(await stage.person(), `/g/${made.id}`);
  await watcher.getByText('Waiting for the players to come.').waitFor();
  // An invitation is no seat: nothing is tried with it that the browser would report as an error.
  const guest = await stage.open(await stage.person(), `/g/${made.id}#seat=${token}&player=2`);
  await guest.getByText('Ana invites you to a game of').waitFor();
  await guest.getByLabel('Your name').fill('Rui 👩\u200d🚀');
  await guest.getByRole('button', { name: 'Join' }).click();
  await guest.locator('.stage').waitFor();
  await guest.locator('.seat .name', { hasText: 'Rui 👩\u200d🚀' }).waitFor();
  const late = await stage.open(await stage.person(), `/g/${made.id}#seat=${token}&player=2`);
  await late.getByText('Ana invites you to a game of').waitFor();
  equal(await late.getByText('Rui').count(), 0, 'who took the seat invited nobody');
  const page = await stage.open(host, `/g/${made.id}`);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.locator('.result', { hasText: 'Ana resigned' }).waitFor();
  ok(!/player 1/.test(await page.locator('.result').innerText()), 'names, no numbers');
}

async function optionsInWords(stage) {
  const page = await stage.open(await stage.person({ locale: 'pt-PT' }), '/new/sixteen-stone?with=computer');
  await page.getByRole('radio', { name: 'obrigatórias' }).waitFor({ state: 'attached' });
  equal(await page.getByText('forced').count(), 0, 'no raw values');
  await page.goto(`${stage.address}/new/epaminondas?with=computer`);
  await page.getByRole('radio', { name: 'contra cópias (Abbott)' }).waitFor({ state: 'attached' });
}

async function swapComesBack(stage) {
  const page = await stage.open(await stage.person(), '/new/yavalath?with=computer');
  const swap = page.getByRole('group', { name: /first stone/ });
  const players = page.getByRole('group', { name: 'Number of players' });
  await players.getByLabel('3').check();
  equal(await swap.getByLabel('off').isChecked(), true, 'three play without swap');
  await players.getByLabel('2').check();
  equal(await swap.getByLabel('on').isChecked(), true, 'two play with it, as before');
}

async function draftsStay(stage) {
  const person = await stage.person();
  const { id } = await stage.table(person, { game: 'eigenstate', seats: [kMe, kMe] });
  const page = await stage.open(person, `/g/${id}`);
  await page.locator('.stage[data-active="true"]').waitFor();
  await cellNamed(page, 'b1').click();
  await cellNamed(page, 'b2').click();
  const begun = () => until(() => page.locator('.steps .step').allTextContents(), ['1 b1-b2'], 'the draft');
  await begun();
  await page.reload();
  await begun();
  await page.locator('.top .brand').click();
  await page.locator('.game-card').first().waitFor();
  await page.goBack();
  await begun();
  // It goes on where it was, and is gone when it was sent.
  const hands = new Mouse(stage, page, { game: 'eigenstate' });
  await page.locator('.peg-editor [data-hole="e1"]').waitFor();
  await page.getByRole('button', { name: 'Undo step' }).click();
  await until(() => page.locator('.steps .step').count(), 0, 'taken back');
  await hands.turn(kGames.eigenstate.turns[0], []);
  await page.reload();
  await page.locator('.stage[data-shown="1"][data-active="true"]').waitFor();
  await whole(page);
  equal(await page.locator('.steps .step').count(), 0, 'nothing left over');
  equal(await page.evaluate((key) => sessionStorage.getItem(key), `tabuleiro.draft.${id}`), null, 'nothing is kept');
}

async function placementByMouse(stage) {
  const person = await stage.person();
  const { id } = await stage.table(person, { game: 'sixteen-stone', seats: [kMe, kMe] });
  const page = await stage.open(person, `/g/${id}`);
  await page.locator('.stage[data-active="true"]').waitFor();
  equal(await page.locator('.submit').count(), 0, 'nothing to submit while stones are placed');
  await cellNamed(page, 'c3').click();
  await page.locator('.stage[data-shown="1"][data-active="true"]').waitFor();
}

// A friend comes while the host looks at another page: a tone and the title tell.
async function heardWhenItBegins(stage) {
  const listening = async (sound) => {
    const person = await stage.person();
    await person.addInitScript((wish) => {
      localStorage.setItem('tabuleiro.sound', wish);
      window.tones = 0;
      const node = {
        gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
        frequency: {},
        connect: (to) => to,
      };
      window.AudioContext = class {
        currentTime = 0;
        createGain = () => node;
        createOscillator = () => ({ ...node, start: () => ++window.tones, stop() {} });
      };
    }, sound);
    const made = await stage.table(person, { game: 'yavalath', seats: [kMe, { who: 'open' }] });
    const page = await stage.open(person, `/g/${made.id}`);
    await page.locator('.invite').waitFor();
    await stage.api('POST', `/api/tables/${made.id}/join`, { name: 'Rui' }, made.invites[0].token);
    await page.waitForFunction(() => document.title.startsWith('● Your turn'));
    return page;
  };
  await (await listening('on')).waitForFunction(() => window.tones === 2);
  equal(await (await listening('off')).evaluate(() => window.tones), 0, 'silence is respected');
}

// The first screen is not slowed down by its ornaments.
async function lightHome(stage) {
  const person = await stage.person();
  const page = await person.newPage();
  const wire = await person.newCDPSession(page);
  await wire.send('Network.enable');
  const asked = new Map();
  let bytes = 0;
  wire.on('Network.responseReceived', ({ requestId, response }) => asked.set(requestId, response.url));
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (asked.get(requestId)?.includes('/api/')) bytes += encodedDataLength;
    asked.delete(requestId);
  });
  await page.goto(stage.address);
  await page.locator('.game-card .board').nth(4).waitFor();
  await until(() => [...asked.values()].filter((url) => url.includes('/api/')), [], 'answers on their way');
  ok(bytes < 20_000, `the pictures of home take ${bytes} bytes`);
}

// Nothing lies over the fields of a new game, and Start is where it is needed.
async function startCoversNothing(stage) {
  for (const viewport of [
    { width: 360, height: 640 },
    { width: 844, height: 390 },
    { width: 1440, height: 900 },
  ]) {
    const page = await stage.open(await stage.person({ viewport }), '/new/yavalath?with=computer');
    const start = page.getByRole('button', { name: 'Start the game' });
    await start.waitFor();
    const covered = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.setup input, .setup select, .setup button')]
          .filter((one) => {
            one.scrollIntoView({ block: 'end' });
            const { x, y, width, height } = one.getBoundingClientRect();
            const top = document.elementFromPoint(x + width / 2, y + height / 2);
            return !(one.contains(top) || top?.closest('label')?.contains(one) || top?.contains(one));
          })
          .map((one) => one.name || one.textContent),
      );
    equal(await covered(), [], `covered at ${viewport.width}`);
    await page.close();
  }
}

async function choicesTellMore(stage) {
  const page = await stage.open(await stage.person(), '/learn');
  await page.getByText('0 of 9 lessons finished').first().waitFor();
  await page.getByText('Pieces that write their own moves').waitFor();
  await fit(page, 'learn');
  await page.goto(`${stage.address}/analyse`);
  await page.locator('.import textarea').fill('[Game "yavalath"]\n\n1. e5 2. d4 *');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.waitForURL('**/analyse/yavalath**');
  await page.goto(`${stage.address}/analyse`);
  await page.locator('.import').waitFor();
  await fit(page, 'analyse');
}

export default [
  ['a tone and the title tell that a game begins', heardWhenItBegins],
  ['home is light', lightHome],
  ['the start button covers nothing', startCoversNothing],
  ['the choice of a game tells more', choicesTellMore],
  ['turns stand under their players', turnsUnderTheirPlayers],
  ['names of people, and no numbers', namesOfPeople],
  ['values of options in words', optionsInWords],
  ['swap comes back with two players', swapComesBack],
  ['drafts stay over a reload and Back', draftsStay],
  ['placing a stone by mouse is one click', placementByMouse],
];
