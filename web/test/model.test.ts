// The play screen's model against a server that the test plays, over the page's own socket.
import assert from 'node:assert/strict';
import test, { mock, type TestContext } from 'node:test';
import { Message, prepareMore, t } from '../src/i18n';
import type { SocketMessage } from '../src/socket';

// A browser's few things that the model touches.
class Wire {
  static last: Wire;
  readyState = 0;
  sent: SocketMessage[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (() => void) | null;
  constructor() {
    Wire.last = this;
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as SocketMessage);
  }
  close() {
    this.readyState = 3;
    this.onclose?.();
  }
  receive(message: SocketMessage) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  asked(type: string): SocketMessage[] {
    return this.sent.filter((message) => message['type'] === type);
  }
  answer(question: SocketMessage, fields: SocketMessage) {
    this.receive({ type: 'ok', request: question['request'], ...fields });
  }
}

// One clock for all tests: the socket is one too.
mock.timers.enable({ apis: ['setTimeout'] });

const kept = new Map<string, string>();
const fetched: { path: string; method: string }[] = [];
let shown = (): void => undefined; // the page is hidden, or seen again
let answers: (path: string) => unknown = () => null;
Object.assign(globalThis, {
  WebSocket: Wire,
  location: { protocol: 'http:', host: 'h', pathname: '/', search: '' },
  localStorage: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  },
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  matchMedia: () => ({ matches: false }),
  document: {
    hidden: false,
    querySelector: () => null,
    createElement: () => ({}),
    head: { append: (style: { onload: () => void }) => style.onload() },
    addEventListener: (_: string, then: () => void) => (shown = then),
    removeEventListener: () => undefined,
  },
  fetch: async (path: string, { method }: { method: string }) => {
    fetched.push({ path, method });
    const body = answers(path);
    if (body === null) throw new TypeError('no network');
    return { ok: true, json: async () => body };
  },
});

const { Play } = await import('../src/play/model');
const { polite } = await import('../src/app_live');
const { questionOf } = await import('../src/play/query');
const { Coach } = await import('../src/play/coach');
const { askView, socket } = await import('../src/socket');
const { kFirstDelay } = await import('../src/connection');
const { coach: coachSetting, phrases } = await import('../src/settings');
const { kPhraseTime } = await import('../src/play/phrases');
const { heldSeats, holdSeat } = await import('../src/play/seats');

await prepareMore();
const settle = () => new Promise((resolve) => setImmediate(resolve));
const kNone = { draw: [], takeback: null, rematch: [] };

const view = (turns: number, draft: string[] = [], state = 'incomplete', words = '') => ({
  game: 'eigenstate',
  options: {},
  position: `p${turns}`,
  to_move: 1,
  turn: turns + 1,
  pieces: [],
  counters: [],
  out: [],
  last: [],
  last_words: '',
  draft,
  draft_words: draft.map((action) => `does ${action}`),
  draft_state: draft.length ? state : 'empty',
  prompt: words,
  legal: [],
  must_block: [],
  outcome: { result: 'none', reason: '' },
});

const table = (turns: string[], change: SocketMessage = {}) => ({
  id: 't',
  game: 'eigenstate',
  options: {},
  position: '',
  created: 0,
  event: turns.length,
  seats: [1, 2].map((player) => ({ player, who: 'human', name: '', taken: true, online: true, yours: true })),
  clock: null,
  clocks: [],
  running: null,
  at: Date.now(),
  turns,
  turn_words: turns.map((turn) => `does ${turn}`),
  movers: turns.map((_, i) => (i % 2) + 1),
  view: view(turns.length),
  thinking: null,
  offers: kNone,
  result: 'none',
  rematch: null,
  exploration: true,
  aids: false,
  review: 'none',
  ...change,
});

const turnEvent = (turns: string[]) => ({
  type: 'event',
  table: 't',
  event: turns.length,
  at: Date.now(),
  kind: 'turn',
  player: 1,
  turn: turns.at(-1),
  turns: turns.length,
  clocks: [],
  running: null,
  view: view(turns.length),
  offers: kNone,
});

