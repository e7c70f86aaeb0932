// How long a board takes until it can be played on, from typing the address, with an empty cache:
//
//   node tools/web_usable.mjs PROGRAM
//
// opens every game's table ten times, each time in a browser that knows nothing of the page, and prints the
// median and the slowest time in milliseconds, a line a game.
import { Browser, startServer } from '../web/e2e/support.mjs';

const kTimes = 10;
const kSeats = [{ who: 'me' }, { who: 'me' }];

const [program] = process.argv.slice(2);
if (!program) {
  console.error('usage: node tools/web_usable.mjs PROGRAM');
  process.exit(2);
}

// From the start of the navigation to a board that takes a tap.
async function usableAfter(stage, game) {
  const person = await stage.person();
  const { id } = await stage.table(person, { game, seats: kSeats });
  await person.addInitScript(() => {
    const look = () => {
      const ready = document.querySelector('.stage[data-active="true"] [role=gridcell]');
      if (ready) window.usable = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const page = await stage.open(person, `/g/${id}`);
  const found = await page.waitForFunction(() => window.usable);
  const time = await found.jsonValue();
  await person.close();
  return time;
}

const server = await startServer(program);
const browser = await Browser.start();
for (const game of ['eigenstate', 'sixteen-stone', 'yavalath', 'epaminondas']) {
  const times = [];
  for (let i = 0; i < kTimes; ++i) times.push(await usableAfter(browser.stage(server), game));
  times.sort((a, b) => a - b);
  console.log(`${game}: median ${Math.round(times[kTimes / 2])} ms, slowest ${Math.round(times[kTimes - 1])} ms`);
}
await browser.stop();
await server.stop();
