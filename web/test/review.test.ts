import assert from 'node:assert/strict';
import test from 'node:test';
import * as compose from '../src/editor/compose';
import * as course from '../src/learn/lesson';
import type { Lesson, Step, View } from '../src/api';
import { merge, mistakes, nextMistake, reviewedTurns, stepsOf, summary, wordsOf } from '../src/review/model';
import { Explorer } from '../src/tree/explorer';
import { treeKey } from '../src/tree/keys';
import { fromRecord, toRecord, type GameRecord } from '../src/tree/record';
import * as trees from '../src/tree/tree';

const record: GameRecord = {
  game: 'yavalath',
  players: ['Ada', 'Bob'],
  tags: { Accuracy1: '76.9', Accuracy2: '61.3' },
  turns: [
    { turn: 'e5', win: [0.68, 0.32] },
    { turn: 'f4', win: [0.7, 0.3] },
    {
      turn: 'g5', win: [0.59, 0.41], glyphs: [2], comment: 'hm review: 10.8 points lost',
      variations: [
        [{ turn: 'e4', comment: 'review: better', win: [0.7, 0.3] }, 'd4'],
        ['own'],
      ],
    },
    {
      turn: 'd3', win: [1, 0], glyphs: [4], comment: 'review: 41.0 points lost (d3 -30.0, c1>ne -11.0)',
      variations: [[{ turn: 'e3', comment: 'revisão: melhor' }]],
    },
  ],
};
const movers = [1, 2, 1, 2];

test('turns start from what the one before ended with', () => {
  const turns = reviewedTurns(record, movers);
  assert.deepEqual(turns.map((turn) => Math.round(turn.loss)), [0, 2, 11, 41].map((loss, i) => (i === 1 ? 2 : loss)));
  assert.deepEqual(turns.map((turn) => turn.glyph), [0, 0, 2, 4]);
  assert.deepEqual(turns[2]!.better, [['e4', 'd4']]);
  assert.deepEqual(turns[3]!.better, [['e3']]);
  assert.equal(turns[0]!.before, null);
});

test('what a review wrote is told from what people wrote', () => {
  assert.equal(wordsOf('hm review: 10.8 points lost'), '10.8 points lost');
  assert.equal(wordsOf('revisão: 3 pontos'), '3 pontos');
  assert.equal(wordsOf('my preview: nice'), '');
  assert.equal(wordsOf(undefined), '');
});

test('losses of single actions are read', () => {
  assert.deepEqual(stepsOf('41.0 points lost (d3 -30.0, c1>ne -11.0)'), [
    { action: 'd3', loss: 30 }, { action: 'c1>ne', loss: 11 },
  ]);
  assert.deepEqual(stepsOf('41.0 points lost'), []);
});

test('mistakes stand by size and can be walked through', () => {
  const turns = reviewedTurns(record, movers);
  assert.deepEqual(mistakes(turns).map((turn) => turn.number), [4, 3]);
  assert.deepEqual(mistakes(turns, 1).map((turn) => turn.number), [3]);
  assert.equal(nextMistake(turns, 0, 1)!.number, 3);
  assert.equal(nextMistake(turns, 3, 1)!.number, 4);
  assert.equal(nextMistake(turns, 4, 1)!.number, 3, 'round at the end');
  assert.equal(nextMistake(turns, 3, -1)!.number, 4, 'and at the start');
  assert.equal(nextMistake(turns.slice(0, 2), 0, 1), null);
  assert.deepEqual(summary(record, turns, 2)[1], {
    player: 2, accuracy: '61.3',
    marks: [{ glyph: 6, count: 0 }, { glyph: 2, count: 0 }, { glyph: 4, count: 1 }],
  });
});

test('a newer review replaces the older one and leaves own variations', () => {
  let tree = fromRecord(record).tree;
  tree = trees.addTurn(tree, 'mine', {}, trees.kRoot);
  tree = trees.goTo(tree, trees.mainline(tree)[1]!.id);
  const newer: GameRecord = {
    ...record,
    turns: ['e5', 'f4', { turn: 'g5', variations: [[{ turn: 'h5', comment: 'review: better' }]] }, 'd3'],
  };
  const merged = merge(tree, fromRecord(newer).tree);
  assert.equal(merged.cursor, tree.cursor);
  const turns = toRecord({ tree: merged, heading: {} }).turns.map((turn) => (typeof turn === 'string' ? { turn } : turn));
  assert.deepEqual(turns.map((turn) => turn.glyphs ?? []), [[], [], [], []]);
  assert.deepEqual(turns[0]!.variations, [['mine']]);
  assert.deepEqual(turns[2]!.variations?.map((line) => (line[0] as { turn?: string }).turn ?? line[0]), ['own', 'h5']);
});