// Opens a table whose first answer the test gives itself.
function entered(context: TestContext) {
  const play = new Play('t', 'secret');
  const stop = play.start();
  socket.retry();
  const wire = Wire.last;
  if (wire.readyState === 0) {
    wire.readyState = 1;
    wire.onopen?.();
  }
  context.after(() => {
    stop();
    wire.close();
  });
  return { play, wire };
}

const refuse = async (wire: Wire, question: SocketMessage, code: string) => {
  wire.receive({ type: 'error', request: question['request'], error: { code, message: code } });
  await settle();
};

// A table that is open on the page.
async function opened(context: TestContext, turns: string[] = [], change: SocketMessage = {}) {
  answers = (path) =>
    path.startsWith('/api/board')
      ? { shape: 'square', colours: ['white', 'black'] }
      : path === '/api/games'
        ? { games: [{ name: 'eigenstate', multi_step: true }] }
        : null;
  fetched.length = 0;
  const { play, wire } = entered(context);
  wire.answer(wire.asked('watch').at(-1)!, { table: table(turns, change) });
  await settle();
  assert.equal(play.table.value?.turns.length, turns.length);
  wire.sent = []; // also what tests before this one still wanted to know
  return { play, wire };
}

test('a quick second step goes on from the first', async (context) => {
  const { play, wire } = await opened(context);
  play.step('a');
  play.step('b');
  const [first, second] = wire.asked('view');
  assert.deepEqual([first!['draft'], second!['draft']], [['a'], ['a', 'b']]);
  wire.answer(first!, { view: view(0, ['a']) });
  await settle();
  assert.deepEqual(play.draft.value.steps, ['a']);
  assert.equal(play.submitted.value, null); // more is on its way
  wire.answer(second!, { view: view(0, ['a', 'b'], 'complete') });
  await settle();
  assert.equal(play.submitted.value, 'a,b');
});

test('a refused step leaves what was there', async (context) => {
  const { play, wire } = await opened(context);
  play.step('a');
  play.step('bad');
  const [first, second] = wire.asked('view');
  wire.answer(first!, { view: view(0, ['a']) });
  wire.receive({ type: 'error', request: second!['request'], error: { code: 'bad_turn', message: 'no' } });
  await settle();
  assert.deepEqual(play.draft.value.steps, ['a']);
  play.step('c');
  assert.deepEqual(wire.asked('view').at(-1)!['draft'], ['a', 'c']);
});

test('what was typed does not land on another turn', async (context) => {
  const { play, wire } = await opened(context);
  const typed = play.typed('a, b');
  const question = wire.asked('view')[0]!;
  wire.receive(turnEvent(['x']));
  wire.answer(question, { view: view(0, ['a', 'b'], 'complete') });
  assert.equal(await typed, false);
  assert.deepEqual(play.draft.value.steps, []);
  assert.equal(wire.asked('turn').length, 0);
});

test('another language renews the draft and what is looked at', async (context) => {
  const { play, wire } = await opened(context, ['x']);
  play.step('a');
  wire.answer(wire.asked('view')[0]!, { view: view(1, ['a'], 'incomplete', 'step 2') });
  await settle();
  socket.reopen();
  mock.timers.tick(1);
  const next = Wire.last;
  assert.notEqual(next, wire);
  next.readyState = 1;
  next.onopen?.();
  assert.equal('after' in next.asked('watch')[0]!, false);
  next.answer(next.asked('watch')[0]!, { table: table(['x'], { view: view(1, [], '', 'passo 1') }) });
  await settle();
  assert.equal(play.table.value!.view.prompt, 'passo 1');
  const renewed = next.asked('view').find((question) => question['position'] === 'p1')!;
  assert.deepEqual(renewed['draft'], ['a']);
  next.answer(renewed, { view: view(1, ['a'], 'incomplete', 'passo 2') });
  await settle();
  assert.equal(play.view.value!.prompt, 'passo 2');
  assert.deepEqual(play.draft.value.steps, ['a']);
  next.close();
});

