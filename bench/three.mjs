// What a frame of the 3D view costs: `node bench/three.mjs PROGRAM`. Every board is turned round by drags; written
// are calls, triangles and the milliseconds of script of a frame, in the middle and at the most. What the graphics
// card does is not in them.
import { Browser, startServer } from '../web/e2e/support.mjs';

const kTurns = 40;
const kBoards = [
  ['eigenstate', {}, 2],
  ['sixteen-stone', { size: '10' }, 2],
  ['yavalath', {}, 2],
  ['yavalath', { players: '3' }, 3],
  ['epaminondas', {}, 2],
  ['epaminondas', { rules: 'crossings' }, 2],
];

async function costs(stage, game, options, players) {
  const person = await stage.person();
  const seats = Array.from({ length: players }, () => ({ who: 'me' }));
  const { id } = await stage.table(person, { game, options, seats });
  const page = await stage.open(person, `/g/${id}`);
  await page.getByRole('button', { name: '3D' }).click();
  const canvas = page.locator('[data-three="shown"] canvas');
  await canvas.waitFor();
  const button = page.getByRole('button', { name: 'Turn left' });
  return button.evaluate(async (element, count) => {
    const { cost } = document.querySelector('canvas.three');
    const script = [];
    let last = cost();
    while (script.length < count) {
      element.click();
      const before = last.frames;
      while (last.frames === before) {
        await new Promise(requestAnimationFrame);
        last = cost();
      }
      script.push(last.script);
    }
    script.sort((a, b) => a - b);
    return { ...last, middle: script[count >> 1], most: script[count - 1] };
  }, kTurns);
}

const [program] = process.argv.slice(2);
if (!program) {
  console.error('usage: node bench/three.mjs PROGRAM');
  process.exit(2);
}
const server = await startServer(program);
const browser = await Browser.start();
console.log('| Board | Calls | Triangles | Script: middle | most |\n|---|---|---|---|---|');
for (const [game, options, players] of kBoards) {
  const stage = browser.stage(server);
  const { calls, triangles, middle, most } = await costs(stage, game, options, players);
  const name = [game, ...Object.entries(options).map((pair) => pair.join('='))].join(' ');
  console.log(`| ${name} | ${calls} | ${triangles} | ${middle.toFixed(1)} ms | ${most.toFixed(1)} ms |`);
  await stage.close();
}
await browser.stop();
await server.stop();