test('keys mean what the place allows', () => {
  const press = (key: string, shift = false, other = false) => ({ key, shift, other });
  assert.equal(treeKey(press('ArrowLeft'), 'elsewhere', true), 'back');
  assert.equal(treeKey(press('ArrowLeft'), 'board', true), null, 'arrows move the cursor of the board');
  assert.equal(treeKey(press(','), 'board', true), 'back');
  assert.equal(treeKey(press(','), 'field', true), null);
  assert.equal(treeKey(press(' '), 'button', true), null);
  assert.equal(treeKey(press(' '), 'elsewhere', true), 'best');
  assert.equal(treeKey(press('n'), 'elsewhere', true), 'mistake');
  assert.equal(treeKey(press('N', true), 'board', true), 'mistakeBefore');
  assert.equal(treeKey(press('e'), 'elsewhere', false), null, 'letters are switched off');
  assert.equal(treeKey(press('e', false, true), 'elsewhere', true), null);
  assert.equal(treeKey(press('ArrowUp'), 'elsewhere', false), 'up');
});

const lesson: Lesson = {
  id: 'four', title: '', text: '', game: 'yavalath', options: {}, position: '',
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
  const legal: Step[] = [{ action: 'a1', kind: 'place' }, { action: 'd3-c3', kind: 'move' }, { action: 'end', kind: 'end' }];
  assert.equal(course.towards('c3>e,d3-c3', ['c3>e'], legal), 'd3-c3');
  assert.equal(course.towards('c3>e', ['c3>e'], legal), 'end');
  assert.equal(course.towards('c3>e', [], legal), 'a1', 'something has to come first');
  assert.equal(course.towards('c3>e', [], []), undefined);
});

test('positions are composed piece by piece', () => {
  let now: compose.Composed = { pieces: [], toMove: 1, counters: [{ player: 1, label: 'pool', value: 8 }] };
  now = compose.tap(now, 5, 1, true);
  now = compose.togglePeg(compose.togglePeg(now, 5, 7), 5, 2);
  assert.deepEqual(now.pieces, [{ cell: 5, player: 1, pegs: [2, 7] }]);
  now = compose.tap(now, 5, 2, true);
  assert.deepEqual(now.pieces, [{ cell: 5, player: 2, pegs: [2, 7] }], 'another owner, the same pegs');
  now = compose.tap(compose.tap(now, 3, 1, false), 5, 2, true);
  assert.deepEqual(now.pieces, [{ cell: 3, player: 1 }], 'the second tap takes it away');
  const setup = { game: 'g', options: {}, position: '' };
  assert.equal(compose.editRequest(setup, 'p', now, false).counters, undefined);
  assert.deepEqual(compose.editRequest(setup, 'p', compose.setCounter(now, 1, 3), true).counters, [{ player: 1, value: 3 }]);
});

// A game of turns of two letters; a turn is complete after the second.
const view = (request: { turns?: string[]; draft?: string[] }): View => {
  const draft = request.draft ?? [];
  if (draft.includes('bad')) throw new Error('not this');
  return {
    game: 'g', options: {}, position: (request.turns ?? []).join(' '), to_move: 1, turn: 1, pieces: [], counters: [],
    out: [], last: [], must_block: [], draft, draft_kinds: draft.map(() => 'move'), prompt: '', legal: [], outcome: { result: 'none', reason: '' },
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
  explorer.look(['c,d', 'e,f']);
  await settled();
  assert.equal(explorer.shown.value?.position, 'x,b c,d');
  assert.equal(explorer.here.value?.position, 'x,b');
  await explorer.addLine(['c,d', 'e']);
  assert.deepEqual(trees.mainline(explorer.tree.value).map((node) => node.turn), ['x,b', 'c,d'], 'no part of a turn');
  assert.deepEqual(trees.turnsTo(explorer.tree.value), ['x,b'], 'the cursor stays');
  explorer.dispose();
});