test('a table that could not be opened opens when the trouble is over', async (context) => {
  const { play, wire } = entered(context);
  await refuse(wire, wire.asked('watch').at(-1)!, 'store');
  assert.equal(play.refusal.value?.code, 'store');
  answers = () => null; // the board cannot be had yet
  mock.timers.tick(kFirstDelay);
  wire.answer(wire.asked('watch').at(-1)!, { table: table([], { options: { late: 'board' } }) });
  for (let i = 0; i < 5; ++i) await settle();
  assert.equal(play.refusal.value?.code, 'offline');
  answers = (path) =>
    path.startsWith('/api/board')
      ? { shape: 'square', colours: ['white', 'black'] }
      : path === '/api/games'
        ? { games: [] }
        : null;
  play.retry();
  for (let i = 0; i < 5; ++i) await settle();
  assert.equal(play.refusal.value, null);
  assert.notEqual(play.board.value, null);
});

test('a game in sight stays there while the table cannot be watched', async (context) => {
  const { play, wire } = await opened(context, ['x']);
  wire.receive({ type: 'resync', table: 't' });
  await refuse(wire, wire.asked('watch')[0]!, 'store');
  assert.equal(play.refusal.value?.code, undefined);
  wire.receive({ type: 'resync', table: 't' });
  await refuse(wire, wire.asked('watch')[1]!, 'no_such_table');
  assert.equal(play.refusal.value?.code, 'no_such_table');
});

test('a refused turn is kept where it may be sent again', async (context) => {
  const { play, wire } = await opened(context);
  const send = async (code: string) => {
    play.step('a');
    wire.answer(wire.asked('view').at(-1)!, { view: view(0, ['a'], 'complete') });
    await settle();
    play.submitDraft();
    await refuse(wire, wire.asked('turn').at(-1)!, code);
    const { steps } = play.draft.value;
    if (steps.length > 0) await play.setDraft([]);
    return steps;
  };
  for (const code of ['store', 'too_many', 'busy']) assert.deepEqual(await send(code), ['a'], code);
  for (const code of ['bad_turn', 'turn_incomplete', 'not_your_turn', 'game_over'])
    assert.deepEqual(await send(code), [], code);
});

test('going to where one is keeps the draft', async (context) => {
  for (const turns of [[], ['x']]) {
    const { play, wire } = await opened(context, turns);
    play.step('a');
    wire.answer(wire.asked('view').at(-1)!, { view: view(turns.length, ['a']) });
    await settle();
    play.browseBy(1);
    await play.goTo(turns.length);
    assert.deepEqual(play.draft.value.steps, ['a']);
    play.browseBy(-1);
    assert.equal(play.draft.value.steps.length, turns.length > 0 ? 0 : 1);
    void play.goTo(turns.length);
  }
});

test('what comes next is heard, once for each step', async (context) => {
  const { play, wire } = await opened(context, [], {
    seats: [1, 2].map((player) => ({ player, who: 'human', name: '', taken: true, online: true, yours: player === 1 })),
  });
  const heard: string[] = [];
  context.after(polite.subscribe((words) => void heard.push(words)));
  heard.length = 0;
  play.step('a');
  wire.answer(wire.asked('view')[0]!, { view: view(0, ['a'], 'incomplete', 'step 2') });
  await settle();
  play.step('b');
  wire.answer(wire.asked('view')[1]!, { view: view(0, ['a', 'b'], 'complete') });
  await settle();
  assert.deepEqual(heard, ['step 2', t(Message.kWebReady)]);
});

test('chances and best turn are asked of the turn in the making', async (context) => {
  const { play, wire } = await opened(context, ['x']);
  const asks = (query: 'best' | 'evaluation') => {
    const { position, draft } = questionOf(play, play.table.value!, query);
    return [position, draft];
  };
  assert.deepEqual(asks('best'), ['p1', undefined]);
  play.step('a');
  wire.answer(wire.asked('view').at(-1)!, { view: { ...view(1, ['a']), position: 'p1' } });
  await settle();
  assert.deepEqual(asks('best'), ['p1', ['a']]);
  play.step('b');
  wire.answer(wire.asked('view').at(-1)!, { view: { ...view(1, ['a', 'b'], 'complete'), position: 'p2' } });
  await settle();
  assert.deepEqual(asks('best'), ['p1', undefined], 'not the best turn of the opponent');
  assert.deepEqual(asks('evaluation'), ['p1', ['a', 'b']]);
  void play.goTo(0);
  wire.answer(wire.asked('view').at(-1)!, { view: view(0) });
  await settle();
  assert.deepEqual(asks('best'), ['p0', undefined]);
});

