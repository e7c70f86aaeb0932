// Who answers what, and the thread of the engine as the page sees it; the test plays both the thread and the network.
import assert from 'node:assert/strict';
import test, { mock } from 'node:test';
import type { FromWorker, ToWorker } from '../src/local/messages';

mock.timers.enable({ apis: ['setTimeout'] });

class Thread {
  static all: Thread[] = [];
  static startable = true;
  heard: ToWorker[] = [];
  ended = false;
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: { message: string; preventDefault(): void }) => void) | null = null;
  constructor(readonly script: string) {
    Thread.all.push(this);
  }
  postMessage(message: ToWorker) {
    this.heard.push(message);
    if ('start' in message) {
      setImmediate(() => this.tell(Thread.startable ? { ready: true } : { failed: 'no way to engine.wasm' }));
    }
  }
  terminate() {
    this.ended = true;
  }
  tell(data: FromWorker) {
    this.onmessage?.({ data });
  }
  crash() {
    this.onerror?.({ message: 'unreachable', preventDefault: () => undefined });
  }
  get questions() {
    return this.heard.filter((message) => 'id' in message);
  }
}

let online = false;
const stored = new Map<string, string>();
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  },
  Worker: Thread,
  document: {
    querySelector: (selector: string) =>
      selector.includes('=engine]') ? { content: 'engine-AAAAAAAA.json yavalath eigenstate' } : null,
    addEventListener: () => undefined,
  },
  location: { origin: 'http://h', protocol: 'http:', host: 'h', pathname: '/', search: '', href: 'http://h/' },
  fetch: async (path: string) => {
    if (path === '/engine-AAAAAAAA.json') return new Response(JSON.stringify({ worker: 'worker-B.js', files: {} }));
    if (!online) throw new TypeError('no network');
    return new Response('{"from":"server"}');
  },
});
mock.method(console, 'warn', () => undefined);

const { ask } = await import('../src/sources');
const { socketOf, thinkerOf, thinksHere, socket } = await import('../src/socket');
const { engineAt } = await import('../src/settings');
const { holdSeat, updateSeat } = await import('../src/play/seats');
const { engineComing, local } = await import('../src/local');

const settle = async () => {
  for (let i = 0; i < 20; ++i) await new Promise((resolve) => setImmediate(resolve));
};
const thread = () => Thread.all.at(-1)!;
const answerOf = async (response: Promise<Response>) => (await response).json() as Promise<{ from: string }>;

async function locally(response: Promise<Response>): Promise<{ from: string }> {
  await settle();
  const question = thread().questions.at(-1)!;
  if ('id' in question) thread().tell({ id: question.id, status: 200, body: { from: question.path } });
  return answerOf(response);
}

const kAlone = { game: 'yavalath', seats: [{ who: 'me' }, { who: 'level:5' }] };

test('the server answers while it does; then the engine here, what it can', async () => {
  online = true;
  assert.equal((await answerOf(ask({ method: 'GET', path: '/api/games' }))).from, 'server');
  assert.equal(Thread.all.length, 0, 'nothing is loaded that nobody needs');
  online = false;
  assert.equal((await locally(ask({ method: 'GET', path: '/api/games' }))).from, '/api/games');
  assert.equal((await locally(ask({ method: 'POST', path: '/api/tables', body: kAlone }))).from, '/api/tables');
  for (const [method, path, body] of [
    ['GET', '/api/archive?game=yavalath', undefined],
    ['GET', '/api/live', undefined],
    ['POST', '/api/explorer', {}],
    ['GET', '/api/tables/k3v9', undefined],
    ['POST', '/api/tables', { seats: [{ who: 'me' }, { who: 'open' }] }],
    ['POST', '/api/tables', { ...kAlone, public: true }],
  ] as const) {
    await assert.rejects(ask({ method, path, body }), { code: 'offline' }, path);
  }
  await assert.rejects(ask({ method: 'POST', path: '/api/tables', body: kAlone, here: false }), { code: 'offline' });
});

