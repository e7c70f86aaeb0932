import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import test, { type TestContext } from 'node:test';
import { problem } from './contract';
import { bytesOf, type Json, kNoEngine, Local } from './local_player';

const kGames = ['eigenstate', 'sixteen-stone', 'yavalath', 'epaminondas'];
// What a first visitor waits for, gzipped: what was reached and a little more.
const kMostBytes = 495_000;
// A game that lasts longer is resigned, but in the long tier.
const kMostTurns = process.env['TABULEIRO_TEST_TIER'] === 'long' ? 300 : 8;
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const engine = (name: string, run: (t: TestContext) => Promise<void>) =>
  test(`engine.wasm: ${name}`, { skip: kNoEngine }, run);

const against = (game: string, who: string, more: Json = {}): Json => ({
  game,
  seats: [{ who: 'me', name: 'Ana' }, { who }],
  clock: null,
  ...more,
});

interface Step {
  action: string;
}
interface View {
  legal: Step[];
  draft_state: string;
  outcome: { result: string };
}

// A whole turn of legal actions, as a page finds it: from view to view.
async function someTurn(local: Local, game: string, turns: string[], pick: (legal: Step[]) => Step): Promise<string> {
  const draft: string[] = [];
  for (;;) {
    const view = (await local.ask('POST', '/api/view', { game, turns, draft })) as unknown as View;
    if (view.draft_state === 'complete' || view.outcome.result !== 'none') return draft.join(',');
    draft.push(pick(view.legal).action);
  }
}

engine('it comes quickly', async () => {
  const size = gzipSync(bytesOf(), { level: 9 }).length;
  assert.ok(size <= kMostBytes, `${size} bytes, gzipped, of ${kMostBytes}`);
});

engine('every kind of answer is as the contract has it', async () => {
  const local = await Local.start();
  const games = await local.ask('GET', '/api/games');
  assert.deepEqual(
    (games['games'] as { name: string }[]).map((game) => game.name),
    kGames,
  );
  for (const game of kGames) {
    await local.ask('GET', `/api/board?game=${game}`);
    await local.ask('GET', `/api/lessons?game=${game}`);
    const view = (await local.ask('POST', '/api/view', { game, aids: true })) as unknown as View;
    await local.ask('POST', '/api/edit', { game });
    const turn = await someTurn(local, game, [], (legal) => legal[0]!);
    assert.ok(view.legal.length > 0 && turn !== '');
    const { puzzles } = (await local.ask('GET', `/api/puzzles?game=${game}`)) as { puzzles: { id: string }[] };
    assert.ok(puzzles.length > 0);
    await local.ask('GET', `/api/puzzles/${puzzles[0]!.id}`, undefined, undefined, '/api/puzzles/{id}');
    const text = `[Game "${game}"]\n\n1. ${turn} *\n`;
    const { record } = await local.ask('POST', '/api/record', { text });
    for (const format of ['pgn', 'json']) await local.ask('POST', '/api/record/export', { record, format });
    await local.ask('POST', '/api/analysis', { game, time: 100, lines: 2 });
  }
  await local.ask('GET', '/api/puzzles/daily');
});