test('a takeback while looking back shows a turn that is there', async (context) => {
  const { play, wire } = await opened(context, ['a', 'b', 'c', 'd', 'e']);
  void play.goTo(4);
  const late = wire.asked('view')[0]!;
  wire.receive({
    type: 'event',
    table: 't',
    event: 6,
    at: Date.now(),
    kind: 'takeback',
    player: 1,
    answer: 'accept',
    turns: 3,
    clocks: [],
    running: null,
    view: view(3),
    offers: kNone,
  });
  assert.equal(play.browse.value, null);
  assert.equal(play.shownTurns.value, 3);
  wire.answer(late, { view: view(4, [], '', 'of another game') });
  await settle();
  wire.receive({ ...turnEvent(['a', 'b', 'c', 'x']), event: 7 });
  wire.receive({ ...turnEvent(['a', 'b', 'c', 'x', 'y']), event: 8 });
  void play.goTo(4); // asks: what came late was not kept
  assert.deepEqual(wire.asked('view').at(-1)!['turns'], ['a', 'b', 'c', 'x']);
});

test('a game that was taken back is open again', async (context) => {
  holdSeat({ id: 't', game: 'eigenstate', token: 'secret', invites: [] });
  const { wire } = await opened(context, ['a', 'b'], { result: 'p1win' });
  await settle();
  assert.equal(heldSeats.value[0]!.over, true);
  wire.receive({
    type: 'event',
    table: 't',
    event: 3,
    at: Date.now(),
    kind: 'takeback',
    player: 1,
    answer: 'accept',
    turns: 0,
    clocks: [],
    running: null,
    view: view(0),
    offers: kNone,
  });
  await settle();
  assert.equal(heldSeats.value[0]!.over, false);
});

test('what others say is seen and heard for a while, unless it is muted', async (context) => {
  context.after(() => (phrases.value = 'on'));
  const seats = [1, 2].map((player) => ({ player, who: 'human', name: 'Rui', taken: true, yours: player === 1 }));
  const { play, wire } = await opened(context, [], { seats });
  const says = async (player: number, phrase: string) => {
    wire.receive({ type: 'phrase', table: 't', player, phrase });
    await settle();
    await settle();
  };
  await says(2, 'good_luck');
  assert.equal(play.said.value[2]?.words, t(Message.kWebPhraseGoodLuck));
  assert.equal(polite.value.trim(), t(Message.kWebSays, 'Rui', t(Message.kWebPhraseGoodLuck)));
  mock.timers.tick(kPhraseTime);
  assert.equal(play.said.value[2], undefined);
  phrases.value = 'off';
  await says(2, 'hello');
  assert.equal(play.said.value[2], undefined);
  await says(1, 'hello'); // one's own is seen: it was sent
  assert.equal(play.said.value[1]?.words, t(Message.kWebPhraseHello));
});

test('a turn that went out by a plain request is shown; nothing else goes out twice', async (context) => {
  const { play, wire } = await opened(context);
  play.step('a');
  wire.answer(wire.asked('view')[0]!, { view: view(0, ['a'], 'complete') });
  await settle();
  answers = (path) => (path.endsWith('/turns') ? { event: 1 } : path === '/api/tables/t' ? table(['a']) : null);
  fetched.length = 0;
  play.submitDraft();
  play.act('draw', 'ask');
  wire.close(); // both are on their way
  for (let i = 0; i < 5; ++i) await settle();
  const acts = fetched.filter(({ path }) => path.startsWith('/api/tables/'));
  assert.deepEqual(
    acts.map(({ path, method }) => `${method} ${path}`),
    ['POST /api/tables/t/turns', 'GET /api/tables/t'],
  );
  assert.deepEqual(play.table.value!.turns, ['a']);
  assert.deepEqual(play.draft.value.steps, []);
  assert.equal(play.sending.value, false);
});