test('a table that stands here is asked for here, whatever the network does', async () => {
  online = true;
  assert.equal((await locally(ask({ method: 'GET', path: '/api/tables/local-a1' }))).from, '/api/tables/local-a1');
  assert.equal(
    (await locally(ask({ method: 'POST', path: '/api/tables', body: kAlone, here: true }))).from,
    '/api/tables',
  );
  assert.equal(socketOf('k3v9'), socket);
  assert.notEqual(socketOf('local-a1'), socket);
  online = false;
});

test('who thinks: the browser unless it was asked otherwise; the server about games without help', () => {
  assert.ok(thinksHere('yavalath'));
  engineAt.value = 'server';
  assert.ok(!thinksHere('yavalath'));
  assert.equal(thinkerOf('yavalath'), socket);
  engineAt.value = 'browser';
  holdSeat({ id: 'k3v9', game: 'yavalath', token: 't', invites: [] });
  assert.ok(thinksHere('yavalath'));
  updateSeat('k3v9', { noHelp: true });
  assert.ok(!thinksHere('yavalath'));
  assert.ok(thinksHere('eigenstate'));
  assert.ok(!thinksHere('chess'), 'what the engine does not know');
  updateSeat('k3v9', { over: true });
  assert.ok(thinksHere('yavalath'));
});

test('a crash is told to whoever waits, and the next question has a new thread', async () => {
  const before = thread();
  const waiting = ask({ method: 'GET', path: '/api/tables/local-a1' });
  const analysis = thinkerOf('yavalath').begin({ type: 'analyse', game: 'yavalath' }).answer;
  const told = [
    assert.rejects(waiting, { code: 'engine_stopped' }),
    assert.rejects(analysis, { code: 'engine_stopped' }),
  ];
  await settle();
  before.crash();
  await Promise.all(told);
  assert.ok(before.ended);
  assert.equal((await locally(ask({ method: 'GET', path: '/api/tables/local-a1' }))).from, '/api/tables/local-a1');
  assert.notEqual(thread(), before);
});

test('whoever watches a table here sees it again after a crash', async () => {
  const seen: string[] = [];
  const leave = socketOf('local-a1').watch('local-a1', 'secret', {
    table: (table) => seen.push(`table ${table.event}`),
    event: () => undefined,
    news: () => undefined,
    refused: (error) => seen.push(error.code),
  });
  const answerWatch = (event: number) => {
    const message = thread()
      .heard.filter((each) => 'socket' in each)
      .at(-1) as { socket: { request: number } };
    const table = { id: 'local-a1', event, at: Date.now() };
    thread().tell({ socket: { type: 'ok', request: message.socket.request, table } });
  };
  await settle();
  answerWatch(3);
  await settle();
  thread().crash();
  await settle();
  mock.timers.tick(3_000);
  await settle();
  answerWatch(3);
  await settle();
  assert.deepEqual(seen, ['table 3', 'table 3']);
  assert.ok('open' in thread().heard[1]!, 'a connection begins with that');
  leave();
});

test('an engine that cannot be loaded says so, and is tried again', async () => {
  thread().crash();
  Thread.startable = false;
  await assert.rejects(local.ask({ method: 'GET', path: '/api/games' }), { code: 'no_engine' });
  assert.ok(thread().ended);
  Thread.startable = true;
  assert.equal((await locally(local.ask({ method: 'GET', path: '/api/games' }))).from, '/api/games');
});

test('how much of the program has come is shown until it is there', async () => {
  const shares: (number | null)[] = [];
  const stop = engineComing.subscribe((share) => shares.push(share));
  thread().tell({ progress: { name: 'nets/yavalath.net', share: 0.5 } });
  thread().tell({ progress: { name: 'engine.wasm', share: 0.25 } });
  thread().tell({ progress: { name: 'engine.wasm', share: 1 } });
  assert.deepEqual(shares, [null, 0.25, null]);
  stop();
});
