// Records the positions of the boards' tests from a running server of the tests' build, which has one game
// more:
// `node web/test/record.mjs http://127.0.0.1:8080`
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const server = process.argv[2] ?? 'http://127.0.0.1:8080';
const folder = join(dirname(fileURLToPath(import.meta.url)), 'fixtures');

const kWorked = 'a1:0030a20,e2:0820008,b4:0120a01,d4:0460108,d5:0270000 c4:0024cd0,e4:00000a8,f4:00820a2 1 m';
const kFour = '5/6/7/3b4/2ww1w3/4b3/7/6/5 b -';
const kCases = {
  'eig-mid': { game: 'eigenstate', position: kWorked },
  'eig-peg': { game: 'eigenstate', position: kWorked, draft: ['e2xf4', 'd4+d3'] },
  'eig-played': { game: 'eigenstate', turns: ['b1-b2,b2+d4,e1+a2'] },
  'epa-crossed': { game: 'epaminondas', position: '7bb5/5w8/14/14/14/14/14/14/14/14/3ww9/14 w', turns: ['f11-f12'] },
  'epa-rules': { game: 'epaminondas', position: '14/14/14/14/2b11/2b11/14/2w11/2w11/2w11/14/14 w' },
  'fil-mid': { game: 'four-in-line', turns: ['c3', 'b2'] },
  'fil-won': { game: 'four-in-line', turns: ['a1', 'a5', 'b1', 'b5', 'c1', 'c5', 'd1'] },
  'six-draft': { game: 'sixteen-stone', position: 'b4/5/2b2/1r2b/r3r r 2 2 13 mps', draft: ['b2-b3'] },
  'six-optional': {
    game: 'sixteen-stone',
    options: { capture: 'optional' },
    position: 'bb2r/b2b1/3br/1r3/5 r 2 2 13 mps',
  },
  'six-push': { game: 'sixteen-stone', position: 'b4/4b/rrrbb/5/5 r 5 4 5 mps' },
  'six-start': { game: 'sixteen-stone' },
  'yav-draft': { game: 'yavalath', position: kFour, draft: ['g4'] },
  'yav-mid': { game: 'yavalath', position: kFour, turns: ['g4'] },
  'yav-swap': { game: 'yavalath', turns: ['e5'] },
  'yav-three': { game: 'yavalath', options: { players: '3' }, position: 'r3r/6/7/3w4/2bb1b3/4w3/7/6/w3r w -' },
  'yav-won': { game: 'yavalath', position: kFour, turns: ['g4', 'e5'] },
};

async function ask(path, body) {
  const response = await fetch(
    server + path,
    body && {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    },
  );
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

for (const [name, asked] of Object.entries(kCases)) {
  const options = Object.entries(asked.options ?? {})
    .map((pair) => pair.join('='))
    .join(',');
  const query = `game=${asked.game}${options ? `&options=${encodeURIComponent(options)}` : ''}`;
  const board = await ask(`/api/board?${query}`);
  const view = await ask('/api/view', asked);
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ board, view })}\n`);
}
