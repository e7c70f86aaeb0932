import { marksOf } from '../src/review/better';
import { kFixtures } from './fixtures';
import assert from 'node:assert/strict';
import test from 'node:test';
import type { JudgedTurn, Lesson, Step, View } from '../src/api';
import { isTaken, type Place } from '../src/app_keys';
import * as compose from '../src/editor/compose';
import * as course from '../src/learn/lesson';
import { laidOver, merge, mistakes, nextMistake, reviewedTurns, summary, type Review } from '../src/review/model';
import { canTry } from '../src/review/trainer';
import { Explorer } from '../src/tree/explorer';
import { treeKeys } from '../src/tree/keys';
import { fromRecord, full, toRecord, type GameRecord } from '../src/tree/record';
import * as trees from '../src/tree/tree';

const record: GameRecord = {
  game: 'yavalath',
  players: ['Ada', 'Bob'],
  turns: ['e5', { turn: 'f4', win: [0.7, 0.3] }, { turn: 'g5', variations: [['own']] }, 'd3'],
};

const judgedTurn = (turn: number, text: string, more: Partial<JudgedTurn> = {}): JudgedTurn => ({
  turn,
  text,
  player: 2 - (turn % 2),
  judged: true,
  searched: true,
  before: [0.5, 0.5],
  win: [0.5, 0.5],
  loss: 0,
  mark: '',
  words: '',
  reasons: [],
  steps: [],
  best: [],
  ...more,
});

const review: Review = {
  record: {
    ...record,
    turns: [
      'e5',
      'f4',
      {
        turn: 'g5',
        glyphs: [2],
        comment: 'review: lost',
        variations: [['own'], [{ turn: 'e4', comment: 'review: better' }, 'd4']],
      },
      { turn: 'd3', glyphs: [4], variations: [['e3']] },
    ],
  },
  judged: {
    complete: true,
    accuracy: [76.9, null],
    turns: [
      judgedTurn(1, 'e5'),
      judgedTurn(2, 'f4'),
      judgedTurn(3, 'g5', { turn_words: 'places g5', loss: 10.8, mark: '?', words: 'lost', best: [['e4', 'd4']] }),
      judgedTurn(4, 'd3', { loss: 41, mark: '??', steps: [{ text: 'd3', loss: 41 }], best: [['e3']] }),
    ],
  },
};

test('before a review there are the turns, afterwards what it says of them', () => {
  const bare = reviewedTurns(record, null);
  assert.deepEqual(
    bare.map((turn) => [turn.turn, turn.player, turn.after]),
    [
      ['e5', 0, null],
      ['f4', 0, [0.7, 0.3]],
      ['g5', 0, null],
      ['d3', 0, null],
    ],
  );
  const turns = reviewedTurns(record, review);
  assert.deepEqual(
    turns.map((turn) => turn.glyph),
    [0, 0, 2, 4],
  );
  // A review of an older server does not tell what turns do.
  assert.deepEqual(
    turns.map((turn) => turn.does),
    ['', '', 'places g5', ''],
  );
  assert.deepEqual(turns[2]!.better, [['e4', 'd4']]);
  assert.ok(canTry(turns[2]!) && !canTry(turns[1]!) && !canTry(bare[2]!), 'only what can be judged is asked');
});

test('a stopped review keeps what the pass before had found', () => {
  const early: Review = {
    record: { ...record, turns: [{ turn: 'e5', win: [0.6, 0.4] }, 'f4', 'g5', 'd3'] },
    judged: {
      complete: false,
      accuracy: [100, null],
      turns: [
        judgedTurn(1, 'e5', { win: [0.6, 0.4] }),
        ...[2, 3, 4].map((turn): JudgedTurn => ({ turn, text: 'x', player: 1, judged: false })),
      ],
    },
  };
  assert.equal(laidOver(null, early), early);
  const both = laidOver(review, early);
  assert.deepEqual(
    both.judged.turns.map((turn) => turn.mark),
    ['', '', '?', '??'],
  );
  assert.deepEqual(both.judged.turns[0]!.win, [0.6, 0.4]);
  assert.deepEqual(both.record.turns[3], review.record.turns[3]);
});

test('mistakes stand by size and can be walked through', () => {
  const turns = reviewedTurns(record, review);
  assert.deepEqual(
    mistakes(turns).map((turn) => turn.number),
    [4, 3],
  );
  assert.deepEqual(
    mistakes(turns, 1).map((turn) => turn.number),
    [3],
  );
  assert.equal(nextMistake(turns, 0, 1)!.number, 3);
  assert.equal(nextMistake(turns, 3, 1)!.number, 4);
  assert.equal(nextMistake(turns, 4, 1)!.number, 3, 'round at the end');
  assert.equal(nextMistake(turns, 3, -1)!.number, 4, 'and at the start');
  assert.equal(nextMistake(turns.slice(0, 2), 0, 1), null);
  assert.deepEqual(summary(review, turns)[1], {
    player: 2,
    accuracy: null,
    marks: [
      { glyph: 6, count: 0 },
      { glyph: 2, count: 0 },
      { glyph: 4, count: 1 },
    ],
  });
});

