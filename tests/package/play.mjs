// Plays a whole game against a computer over a server's interface: node play.mjs http://localhost:8080
import assert from 'node:assert/strict';

const server = process.argv[2];

async function ask(path, body, token) {
  const headers = { 'content-type': 'application/json' };
  if (token) headers.authorization = `Seat ${token}`;
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  const answer = await fetch(server + path, init);
  const text = await answer.text();
  assert(answer.ok, `${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

const page = await fetch(`${server}/`);
assert((await page.text()).includes('<html'), 'the page is there');
const { id, token } = await ask('/api/tables', {
  game: 'yavalath',
  options: { size: '3' },
  seats: [{ who: 'me', name: 'Ana' }, { who: 'level:1' }],
});
let turns = 0;
for (;;) {
  const table = await ask(`/api/tables/${id}`, undefined, token);
  if (table.result !== 'none') {
    console.log(`played ${turns} turns at ${id}: ${table.result}`);
    break;
  }
  if (table.view.to_move === 1) {
    const step = table.view.legal.find((one) => one.kind === 'place');
    await ask(`/api/tables/${id}/turns`, { turn: step.action, after: table.turns.length }, token);
    turns++;
  } else {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
