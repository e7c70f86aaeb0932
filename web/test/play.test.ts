import assert from 'node:assert/strict';
import test from 'node:test';
import type { Analysis, Offers, Table, TableEvent, View } from '../src/api';
import { clockParts, clockText, timeLeft } from '../src/play/clock';
import { lossOf } from '../src/play/coach';
import { completions, needsSubmit, submission } from '../src/play/draft';
import { inviteLink, parseFragment, parseSeats, seatAddress } from '../src/play/seats';
import { applyEvent, applyNews, askedBy, isAlone, mayAct, mustBlock, turnOrder } from '../src/play/table_state';

const kView: View = {
  game: 'yavalath',
  options: {},
  position: 'p',
  to_move: 1,
  turn: 1,
  pieces: [],
  counters: [],
  out: [],
  last: [],
  last_words: '',
  draft: [],
  draft_kinds: [],
  draft_words: [],
  draft_state: 'empty',
  prompt: '',
  legal: [],
  must_block: [],
  outcome: { result: 'none', reason: '' },
};

function table(change: Partial<Table> = {}): Table {
  return {
    id: 't',
    game: 'yavalath',
    options: {},
    position: '',
    created: 0,
    event: 4,
    seats: [
      { player: 1, who: 'human', name: 'Ana', taken: true, online: true, yours: true, show: false },
      { player: 2, who: 'human', name: '', taken: true, online: false, yours: false, show: false },
    ],
    clock: null,
    clocks: [
      { player: 1, left: 60_000 },
      { player: 2, left: 60_000 },
    ],
    running: 1,
    waits: null,
    at: 1000,
    turns: ['e5', 'd4'],
    turn_words: ['places e5', 'places d4'],
    movers: [1, 2],
    view: kView,
    thinking: null,
    offers: { draw: [], takeback: null, rematch: [] },
    result: 'none',
    reason: '',
    rematch: null,
    exploration: true,
    aids: false,
    spectators: 0,
    public: false,
    review: 'none',
    ...change,
  };
}

const event = (fields: Record<string, unknown>): TableEvent =>
  ({ type: 'event', table: 't', event: 5, at: 2000, offers: kNone, ...fields }) as TableEvent;

const kNone: Offers = { draw: [], takeback: null, rematch: [] };

test('a turn is added, and offers are what the server says', () => {
  const before = table({ offers: { draw: [1], takeback: { player: 2, turns: 1, agreed: [] }, rematch: [] } });
  const after = applyEvent(
    before,
    event({
      kind: 'turn',
      player: 1,
      turn: 'c3',
      turns: 3,
      clocks: [{ player: 1, left: 50_000 }],
      running: 2,
      view: { ...kView, to_move: 2, last_words: 'places c3' },
      offers: { ...kNone, draw: [1] },
    }),
  );
  assert.deepEqual(after.turns, ['e5', 'd4', 'c3']);
  assert.deepEqual(after.turn_words, ['places e5', 'places d4', 'places c3']);
  assert.equal(after.running, 2);
  assert.equal(after.event, 5);
  assert.deepEqual(after.offers, { draw: [1], takeback: null, rematch: [] }); // one's own offer stays
  assert.equal(mayAct(after), false);
  assert.deepEqual(before.turns, ['e5', 'd4']);
});

test('a turn may end the game', () => {
  const after = applyEvent(
    table(),
    event({
      kind: 'turn',
      player: 1,
      turn: 'c3',
      turns: 3,
      clocks: [],
      running: null,
      view: kView,
      result: 'p1win',
      reason: 'four in a line',
    }),
  );
  assert.equal(after.result, 'p1win');
  assert.equal(mayAct(after), false);
});

test('takebacks are asked for, declined and made', () => {
  const offer = { ...kNone, takeback: { player: 2, turns: 1, agreed: [] } };
  const asked = applyEvent(table(), event({ kind: 'takeback', player: 2, answer: 'ask', turns: 1, offers: offer }));
  assert.equal(askedBy(asked, 'takeback'), 2);
  assert.deepEqual(asked.turns, ['e5', 'd4']);
  const declined = applyEvent(asked, event({ kind: 'takeback', player: 1, answer: 'decline' }));
  assert.equal(askedBy(declined, 'takeback'), 0);
  const made = applyEvent(
    asked,
    event({ kind: 'takeback', player: 1, answer: 'accept', turns: 1, clocks: [], running: 2, view: kView }),
  );
  assert.deepEqual(made.turns, ['e5']);
  assert.deepEqual(made.turn_words, ['places e5']);
  assert.equal(made.running, 2);
  assert.deepEqual(made.offers, kNone);
});