test('a newer review replaces the older one and leaves own variations', () => {
  const older = fromRecord(review.record).tree;
  let tree = trees.addTurn(older, 'mine', {}, trees.kRoot);
  tree = trees.goTo(tree, trees.mainline(tree)[1]!.id);
  const newer: GameRecord = {
    ...record,
    turns: ['e5', 'f4', { turn: 'g5', variations: [['own'], [{ turn: 'h5', comment: 'review: better' }]] }, 'd3'],
  };
  const merged = merge(tree, older, fromRecord(newer).tree);
  assert.equal(merged.cursor, tree.cursor);
  const turns = toRecord({ tree: merged, heading: {} }).turns.map(full);
  assert.deepEqual(
    turns.map((turn) => turn.glyphs ?? []),
    [[], [], [], []],
  );
  assert.deepEqual(turns[0]!.variations, [['mine']]);
  assert.deepEqual(
    turns[2]!.variations?.map((line) => full(line[0]!).turn),
    ['own', 'h5'],
  );
  assert.deepEqual(turns[3]!.variations, undefined);
  const reader = trees.addLine(older, ['e4'], trees.mainline(older)[1]!.id);
  assert.ok(trees.turnsTo(merge(reader, older, fromRecord(newer).tree)).includes('e4'), 'not where the reader is');
});

test('keys mean what the place allows', () => {
  const free = (place: Place) => ['ArrowLeft', ' ', 'n', 'Escape'].filter((key) => !isTaken(key, place));
  assert.deepEqual(free('elsewhere'), ['ArrowLeft', ' ', 'n', 'Escape']);
  assert.deepEqual(free('button'), ['ArrowLeft', 'n', 'Escape']);
  assert.deepEqual(free('mover'), ['n', 'Escape'], 'radios and scroll boxes use arrows');
  assert.deepEqual(free('field'), ['Escape']);
  const heard: string[] = [];
  const keys = treeKeys((key) => heard.push(key) > 0);
  for (const name of ['ArrowLeft', ',', 'N', 'Shift+N', '/', ' ']) keys[name]!({} as KeyboardEvent);
  assert.deepEqual(heard, ['back', 'back', 'mistake', 'mistakeBefore', 'type', 'best']);
});

const lesson: Lesson = {
  id: 'four',
  title: '',
  text: '',
  game: 'yavalath',
  options: {},
  position: '',
  steps: [
    { task: 'a', accept: ['e5', 'e6'], reply: 'a1', praise: 'yes', hint: 'h' },
    { task: 'b', accept: ['d4'], praise: 'yes', hint: 'h' },
  ],
};

test('a lesson goes on after right answers only', () => {
  let now = course.begin(lesson);
  now = course.played(now, 'a9', 'none');
  assert.deepEqual([now.state, now.hint, now.turns.length], ['wrong', true, 0]);
  assert.equal(course.next(now), now);
  now = course.played(now, 'e6', 'none');
  assert.deepEqual([now.state, now.turns], ['right', ['e6', 'a1']]);
  now = course.next(now);
  assert.deepEqual([now.state, now.step, now.hint], ['asked', 1, false]);
  now = course.shown(now, 'd4', 'none');
  assert.deepEqual([now.state, now.turns], ['shown', ['e6', 'a1', 'd4']]);
  now = course.next(now);
  assert.equal(now.state, 'done');
  assert.equal(course.played(now, 'e5', 'none'), now);
});

test('a win is always right and ends the lesson', () => {
  const won = course.played(course.begin(lesson), 'c3', 'won');
  assert.deepEqual([won.state, won.turns], ['right', ['c3']], 'no reply after the end');
  assert.equal(course.next(won).state, 'done');
  assert.equal(course.played(course.begin(lesson), 'c3', 'other').state, 'wrong', 'a lost game');
});

test('an answer may be a part of a turn, in any order', () => {
  const step = { task: '', accept: ['c3>e,d3-c3'], praise: '', hint: '' };
  assert.ok(course.isRight(step, 'd3-c3,c3>e,end'));
  assert.ok(!course.isRight(step, 'c3>e,end'));
  const legal: Step[] = [
    { action: 'a1', kind: 'place' },
    { action: 'd3-c3', kind: 'move' },
    { action: 'end', kind: 'end' },
  ];
  assert.equal(course.towards('c3>e,d3-c3', ['c3>e'], legal), 'd3-c3');
  assert.equal(course.towards('c3>e', ['c3>e'], legal), 'end');
  assert.equal(course.towards('c3>e', [], legal), 'a1', 'something has to come first');
  assert.equal(course.towards('c3>e', [], []), undefined);
});