engine('bad input gives the ordinary refusals', async () => {
  const local = await Local.start();
  const view = (body: unknown) => local.refusal('POST', '/api/view', body);
  assert.equal(await view({ game: 'chess' }), 'unknown_game');
  assert.equal(await view({ game: 'yavalath', turns: ['z9'] }), 'bad_turn');
  assert.equal(await view({ game: 'yavalath', options: { size: '99' } }), 'bad_options');
  assert.equal(await view({ game: 'yavalath', position: 'nonsense' }), 'bad_position');
  assert.equal(await view({ game: 'yavalath', colour: 1 }), 'bad_field');
  assert.equal(await view({ game: 7 }), 'bad_field');
  assert.equal(await view([]), 'bad_json');
  assert.equal(await view('text'), 'bad_json');
  assert.equal(await view({ game: 'yavalath', turns: Array(70_000).fill('e5') }), 'too_large');
  let deep: unknown = [];
  for (let i = 0; i < 500; ++i) deep = [deep];
  local.post({ id: 'deep', method: 'POST', path: '/api/view', body: { deep } });
  await local.until(() => local.said.find((message) => message['id'] === null && message['status'] === 400));
  assert.equal(await local.refusal('POST', '/api/record', { text: '{"broken' }), 'bad_record');
  assert.equal(await local.refusal('GET', '/api/board?game=%ff'), 'unknown_game');
  assert.equal(await local.refusal('GET', '/api/puzzles/yavalath-0'), 'no_such_puzzle');
  assert.equal(await local.refusal('GET', '/api/archive'), 'not_found');
  assert.equal(await local.refusal('GET', '/api/picture.png?game=yavalath'), 'not_found');
  assert.equal(await local.refusal('DELETE', '/api/view'), 'wrong_method');
  assert.equal(await local.refusal('GET', '/api/tables/local-aaaaaaaaaaaa'), 'no_such_table');
  assert.equal(await local.refusal('POST', '/api/tables', against('yavalath', 'level:11')), 'bad_seat');
  for (const message of [
    {},
    7,
    { socket: 7 },
    { socket: {} },
    { restore: 7 },
    { restore: [7, {}] },
    { signature: 'x' },
  ]) {
    local.post(message);
  }
  local.send({ type: 'no such type' });
  assert.equal((await local.answer(local.send({ type: 'ping' })))['type'], 'ok');
});

