// Functions that are said never to wait (src/local/never_wait.txt) are not prepared for it: one of them on a stack that is left
// would go on with nonsense. Here everything waits that may (slices are over at once, files come late), in engine_named.wasm,
// which is engine.wasm with the names of its functions, and nobody who is named there may be seen on a stack.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { bytesOf, isBuilt, type Json, kNoEngine, Local } from './local_player';

const kNamed = 'engine_named.wasm';
const missing = kNoEngine || (!isBuilt(kNamed) && `${kNamed} is not built`);
const kGames = ['eigenstate', 'sixteen-stone', 'yavalath', 'epaminondas'];
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

const neverWait = readFileSync(join(root, 'src', 'local', 'never_wait.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((name) => new RegExp(`^${name.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`));
const mayWait = new Map<string, boolean>(); // by name

Error.stackTraceLimit = 1000;

function leaving(): void {
  const frames = new Error().stack!.split('\n').map((line) => /^ +at (?:[\w-]+\.wasm\.)?(.*) \(wasm:/.exec(line)?.[1]);
  for (const name of frames) {
    if (name === undefined) continue;
    if (!mayWait.has(name)) mayWait.set(name, !neverWait.some((pattern) => pattern.test(name)));
    assert.ok(mayWait.get(name), `${name} waits`);
  }
}

// A pattern also fits what returns such a thing. A function's own name stands behind the last blank that is outside of all
// brackets and before its parameters.
function ownName(name: string): string {
  let inner = name.replaceAll('(anonymous namespace)', '{}').replaceAll('decltype(auto) ', '').replaceAll('->', '');
  inner = inner.replaceAll(/operator(?:\(\)|<=>|<<|>>|<|>)/g, 'operator');
  for (let before = ''; before !== inner; ) [before, inner] = [inner, inner.replaceAll(/<[^<>]*>/g, '')];
  const head = inner.split('(')[0]!;
  return head.slice(head.lastIndexOf(' ') + 1);
}

// The names in a module's section of names.
function functionNames(program: WebAssembly.Module): string[] {
  const bytes = new Uint8Array(WebAssembly.Module.customSections(program, 'name')[0]!);
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const names: string[] = [];
  while (at < bytes.length) {
    const kind = bytes[at++]!;
    const end = number() + at;
    for (let left = kind === 1 ? number() : 0; left > 0; --left) {
      number();
      const length = number();
      names.push(new TextDecoder().decode(bytes.subarray(at, at + length)));
      at += length;
    }
    at = end;
  }
  return names;
}

let compiled: Promise<WebAssembly.Module> | undefined;
const program = (): Promise<WebAssembly.Module> => (compiled ??= WebAssembly.compile(bytesOf(kNamed)));
const start = async (kept?: Map<string, string>): Promise<Local> =>
  Local.start(undefined, kept, { module: await program(), slice: 0, leaving });

const waits = (name: string, run: () => Promise<void>) => test(`waits: ${name}`, { skip: missing }, run);

async function sit(local: Local, table: Json): Promise<{ id: string; token: string }> {
  const { id, token } = (await local.ask('POST', '/api/tables', table)) as { id: string; token: string };
  await local.answer(local.send({ type: 'watch', table: id, token }));
  return { id, token };
}

const turnsOf = (local: Local, table: string): Json[] =>
  local.messages('event').filter((event) => event['kind'] === 'turn' && event['table'] === table);

for (const game of kGames) {
  for (const who of ['level:1', 'level:4', 'level:10', 'classic', 'random']) {
    waits(`${who} in ${game}`, async () => {
      const local = await start();
      const level_time = who === 'level:10' ? { level_time: 300 } : {};
      const seats = [{ who }, { who: 'me' }];
      const { id } = await sit(local, { game, seats, clock: null, ...level_time });
      await local.until(() => turnsOf(local, id)[0]);
    });
  }

  waits(`analyses and reviews of ${game}`, async () => {
    const local = await start();
    await local.ask('POST', '/api/analysis', { game, time: 0 });
    const found = await local.ask('POST', '/api/analysis', { game, time: 200, lines: 3 });
    const turn = (found['lines'] as { line: string[] }[])[0]!.line[0]!;
    const text = `[Game "${game}"]\n\n1. ${turn} *\n`;
    const { record } = await local.ask('POST', '/api/record', { text });
    const request = local.send({ type: 'review', record, effort: 'quick' });
    const news = () => local.messages('review').filter((message) => message['request'] === request);
    await local.until(() => news().find((message) => typeof message['done'] !== 'number'));
    const going = local.send({ type: 'analyse', game, time: 10_000, lines: 1 });
    await local.until(() => local.messages('analysis').find((message) => message['request'] === going));
    await local.answer(local.send({ type: 'stop', of: going }));
    await local.until(() => local.messages('analysis').find((m) => m['request'] === going && m['done'] === true));
  });

  waits(`lessons and puzzles of ${game}`, async () => {
    const local = await start();
    await local.ask('GET', `/api/lessons?game=${game}`);
    const { puzzles } = (await local.ask('GET', `/api/puzzles?game=${game}`)) as { puzzles: { id: string }[] };
    await local.ask('GET', `/api/puzzles/${puzzles[0]!.id}`, undefined, undefined, '/api/puzzles/{id}');
  });

  waits(`the search of ${game}`, async () => {
    const local = await start();
    local.post({ signature: game });
    await local.until(() => local.said.find((message) => message['signature']));
  });
}

waits('three players, and both ways to end', async () => {
  const local = await start();
  for (const seats of [
    [{ who: 'level:10' }, { who: 'me' }, { who: 'me' }],
    [{ who: 'level:2' }, { who: 'me' }, { who: 'me' }],
  ]) {
    const { id } = await sit(local, {
      game: 'yavalath',
      options: { players: '3' },
      seats,
      level_time: 200,
      clock: null,
    });
    await local.until(() => turnsOf(local, id)[0]);
  }
  await local.ask('POST', '/api/analysis', { game: 'yavalath', options: { players: '3' }, time: 100, lines: 2 });
});

waits('the puzzle of the day, proofs, and the ends of games', async () => {
  const local = await start();
  await local.ask('GET', '/api/puzzles/daily');
  const small = { game: 'yavalath', options: { size: '3', swap: 'off' } };
  const found = await local.ask('POST', '/api/analysis', { ...small, time: 200, lines: 2 });
  assert.match(JSON.stringify(found), /"proven":\{/);
  const turns = ['a1', 'b2', 'c3', 'd3', 'a3', 'e3', 'c1', 'c5', 'b1', 'd2', 'a2', 'c2'];
  const legal: string[] = [];
  for (const turn of turns) {
    const view = await local.request('POST', '/api/view', { ...small, turns: [...legal, turn] });
    if (view.status < 300 && (view.body['outcome'] as Json)['result'] === 'none') legal.push(turn);
  }
  await local.ask('POST', '/api/analysis', { ...small, turns: legal, time: 200 });
});

waits('a clock, a takeback, a rematch, and a table that comes back', async () => {
  const local = await start();
  const clock = { kind: 'game', initial: 1500, increment: 0 };
  const seats = [{ who: 'me' }, { who: 'level:3' }];
  const { id, token } = await sit(local, { game: 'yavalath', seats, clock });
  const act = (what: string, body: unknown) =>
    local.ask('POST', `/api/tables/${id}/${what}`, body, token, `/api/tables/{id}/${what}`);
  await act('turns', { turn: 'e5', after: 0 });
  await local.until(() => turnsOf(local, id)[1]);
  await act('takeback', { answer: 'ask' });
  await local.until(() => local.messages('event').find((event) => event['kind'] === 'end'));
  await act('rematch', { answer: 'ask' });
  const again = await start(local.kept);
  const back = await again.ask('GET', `/api/tables/${id}`, undefined, token, '/api/tables/{id}');
  assert.notEqual(back['result'], 'none');
});

waits('they were seen', async () => {
  const seen = [...mayWait.keys()].join('\n');
  for (const part of ['Fiber::leave', 'ThinkingTime::now', 'search::AlphaBeta', 'search::Mcts', 'wait_for_file']) {
    assert.ok(seen.includes(part), part);
  }
});

waits('the list names nobody else', async () => {
  const names = functionNames(await program());
  const listed = names.filter((name) => !name.includes('::~') && neverWait.some((pattern) => pattern.test(name)));
  assert.ok(listed.length > 500);
  for (const name of listed) {
    const folder = /^(api|engine|eval|local|puzzles|search|solve|store|study|tables)::/.exec(ownName(name))?.[0];
    if (folder === undefined) continue;
    const patterns = neverWait.filter((pattern) => pattern.test(name));
    // Its folder begins the pattern, or what the function returns stands before it, or anything.
    const own = new RegExp(`^\\^(\\.\\*|[\\w:& ]+ )?${folder}`);
    assert.ok(
      patterns.some(({ source }) => own.test(source)),
      `${name} is listed by what it returns`,
    );
  }
});