test('a view finds its way: socket, plain request, the next connection', async (context) => {
  const { wire } = await opened(context);
  const asked = askView({ game: 'eigenstate' });
  answers = () => null; // nothing is reachable
  wire.close();
  await settle();
  assert.equal(fetched.at(-1)!.path, '/api/view');
  socket.retry();
  Wire.last.readyState = 1;
  Wire.last.onopen?.();
  Wire.last.answer(Wire.last.asked('view').at(-1)!, { view: view(0) });
  assert.equal((await asked).position, 'p0');
  Wire.last.close();
});

test('the coach speaks of the last own turn only', async () => {
  coachSetting.value = 'on';
  const chances = [0.9, 0.2, 0.2, 0.2]; // of player 1 after so many turns
  const coach = new Coach({ id: 't', board: { value: null } });
  const [me, other] = table([]).seats;
  const at = (turns: string[]) =>
    coach.follow(
      table(turns, {
        seats: [me, { ...other, who: 'level:1', yours: false }],
        view: { ...view(turns.length), to_move: (turns.length % 2) + 1 },
      }) as never,
    );
  const answerAll = async () => {
    for (let round = 0; round < 4; ++round) {
      const wire = Wire.last;
      for (const question of wire.asked('view'))
        wire.answer(question, { view: { ...view(0), draft_words: ['is good'] } });
      for (const question of wire.asked('analyse')) {
        const turns = (question['turns'] as string[]).length;
        wire.receive({
          type: 'analysis',
          request: question['request'],
          done: true,
          analysis: {
            result: 'none',
            to_move: (turns % 2) + 1,
            lines: [{ chances: [chances[turns], 1 - chances[turns]!], line: ['good'], then: [] }],
            ...(question['instead'] ? { reasons: [{ text: 'bad loses', cells: [], for: 'played' }] } : {}),
          },
        });
      }
      await settle();
    }
  };
  at([]);
  socket.retry();
  Wire.last.readyState = 1;
  Wire.last.onopen?.();
  at(['bad']);
  await answerAll();
  assert.equal(coach.advice.value?.turn, 'bad');
  assert.deepEqual(Wire.last.asked('analyse').at(-1)!['instead'], ['good']);
  assert.equal(
    polite.value.trim(),
    `bad loses. ${t(Message.kWebCoachSays, 'bad', 70)} ${t(Message.kWebCoachBetter, 'good: is good')}`,
  );
  at(['bad', 'x']);
  assert.equal(coach.advice.value?.turn, 'bad'); // it can still be taken back
  at(['bad', 'x', 'next']);
  assert.equal(coach.advice.value, null);
  await answerAll();
  assert.equal(coach.advice.value, null);
  coachSetting.value = 'off';
  coach.stop();
  Wire.last.close();
});

test('a clock that waits is told once that the board is seen, and not by a page that is hidden', async (context) => {
  const page = globalThis.document as unknown as { hidden: boolean };
  page.hidden = true;
  context.after(() => (page.hidden = false));
  const seats = [1, 2].map((player) => ({
    player,
    who: 'human',
    name: '',
    taken: true,
    online: true,
    yours: player === 1,
  }));
  const { wire } = await opened(context, [], { seats, waits: { players: [1], until: 5 } });
  assert.deepEqual(wire.asked('seen'), []);
  page.hidden = false;
  shown();
  shown();
  assert.deepEqual(
    wire.asked('seen').map((message) => message['table']),
    ['t'],
  );
});

test('a clock that waits for others is not told anything', async (context) => {
  const seats = [1, 2].map((player) => ({
    player,
    who: 'human',
    name: '',
    taken: true,
    online: true,
    yours: player === 1,
  }));
  const { wire } = await opened(context, [], { seats, waits: { players: [2], until: 5 } });
  shown();
  assert.deepEqual(wire.asked('seen'), []);
});