test('positions are composed piece by piece', () => {
  let now: compose.Composed = {
    pieces: [],
    toMove: 1,
    counters: [{ player: 1, kind: 'pool', label: 'pool', value: 8 }],
  };
  now = compose.tap(now, 5, 1, true);
  now = compose.togglePeg(compose.togglePeg(now, 5, 7), 5, 2);
  assert.deepEqual(now.pieces, [{ cell: 5, player: 1, pegs: [2, 7] }]);
  now = compose.tap(now, 5, 2, true);
  assert.deepEqual(now.pieces, [{ cell: 5, player: 2, pegs: [2, 7] }], 'another owner, the same pegs');
  now = compose.tap(compose.tap(now, 3, 1, false), 5, 2, true);
  assert.deepEqual(now.pieces, [{ cell: 3, player: 1 }], 'the second tap takes it away');
  const setup = { game: 'g', options: {}, position: '' };
  assert.equal(compose.editRequest(setup, 'p', now, false).counters, undefined);
  assert.deepEqual(compose.editRequest(setup, 'p', compose.setCounter(now, 1, 3), true).counters, [
    { player: 1, value: 3 },
  ]);
});

// A game of turns of two letters; a turn is complete after the second.
const view = (request: { turns?: string[]; draft?: string[] }): View => {
  const draft = request.draft ?? [];
  if (draft.includes('bad')) throw new Error('not this');
  return {
    game: 'g',
    options: {},
    position: (request.turns ?? []).join(' '),
    to_move: 1,
    turn: 1,
    pieces: [],
    counters: [],
    out: [],
    last: [],
    last_words: `does ${(request.turns ?? []).at(-1) ?? 'nothing'}`,
    must_block: [],
    draft,
    draft_kinds: draft.map(() => 'move'),
    draft_words: draft.map((action) => `does ${action}`),
    prompt: '',
    legal: [],
    outcome: { result: 'none', reason: '' },
    draft_state: draft.length === 0 ? 'empty' : draft.length < 2 ? 'incomplete' : 'complete',
  };
};
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

test('a draft becomes a turn of the tree when the server calls it complete', async () => {
  const explorer = new Explorer(trees.emptyTree({ game: 'g', options: {}, position: '' }), async (r) => view(r));
  explorer.act('a');
  await settled();
  assert.deepEqual([explorer.draft.value, explorer.drafted.value?.draft_state], [['a'], 'incomplete']);
  explorer.cancel();
  explorer.act('x');
  explorer.act('b');
  await settled();
  assert.deepEqual(trees.turnsTo(explorer.tree.value), ['x,b']);
  assert.deepEqual(explorer.draft.value, []);
  assert.equal(explorer.words.value.get(explorer.tree.value.cursor), 'does x,b', 'the turn in words');
  explorer.look(['c,d', 'e,f']);
  await settled();
  assert.equal(explorer.shown.value?.position, 'x,b c,d');
  assert.equal(explorer.here.value?.position, 'x,b');
  await explorer.addLine(['c,d', 'e']);
  assert.deepEqual(
    trees.mainline(explorer.tree.value).map((node) => node.turn),
    ['x,b', 'c,d'],
    'no part of a turn',
  );
  assert.deepEqual(trees.turnsTo(explorer.tree.value), ['x,b'], 'the cursor stays');
  explorer.dispose();
});

test('what was typed is played whole or not at all', async () => {
  const explorer = new Explorer(trees.emptyTree({ game: 'g', options: {}, position: '' }), async (r) => view(r));
  assert.equal(await explorer.typed('a, bad'), false);
  assert.deepEqual([explorer.draft.value, explorer.problem.value !== ''], [[], true]);
  assert.equal(await explorer.typed('a, b'), true);
  await settled();
  assert.deepEqual(trees.turnsTo(explorer.tree.value), ['a,b']);
  explorer.dispose();
});

test('a preview ends with the step it went on from, and wherever one goes', async () => {
  const explorer = new Explorer(trees.emptyTree({ game: 'g', options: {}, position: '' }), async (r) => view(r));
  explorer.look(['a,b']);
  explorer.change(explorer.tree.value);
  assert.deepEqual(explorer.preview.value, [], 'to where the cursor is already');
  assert.equal(explorer.cancel(), false, 'no step to take back');
  explorer.act('a');
  await settled();
  explorer.look(['b']);
  assert.equal(explorer.cancel(), true);
  assert.deepEqual([explorer.draft.value, explorer.preview.value], [[], []]);
  explorer.dispose();
});

test('a better turn is drawn by its first action and its pegs', () => {
  const { view } = kFixtures.eigPlayed;
  const legal = [{ action: 'b1-b2', kind: 'move', from: 1, to: 7 }];
  const drawn = marksOf(legal as Step[], 'b1-b2,b2+d4,e1+a2', view as View);
  assert.deepEqual(
    drawn.map(({ from, to, hole }) => [from, to, hole]),
    [
      [1, 7, undefined],
      [7, undefined, 18],
      [4, undefined, 5],
    ],
  );
});