// The person plays by a simple rule of the test's own, the computer by its level.
for (const game of kGames) {
  engine(`a game of ${game} against level 3`, async () => {
    const local = await Local.start();
    const created = await local.ask('POST', '/api/tables', against(game, 'level:3'));
    const id = created['id'] as string;
    const token = created['token'] as string;
    assert.match(id, /^local-/);
    const watching = await local.answer(local.send({ type: 'watch', table: id, token }));
    assert.equal(problem('DoneTable', watching), '');
    const turns: string[] = [];
    const turn_of = (event: Json) => event['kind'] === 'turn' && event['table'] === id;
    const over = () => local.messages('event').find((event) => event['result'] !== undefined);
    let seed = 1;
    const pick = (legal: Step[]) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return legal[seed % legal.length]!;
    };
    while (!over() && turns.length < kMostTurns) {
      const turn = await someTurn(local, game, turns, pick);
      await local.ask(
        'POST',
        `/api/tables/${id}/turns`,
        { turn, after: turns.length },
        token,
        '/api/tables/{id}/turns',
      );
      const played = turns.length + 1;
      await local.until(() => over() ?? local.messages('event').filter(turn_of)[played]);
      turns.splice(
        0,
        turns.length,
        ...local
          .messages('event')
          .filter(turn_of)
          .map((event) => event['turn'] as string),
      );
    }
    for (const event of local.messages('event')) assert.equal(problem('TableEvent', event), '');
    if (!over()) await local.ask('POST', `/api/tables/${id}/resign`, {}, token, '/api/tables/{id}/resign');
    const table = await local.ask('GET', `/api/tables/${id}`, undefined, token, '/api/tables/{id}');
    assert.notEqual(table['result'], 'none');
    const record = await local.request('GET', `/api/tables/${id}/record?format=pgn`);
    assert.match(record.body as unknown as string, /\[Game "/);
    // What the host has kept brings it back.
    const again = await Local.start(undefined, local.kept);
    const back = await again.ask('GET', `/api/tables/${id}`, undefined, token, '/api/tables/{id}');
    assert.deepEqual(back['turns'], table['turns']);
    assert.equal(back['result'], table['result']);
  });
}

engine('a computer goes on after the program was started again; what cannot be read is forgotten', async () => {
  const first = await Local.start();
  const created = await first.ask('POST', '/api/tables', against('yavalath', 'level:10', { level_time: 2000 }));
  const id = created['id'] as string;
  const token = created['token'] as string;
  await first.ask('POST', `/api/tables/${id}/turns`, { turn: 'a1', after: 0 }, token, '/api/tables/{id}/turns');
  const kept = new Map([...first.kept, ['local-bbbbbbbbbbbb', '{"created":1'], ['local-cccccccccccc', '{}']]);
  const second = await Local.start(undefined, kept);
  await second.answer(second.send({ type: 'watch', table: id, token }));
  assert.deepEqual([...second.kept.keys()], [id]);
  const request = second.send({ type: 'move-now', table: id });
  assert.equal((await second.answer(request))['type'], 'ok');
  const event = await second.until(() => second.messages('event').find((e) => e['kind'] === 'turn'));
  assert.equal(event['player'], 2);
});

engine('offers, takebacks, a rematch and leaving', async () => {
  const local = await Local.start();
  const created = await local.ask('POST', '/api/tables', {
    game: 'yavalath',
    seats: [{ who: 'me' }, { who: 'me' }],
    clock: { kind: 'game', initial: 60_000, increment: 1000 },
  });
  const id = created['id'] as string;
  const token = created['token'] as string;
  const act = (what: string, body: unknown) =>
    local.ask('POST', `/api/tables/${id}/${what}`, body, token, `/api/tables/{id}/${what}`);
  await act('turns', { turn: 'e5', after: 0 });
  await act('turns', { turn: 'a1', after: 1 });
  assert.equal(await local.refusal('POST', `/api/tables/${id}/turns`, { turn: 'a2', after: 1 }, token), 'moved_on');
  assert.equal(await local.refusal('POST', `/api/tables/${id}/turns`, { turn: 'a1', after: 2 }, token), 'bad_turn');
  assert.equal(await local.refusal('POST', `/api/tables/${id}/resign`, {}), 'no_token');
  await act('takeback', { answer: 'ask' });
  const table = await local.ask('GET', `/api/tables/${id}`, undefined, token, '/api/tables/{id}');
  assert.deepEqual(table['turns'], ['e5']);
  assert.ok((table['clocks'] as unknown[]).length === 2);
  await act('resign', {});
  await act('rematch', { answer: 'ask' });
  const over = await local.ask('GET', `/api/tables/${id}`, undefined, token, '/api/tables/{id}');
  assert.match(over['rematch'] as string, /^local-/);
  await act('delete', {});
  assert.ok(!local.kept.has(id) && local.kept.size === 1);
});

engine('a clock runs out', async () => {
  const local = await Local.start();
  const clock = { kind: 'game', initial: 1000, increment: 0 };
  const created = await local.ask('POST', '/api/tables', {
    game: 'yavalath',
    seats: [{ who: 'me' }, { who: 'me' }],
    clock,
  });
  const table = created['id'] as string;
  await local.answer(local.send({ type: 'watch', table, token: created['token'] }));
  const end = await local.until(() => local.messages('event').find((event) => event['kind'] === 'end'));
  assert.equal(end['result'], 'p2win');
});

engine('an analysis tells what it finds, goes on in slices, and stops when it is told', async () => {
  const local = await Local.start();
  const request = local.send({ type: 'analyse', game: 'epaminondas', time: 10_000, lines: 2 });
  const news = () => local.messages('analysis').filter((message) => message['request'] === request);
  await local.until(() => news().find((message) => message['analysis'] !== null));
  local.longest = 0;
  for (const message of news()) assert.equal(problem('AnalysisNews', message), '');
  const begin = performance.now();
  assert.equal((await local.answer(local.send({ type: 'ping' })))['type'], 'ok');
  await local.answer(local.send({ type: 'stop', of: request }));
  const last = await local.until(() => news().find((message) => message['done']));
  assert.equal(problem('AnalysisNews', last), '');
  assert.ok(((last['analysis'] as Json)['lines'] as unknown[]).length > 0);
  assert.ok(performance.now() - begin < 15_000, 'it did not hear');
});

engine('a review of a short game tells how far it is', async () => {
  const local = await Local.start();
  const text = '[Game "yavalath"]\n[Options "size=3,swap=off"]\n\n1. a1 b2 2. c3 d3 *\n';
  const { record } = await local.ask('POST', '/api/record', { text });
  const request = local.send({ type: 'review', record, effort: 'quick' });
  const news = () => local.messages('review').filter((message) => message['request'] === request);
  const done = await local.until(() => news().find((message) => typeof message['done'] !== 'number'));
  assert.equal(problem('ReviewDone', done), '');
  assert.ok(news().length > 1);
});

engine('nets and proofs come when they are needed, and what is damaged is refused', async () => {
  const net = readFileSync(join(root, 'nets', 'yavalath.net'));
  const damaged = Uint8Array.from(net, (byte, at) => (at === net.length >> 1 ? byte ^ 1 : byte));
  const net_value = async (bytes: Uint8Array) => {
    const local = await Local.start((name) => (name === 'nets/yavalath.net' ? bytes : new Uint8Array()));
    const found = await local.ask('POST', '/api/analysis', { game: 'yavalath', turns: ['e5', 'd4'], time: 0 });
    assert.deepEqual(local.needed, ['nets/yavalath.net']);
    return JSON.stringify(found);
  };
  const [good, bad, none] = [await net_value(net), await net_value(damaged), await net_value(new Uint8Array())];
  assert.equal(bad, none);
  assert.notEqual(good, none);
  const local = await Local.start();
  const proven = { game: 'yavalath', options: { size: '3', swap: 'off' }, time: 500 };
  const found = await local.ask('POST', '/api/analysis', proven);
  assert.ok(local.needed.includes('proofs/yavalath-3.proof'));
  assert.ok(JSON.stringify(found).includes('"proven"'));
});

engine('a proof that could not be fetched is asked for again, but not at once', async (t) => {
  const name = 'proofs/yavalath-3.proof';
  let online = false;
  const local = await Local.start((file) =>
    file === name && online ? readFileSync(join(root, file)) : new Uint8Array(),
  );
  const asked = () => local.needed.filter((needed) => needed === name).length;
  const position = { game: 'yavalath', options: { size: '3', swap: 'off' }, time: 1 };
  const analyse = async () => JSON.stringify(await local.ask('POST', '/api/analysis', position));
  await analyse();
  online = true;
  await analyse();
  assert.equal(asked(), 1);
  const now = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => now() + 61_000);
  assert.match(await analyse(), /"proven":\{/);
  await analyse();
  assert.equal(asked(), 2);
});

// The program's bytes with a limit to its memory, as a device has one that has little of it.
function withMemory(megabytes: number): Uint8Array<ArrayBuffer> {
  const bytes = bytesOf();
  const number = (at: number): [value: number, next: number] => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      value |= (byte & 127) << shift;
      if (byte < 128) return [value, at];
    }
  };
  for (let at = 8; at < bytes.length; ) {
    const [length, begin] = number(at + 1);
    if (bytes[at] !== 5) {
      at = begin + length;
      continue;
    }
    // One memory, so many pages of 64 kB at first, and no limit.
    assert.deepEqual([...bytes.subarray(begin, begin + 2)], [1, 0]);
    const pages = 16 * megabytes;
    const limited = [1, 1, ...bytes.subarray(begin + 2, begin + length), (pages & 127) | 128, pages >> 7];
    const parts = [bytes.subarray(0, at), [5, limited.length, ...limited], bytes.subarray(begin + length)];
    return Uint8Array.from(parts.flatMap((part) => [...part]));
  }
  assert.fail('no memory');
}