test('of three people each answers an offer once', () => {
  const third = { player: 3, who: 'human', name: 'Rui', taken: true, online: true, yours: false, show: false };
  const three = table({ seats: [...table().seats, third] });
  const seenBy = (player: number, offers: Offers): Table => ({
    ...three,
    offers,
    seats: three.seats.map((seat) => ({ ...seat, yours: seat.player === player })),
  });
  const takeback: Offers = { ...kNone, takeback: { player: 1, turns: 0, agreed: [2] } };
  assert.deepEqual(
    [1, 2, 3, 0].map((player) => askedBy(seenBy(player, takeback), 'takeback')),
    [0, 0, 1, 0],
  );
  const draw: Offers = { ...kNone, draw: [2, 3] };
  assert.deepEqual(
    [1, 2, 3, 0].map((player) => askedBy(seenBy(player, draw), 'draw')),
    [2, 0, 0, 0],
  );
});

test('offers of draws and rematches come and go', () => {
  const asked = applyEvent(table(), event({ kind: 'draw', player: 2, answer: 'ask', offers: { ...kNone, draw: [2] } }));
  assert.equal(askedBy(asked, 'draw'), 2);
  assert.deepEqual(applyEvent(asked, event({ kind: 'draw', player: 2, answer: 'withdraw' })).offers.draw, []);
  const again = applyEvent(table(), event({ kind: 'rematch', player: 2, answer: 'accept', rematch: 'next' }));
  assert.equal(again.rematch, 'next');
});

test('what changed without events is taken over', () => {
  const thinking = { player: 2, since: 1, limit: 2 };
  const now = applyNews(table(), {
    type: 'now',
    online: [2],
    thinking,
    clocks: [{ player: 1, left: 5 }],
    running: 2,
    waits: null,
    at: 9,
    review: 'none',
    spectators: 3,
  });
  assert.deepEqual(
    now.seats.map((seat) => seat.online),
    [false, true],
  );
  assert.deepEqual([now.thinking, now.clocks, now.running, now.at], [thinking, [{ player: 1, left: 5 }], 2, 9]);
});

test('the end stops the clock where it was', () => {
  const after = applyEvent(table(), event({ kind: 'end', result: 'p2win', reason: 'resigned' }));
  assert.equal(after.running, null);
  assert.deepEqual(after.clocks, [
    { player: 1, left: 59_000 },
    { player: 2, left: 60_000 },
  ]);
});

test('nobody acts before everybody is there', () => {
  const [first, second] = table().seats;
  assert.equal(mayAct(table()), true);
  assert.equal(mayAct(table({ seats: [first!, { ...second!, taken: false }] })), false);
});

test('seats fill and change', () => {
  const joined = applyEvent(table(), event({ kind: 'seated', player: 2, name: 'Rui' }));
  assert.deepEqual([joined.seats[1]!.name, joined.seats[1]!.taken], ['Rui', true]);
  assert.equal(isAlone(joined), false);
  const taken = applyEvent(joined, event({ kind: 'seat', player: 2, who: 'level:5' }));
  assert.equal(isAlone(taken), true);
  const given = applyEvent(joined, event({ kind: 'seat', player: 1, who: 'level:5' }));
  assert.equal(mayAct(given), false);
  const away = applyNews(joined, { type: 'online', table: 't', player: 2, online: false });
  assert.equal(away.seats[1]!.online, false);
});

test('who agrees to show the game, who looks on, and who deleted his part', () => {
  const agreed = applyEvent(table(), event({ kind: 'show', player: 1, show: true, also: [2] }));
  assert.deepEqual(
    agreed.seats.map((seat) => seat.show),
    [true, true],
  );
  const seated = applyEvent(table(), event({ kind: 'seated', player: 2, name: 'Rui', show: true }));
  assert.deepEqual(
    seated.seats.map((seat) => seat.show),
    [false, true],
  );
  const deleted = applyEvent(table(), event({ kind: 'deleted', player: 1 }));
  assert.deepEqual([deleted.seats[0]!.name, deleted.seats[0]!.yours], ['', false]);
  assert.equal(applyNews(table(), { type: 'spectators', table: 't', spectators: 4 }).spectators, 4);
});

test('three players: order without those who are out, and whom to block', () => {
  const third = { player: 3, who: 'level:1', name: '', taken: true, online: true, yours: false, show: false };
  const three = table({ seats: [...table().seats, third], view: { ...kView, to_move: 2, must_block: [7] } });
  assert.deepEqual(turnOrder(three), [2, 3, 1]);
  assert.equal(mustBlock(three), 3);
  const two = { ...three, view: { ...three.view, out: [3], must_block: [] } };
  assert.deepEqual(turnOrder(two), [2, 1]);
  assert.equal(mustBlock(two), 0);
});

