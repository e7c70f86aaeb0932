import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import {
  nextDelay,
  Socket,
  kActWait,
  kFirstDelay,
  kLastDelay,
  kLastWait,
  kPingWait,
  kSoonDelay,
  kSoonestDelay,
  type SocketMessage,
} from '../src/connection';
import type { ApiError, Table, TableEvent } from '../src/api';
import type * as source from '../src/source';

// A WebSocket that the test holds the other end of.
class Wire implements source.Wire {
  readyState = 0;
  sent: SocketMessage[] = [];
  onopen: source.Wire['onopen'] = null;
  onmessage: source.Wire['onmessage'] = null;
  onclose: source.Wire['onclose'] = null;
  send(text: string) {
    this.sent.push(JSON.parse(text) as SocketMessage);
  }
  open() {
    this.readyState = 1;
    this.onopen?.(new Event('open'));
  }
  close() {
    this.readyState = 3;
    this.onclose?.(new Event('close') as CloseEvent);
  }
  receive(message: SocketMessage) {
    this.onmessage?.(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
}

// What is waited for does not outlive a test.
test.beforeEach((context) => (context as TestContext).mock.timers.enable({ apis: ['setTimeout'] }));

function connected() {
  const wires: Wire[] = [];
  const socket = new Socket(() => {
    const wire = new Wire();
    wires.push(wire);
    return wire;
  });
  const seen: string[] = [];
  socket.watch('t', 'secret', {
    table: (table) => seen.push(`table ${table.event}`),
    event: (event) => seen.push(`event ${event.event}`),
    news: (news) => seen.push(news.type),
    refused: (error) => seen.push(`refused ${error.code}`),
  });
  return { socket, wires, seen };
}

// Timers that others set are due only in the tick after.
function pass(context: TestContext, wait: number): void {
  context.mock.timers.tick(wait - kLastWait);
  context.mock.timers.tick(kLastWait);
}

const kTable = (event: number): Table => ({ id: 't', event, at: Date.now() }) as Table;
const kEvent = (event: number): SocketMessage => ({ type: 'event', table: 't', event, at: Date.now(), kind: 'end' });
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('watching starts with the whole table, then events in order', async () => {
  const { wires, seen } = connected();
  const wire = wires[0]!;
  wire.open();
  assert.deepEqual(wire.sent, [{ type: 'watch', table: 't', token: 'secret', request: 1 }]);
  wire.receive(kEvent(8)); // before the answer, which will hold it
  wire.receive({ type: 'ok', request: 1, table: kTable(8) });
  await settle();
  wire.receive(kEvent(9));
  wire.receive(kEvent(9)); // once more
  assert.deepEqual(seen, ['table 8', 'event 9']);
});

test('a gap is asked for with after', async () => {
  const { wires, seen } = connected();
  const wire = wires[0]!;
  wire.open();
  wire.receive({ type: 'ok', request: 1, table: kTable(3) });
  await settle();
  wire.receive(kEvent(6));
  assert.deepEqual(wire.sent[1], { type: 'watch', table: 't', token: 'secret', after: 3, request: 2 });
  wire.receive({ type: 'ok', request: 2, events: [4, 5, 6].map(kEvent) as unknown as TableEvent[] });
  await settle();
  assert.deepEqual(seen, ['table 3', 'event 4', 'event 5', 'event 6']);
});

test('a lost connection fails what was asked and watches again from where it was', async () => {
  const { socket, wires, seen } = connected();
  wires[0]!.open();
  wires[0]!.receive({ type: 'ok', request: 1, table: kTable(3) });
  await settle();
  const asked = socket.send({ type: 'turn' });
  wires[0]!.close();
  await assert.rejects(asked, (error: ApiError) => error.code === 'offline');
  assert.equal(socket.online.value, 'offline');
  socket.retry();
  wires[1]!.open();
  assert.equal(socket.online.value, 'online');
  assert.equal(wires[1]!.sent[0]!['after'], 3);
  assert.deepEqual(seen, ['table 3']);
});

test('questions wait for the next connection, acts that were sent do not', async (context) => {
  const { socket, wires } = connected();
  const early = socket.send({ type: 'review' }); // before there is a connection
  wires[0]!.open();
  wires[0]!.receive({ type: 'ok', request: 2, table: kTable(3) });
  await settle();
  const analysis = socket.send({ type: 'analyse' });
  const draw = socket.send({ type: 'draw', table: 't' });
  wires[0]!.close();
  await assert.rejects(draw, (error: ApiError) => error.code === 'offline');
  const late = socket.send({ type: 'resign', table: 't' }); // not sent yet: it may wait
  context.mock.timers.tick(kFirstDelay * 2);
  wires[1]!.open();
  const types = () => wires[1]!.sent.map((message) => message['type']);
  assert.deepEqual(types(), ['watch', 'review', 'analyse']);
  const [watch, review, analyse] = wires[1]!.sent;
  wires[1]!.receive({ type: 'ok', request: watch!['request'], events: [] });
  await settle();
  // Acts only once the server knows that this connection watches.
  assert.deepEqual(types(), ['watch', 'review', 'analyse', 'resign', 'ping']);
  wires[1]!.receive({ type: 'review', request: review!['request'], review: 'r' });
  wires[1]!.receive({ type: 'analysis', request: analyse!['request'], done: true, analysis: 'a' });
  wires[1]!.receive({ type: 'ok', request: wires[1]!.sent[3]!['request'], event: 4 });
  assert.equal((await early)['review'], 'r');
  assert.equal((await analysis)['analysis'], 'a');
  assert.equal((await late)['event'], 4);
});

test('a table that cannot be watched refuses what waited for it', async () => {
  const { socket, wires, seen } = connected();
  const turn = socket.send({ type: 'turn', table: 't' });
  wires[0]!.open();
  wires[0]!.receive({ type: 'error', request: 2, error: { code: 'wrong_token', message: 'no' } });
  await assert.rejects(turn, (error: ApiError) => error.code === 'wrong_token');
  assert.deepEqual(seen, ['refused wrong_token']);
});

test('a table is asked for again where the refusal may pass, and only there', async (context) => {
  const { socket, wires, seen } = connected();
  const wire = wires[0]!;
  const refuse = async (code: string) => {
    wire.receive({ type: 'error', request: wire.sent.at(-1)!['request'], error: { code, message: '' } });
    await settle();
  };
  wire.open();
  await refuse('store');
  assert.equal(wire.sent.length, 1);
  context.mock.timers.tick(kFirstDelay);
  assert.equal(wire.sent.length, 2);
  await refuse('busy');
  context.mock.timers.tick(kFirstDelay);
  assert.equal(wire.sent.length, 2, 'it waits longer each time');
  socket.watchAgain('t'); // the person does not wait
  assert.equal(wire.sent.length, 3);
  wire.receive({ type: 'ok', request: 3, table: kTable(3) });
  await settle();
  context.mock.timers.tick(kLastDelay);
  assert.equal(wire.sent.length, 3);
  assert.deepEqual(seen, ['refused store', 'refused busy', 'table 3']);
  wire.receive({ type: 'resync', table: 't' });
  await refuse('no_such_table');
  context.mock.timers.tick(kLastDelay);
  assert.equal(wire.sent.length, 4, 'that is the last word');
});

test('what changes without events comes with the missed ones', async (context) => {
  const { wires, seen } = connected();
  wires[0]!.open();
  wires[0]!.receive({ type: 'ok', request: 1, table: kTable(3) });
  await settle();
  wires[0]!.close();
  context.mock.timers.tick(kFirstDelay * 2);
  wires[1]!.open();
  wires[1]!.receive({ type: 'ok', request: 2, events: [kEvent(4)] as unknown as TableEvent[], now: { online: [1] } });
  await settle();
  assert.deepEqual(seen, ['table 3', 'event 4', 'now']);
});

test('another language makes the connection anew and asks for whole tables', async (context) => {
  const { socket, wires } = connected();
  wires[0]!.open();
  wires[0]!.receive({ type: 'ok', request: 1, table: kTable(3) });
  await settle();
  const analysis = socket.send({ type: 'analyse' });
  const view = socket.send({ type: 'view' }); // has another way
  socket.reopen();
  await assert.rejects(view, (error: ApiError) => error.code === 'offline');
  assert.notEqual(socket.online.value, 'offline');
  context.mock.timers.tick(1);
  wires[1]!.open();
  assert.equal('after' in wires[1]!.sent[0]!, false);
  wires[1]!.receive({ type: 'analysis', request: wires[1]!.sent[1]!['request'], done: true, analysis: 'a' });
  assert.equal((await analysis)['analysis'], 'a');
});

test('a connection that says nothing is given up', (context) => {
  const { socket, wires } = connected();
  wires[0]!.open();
  socket.ping();
  pass(context, kPingWait - 1);
  wires[0]!.receive({ type: 'ok', request: 2, at: 0 });
  pass(context, kPingWait);
  assert.equal(socket.online.value, 'online');
  socket.ping();
  pass(context, kPingWait);
  assert.equal(socket.online.value, 'offline');
  assert.equal(wires[0]!.readyState, 3);
  socket.check(); // the browser says that it is online
  assert.equal(wires.length, 2);
  pass(context, 10_000); // it does not open
  context.mock.timers.tick(60_000);
  assert.ok(wires.length > 2);
});

test('what came while the page was asleep is read before the connection is given up', async (context) => {
  const { socket, wires } = connected();
  wires[0]!.open();
  wires[0]!.receive({ type: 'ok', request: 1, table: kTable(3) });
  await settle();
  const turn = socket.send({ type: 'turn', table: 't', turn: 'e5', after: 0 });
  context.mock.timers.tick(10 * kActWait);
  wires[0]!.receive({ type: 'ok', request: wires[0]!.sent[1]!['request'] });
  context.mock.timers.tick(10 * kActWait);
  assert.equal((await turn)['type'], 'ok');
  assert.equal(socket.online.value, 'online');
});

test('it comes back also where nobody waits for anything', (context) => {
  const { socket, wires } = connected();
  socket.watch('t', undefined, { table() {}, event() {}, news() {}, refused() {} })();
  wires[0]!.open();
  wires[0]!.close();
  context.mock.timers.tick(kFirstDelay * 2);
  wires[1]!.open();
  assert.equal(socket.online.value, 'online');
});

test('the server may ask to start anew', async () => {
  const { wires, seen } = connected();
  const wire = wires[0]!;
  wire.open();
  wire.receive({ type: 'ok', request: 1, table: kTable(3) });
  await settle();
  wire.receive({ type: 'resync', table: 't' });
  assert.equal('after' in wire.sent[1]!, false);
  wire.receive({ type: 'ok', request: 2, table: kTable(2) });
  await settle();
  assert.deepEqual(seen, ['table 3', 'table 2']);
});

test('refusals, progress and answers', async () => {
  const { socket, wires, seen } = connected();
  const wire = wires[0]!;
  wire.open();
  wire.receive({ type: 'error', request: 1, error: { code: 'no_such_table', message: '' } });
  await settle();
  assert.deepEqual(seen, ['refused no_such_table']);
  const steps: unknown[] = [];
  const answer = socket.send({ type: 'analyse' }, (message) => steps.push(message['analysis']));
  wire.receive({ type: 'analysis', request: 2, done: false, analysis: 1 });
  wire.receive({ type: 'analysis', request: 2, done: true, analysis: 2 });
  assert.equal((await answer)['analysis'], 2);
  assert.deepEqual(steps, [1]);
});

test('waiting grows from one to thirty seconds', () => {
  assert.equal(kFirstDelay, 1000);
  let delay = kFirstDelay;
  for (let i = 0; i < 10; ++i) delay = nextDelay(delay);
  assert.equal(delay, kLastDelay);
});

test('a server that restarts has everybody back within five seconds', (context) => {
  const { wires } = connected();
  wires[0]!.open();
  wires[0]!.close();
  let tries = wires.length;
  // However long it takes to come back, somebody tries every five seconds.
  for (let second = 0; second < 60; second += 5) {
    context.mock.timers.tick(5_000);
    assert.ok(wires.length > tries, `after ${second + 5} seconds`);
    tries = wires.length;
    wires.at(-1)!.close();
  }
});

test('pages come back at different moments, between 0.2 and 2 seconds', (context) => {
  const chance = context.mock.method(Math, 'random', () => 0);
  const { wires } = connected();
  wires[0]!.open();
  wires[0]!.close();
  context.mock.timers.tick(kSoonestDelay - 1);
  assert.equal(wires.length, 1);
  context.mock.timers.tick(1);
  assert.equal(wires.length, 2);
  chance.mock.mockImplementation(() => 0.999);
  wires[1]!.close();
  context.mock.timers.tick(kSoonDelay - 10);
  assert.equal(wires.length, 2);
  context.mock.timers.tick(10);
  assert.equal(wires.length, 3);
});

test('whoever acts learns soon that nobody is there', async (context) => {
  const { socket, wires } = connected();
  wires[0]!.open();
  wires[0]!.receive({ type: 'ok', request: 1, table: kTable(3) });
  await settle();
  const turn = socket.send({ type: 'turn', table: 't', turn: 'e5', after: 0 });
  pass(context, kActWait);
  await assert.rejects(turn, (error: ApiError) => error.code === 'offline');
  context.mock.timers.tick(kSoonDelay);
  assert.equal(wires.length, 2);
});
