import assert from 'node:assert/strict';
import test from 'node:test';
import { nextDelay, Socket, kFirstDelay, kLastDelay, type Message } from '../src/socket';
import type { ApiError, Table, TableEvent } from '../src/api';

// A WebSocket that the test holds the other end of.
class Wire {
  readyState = 0;
  sent: Message[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
  send(text: string) {
    this.sent.push(JSON.parse(text) as Message);
  }
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  close() {
    this.readyState = 3;
    this.onclose?.();
  }
  receive(message: Message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

function connected() {
  const wires: Wire[] = [];
  const socket = new Socket(() => 'ws://h/api/socket', () => {
    const wire = new Wire();
    wires.push(wire);
    return wire as unknown as WebSocket;
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

const kTable = (event: number): Table => ({ id: 't', event, at: Date.now() }) as Table;
const kEvent = (event: number): Message => ({ type: 'event', table: 't', event, at: Date.now(), kind: 'end' });
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

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
  wires[1]!.onclose = undefined as never;
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
  wire.receive({ type: 'error', request: 1, error: { code: 'no_table', message: '' } });
  await settle();
  assert.deepEqual(seen, ['refused no_table']);
  const steps: unknown[] = [];
  const answer = socket.send({ type: 'analyse' }, (message) => steps.push(message['analysis']));
  wire.receive({ type: 'analysis', request: 2, done: false, analysis: 1 });
  wire.receive({ type: 'analysis', request: 2, done: true, analysis: 2 });
  assert.equal((await answer)['analysis'], 2);
  assert.deepEqual(steps, [1]);
});

test('waiting grows from two to thirty seconds', () => {
  assert.equal(kFirstDelay, 2000);
  let delay = kFirstDelay;
  for (let i = 0; i < 10; ++i) delay = nextDelay(delay);
  assert.equal(delay, kLastDelay);
});