engine('where memory runs out, a new program goes on with the game', async () => {
  const module = await WebAssembly.compile(withMemory(32));
  const first = await Local.start(undefined, undefined, { module });
  const created = await first.ask('POST', '/api/tables', against('yavalath', 'level:10', { level_time: 200 }));
  const id = created['id'] as string;
  const token = created['token'] as string;
  await assert.rejects(
    first.ask('POST', '/api/analysis', { game: 'epaminondas', time: 200, lines: 1 }),
    WebAssembly.RuntimeError,
  );
  const second = await Local.start(undefined, first.kept, { module });
  await second.answer(second.send({ type: 'watch', table: id, token }));
  await second.ask('POST', `/api/tables/${id}/turns`, { turn: 'a1', after: 0 }, token, '/api/tables/{id}/turns');
  const answered = () => second.messages('event').filter((event) => event['kind'] === 'turn')[1];
  assert.equal((await second.until(answered))['player'], 2);
});

engine('the search is the same as everywhere', async () => {
  const signatures = readFileSync(join(root, 'bench', 'signature.txt'), 'utf8');
  const local = await Local.start();
  for (const game of kGames) {
    local.post({ signature: game });
    const told = await local.until(
      () => local.said.map((m) => m['signature'] as Json | undefined).find((s) => s?.['game'] === game) as Json,
    );
    assert.match(signatures, new RegExp(`^search ${game} ${told['search'] as string}$`, 'm'));
  }
});