test('clocks', () => {
  assert.equal(clockText(3_600_000 + 65_000), '1:01:05');
  assert.equal(clockText(754_000), '12:34');
  assert.equal(clockText(59_001), '1:00');
  assert.equal(clockText(10_000), '0:10');
  assert.equal(clockText(9_999), '0:10');
  assert.equal(clockText(9_900), '0:09.9');
  assert.equal(clockText(7_230), '0:07.3');
  assert.equal(clockText(1), '0:00.1');
  assert.equal(clockText(0), '0:00.0');
  assert.deepEqual(clockParts(3_661_000), [1, 1, 1]);
  assert.equal(timeLeft(table(), 1, 11_000), 50_000);
  assert.equal(timeLeft(table(), 2, 11_000), 60_000);
  assert.equal(timeLeft(table(), 1, 999_999), 0);
  assert.equal(timeLeft(table(), 1, 0), 60_000);
  assert.equal(timeLeft(table({ clocks: [] }), 1, 0), null);
  const waiting = table({ waits: { players: [2], until: 11_000 } });
  assert.equal(timeLeft(waiting, 1, 11_000), 60_000);
  assert.equal(timeLeft(waiting, 1, 12_000), 59_000);
  const { clocks, running } = waiting;
  const seen = applyEvent(waiting, event({ kind: 'seen', player: 2, at: 4000, clocks, running, waits: null }));
  assert.equal(timeLeft(seen, 1, 5000), 59_000);
});

test('what is confirmed by default', () => {
  assert.equal(needsSubmit('auto', false, false), false);
  assert.equal(needsSubmit('auto', true, false), true);
  assert.equal(needsSubmit('auto', false, true), true);
  assert.equal(needsSubmit('never', true, true), false);
  assert.equal(needsSubmit('always', false, false), true);
});

test('only a finished turn can be submitted', () => {
  const end = { action: 'end', kind: 'end', label: 'End' };
  assert.equal(submission({ steps: [], view: null }), null);
  assert.equal(submission({ steps: ['a1'], view: null }), null);
  assert.equal(submission({ steps: ['a1'], view: { ...kView, draft_state: 'incomplete' } }), null);
  assert.equal(submission({ steps: ['a1', 'b2'], view: { ...kView, draft_state: 'complete' } }), 'a1,b2');
  assert.equal(submission({ steps: ['a1'], view: { ...kView, draft_state: 'incomplete', legal: [end] } }), 'a1,end');
});

test('typed turns are completed', () => {
  const legal = ['a1', 'a2', 'b1'].map((action) => ({ action, kind: 'place' }));
  assert.deepEqual(completions({ ...kView, legal }, 'A'), ['a1', 'a2']);
  assert.deepEqual(completions({ ...kView, legal }, 'c'), []);
});

test('seats are read from what the browser kept, whatever that is', () => {
  assert.deepEqual(parseSeats(null), []);
  assert.deepEqual(parseSeats('{broken'), []);
  assert.deepEqual(parseSeats('{"id":1}'), []);
  const seat = { id: 'x', game: 'yavalath', token: 't', invites: [], at: 1, over: false };
  assert.deepEqual(parseSeats(JSON.stringify([seat, 5, null, { id: 'y' }])), [seat]);
  const madeForOthers = { ...seat, token: null, invites: [{ player: 1, token: 'a' }] };
  assert.deepEqual(parseSeats(JSON.stringify([madeForOthers])), [madeForOthers]);
});

test('links of invitations', () => {
  const link = inviteLink('http://h:1', 'ID', { player: 2, token: 'TOKEN' });
  assert.equal(link, 'http://h:1/g/ID#seat=TOKEN&player=2');
  assert.deepEqual(parseFragment(new URL(link).hash), { token: 'TOKEN', player: 2 });
  assert.deepEqual(parseFragment('#seat=T'), { token: 'T', player: null });
  assert.equal(parseFragment('#player=2'), null);
  assert.equal(parseFragment(''), null);
  // What the browser does not keep, the address does.
  assert.equal(seatAddress('ID', 'TOKEN', true), '/g/ID');
  assert.equal(seatAddress('ID', undefined, false), '/g/ID');
  const { hash } = new URL(seatAddress('ID', 'TOKEN', false), 'http://h');
  assert.deepEqual(parseFragment(hash), { token: 'TOKEN', player: null });
});

test('the coach measures what a turn gave away', () => {
  const analysis = (chances: number[], result = 'none') =>
    ({ result, lines: [{ chances }], evaluation: null }) as unknown as Analysis;
  assert.ok(Math.abs(lossOf(analysis([0.7, 0.3]), analysis([0.4, 0.6]), 1, 2) - 0.3) < 1e-9);
  assert.equal(lossOf(analysis([0.4, 0.6]), analysis([0.7, 0.3]), 1, 2), 0);
  assert.equal(lossOf(analysis([0.9, 0.1]), analysis([], 'p2win'), 1, 2), 0.9);
});
