import assert from 'node:assert/strict';
import test from 'node:test';
import { AnalysisCache, deeper, isDeepest, type Found } from '../src/analysis/cache';
import * as lines from '../src/analysis/lines';
import type { Analysis, AnalysisLine, Step } from '../src/api';
import { graph, indexAt, xOf } from '../src/review/graph';
import * as retry from '../src/review/retry';

const line = (text: string, chance: number, more: Partial<AnalysisLine> = {}): AnalysisLine => ({
  rank: 1,
  value: 0,
  chance,
  chances: [chance, 1 - chance],
  proven: null,
  depth: 1,
  seldepth: 1,
  nodes: 1000,
  effort: 1000,
  time_ms: 1,
  line: text.split(' '),
  then: [],
  ...more,
});

const analysis = (more: Partial<Analysis> = {}): Analysis => ({
  game: 'yavalath',
  options: {},
  position: '',
  to_move: 1,
  result: 'none',
  reason: null,
  evaluation: null,
  lines: [line('a1', 0.5)],
  ...more,
});

const found = (time: number, done: boolean, count = 3): Found => ({
  analysis: analysis(),
  time,
  lines: count,
  done,
});

test('the cache keeps the better result', () => {
  const cache = new AnalysisCache();
  cache.put('a', found(2000, false));
  assert.ok(!cache.satisfies('a', 2000, 3), 'not finished');
  cache.put('a', found(2000, true));
  assert.ok(cache.satisfies('a', 2000, 3));
  assert.ok(!cache.satisfies('a', 5000, 3));
  assert.ok(!cache.satisfies('a', 2000, 5));
  cache.put('a', found(500, true));
  assert.equal(cache.get('a')!.time, 2000, 'a shorter search does not replace a longer one');
  cache.put('a', found(5000, true));
  assert.equal(cache.get('a')!.time, 5000);
});

test('the cache forgets what was not used for longest', () => {
  const cache = new AnalysisCache(2);
  cache.put('a', found(1, true));
  cache.put('b', found(1, true));
  cache.get('a');
  cache.put('c', found(1, true));
  assert.deepEqual(
    ['a', 'b', 'c'].map((key) => cache.get(key) !== undefined),
    [true, false, true],
  );
});

test('a finished game needs no search', () => {
  const cache = new AnalysisCache();
  cache.put('a', { ...found(1, false), analysis: analysis({ result: 'p1win', lines: [] }) });
  assert.ok(cache.satisfies('a', 10000, 10));
});

test('deeper goes up to what the server allows', () => {
  assert.deepEqual([deeper(0), deeper(2000), deeper(5000), deeper(10000)], [1000, 5000, 10000, 10000]);
  assert.ok(isDeepest(10000) && !isDeepest(5000));
});

const three = [
  line('e2xf4,d4+d3,d4+b3 e4-f2', 0.9, {
    effort: 4000,
    then: [line('d4+d3', 0.91, { then: [line('d4+b3 x1-x2 d4xc4', 0.92)] }), line('d4+b3,d4+d3', 0.9)],
  }),
  line('b4-b5,d4+b3,d4+d3 c4xe2', 0.8, { effort: 1000 }),
  line('a1-a2,d4+b3,d4+d3', 0.7, { effort: 10 }),
];

test('rows have ranks, whole turns and losses', () => {
  const rows = lines.rows(three);
  assert.deepEqual(
    rows.map((row) => row.turn),
    ['e2xf4,d4+d3,d4+b3', 'b4-b5,d4+b3,d4+d3', 'a1-a2,d4+b3,d4+d3'],
  );
  assert.deepEqual(
    rows.map((row) => Math.round(row.loss)),
    [0, 10, 20],
  );
  assert.deepEqual(
    rows.map((row) => row.few),
    [false, false, true],
  );
  assert.deepEqual(lines.turnsOf(three[0]!), ['e2xf4,d4+d3,d4+b3', 'x1-x2', 'd4xc4']);
});

test('what follows a draft is conditional on it', () => {
  assert.equal(lines.linesAfter(three, []).length, 3);
  assert.deepEqual(
    lines.linesAfter(three, ['e2xf4']).map((each) => each.line[0]),
    ['d4+d3', 'd4+b3,d4+d3'],
  );
  assert.deepEqual(
    lines.linesAfter(three, ['e2xf4', 'd4+d3']).map((each) => each.chance),
    [0.92],
  );
  assert.deepEqual(lines.linesAfter(three, ['a6-a5']), []);
});

test('candidates lie where their first action does', () => {
  const legal: Step[] = [
    { action: 'e2xf4', kind: 'move', from: 4, to: 23 },
    { action: 'a1-a2', kind: 'move', from: 0, to: 6 },
  ];
  assert.deepEqual(lines.candidates(three, legal), [
    { rank: 1, from: 4, to: 23, share: 1, words: ['90 %'] },
    { rank: 3, from: 0, to: 6, share: 0.0025, faint: true },
  ]);
});

test("figures are those of one player, whoever moves; losses are the mover's", () => {
  const black = [line('a1', 0.6, { chances: [0.4, 0.6] }), line('b1', 0.5, { chances: [0.5, 0.5] })];
  const legal: Step[] = ['a1', 'b1'].map((action, to) => ({ action, kind: 'place', to }));
  assert.deepEqual(
    lines.candidates(black, legal).map((each) => each.words),
    [['40 %'], ['50 %', '−10']],
  );
  assert.equal(lines.shownChance(line('a1', 0.2, { chances: [0.5, 0.2, 0.3] })), 0.2, 'of the one to move among three');
  const won = lines.rows([line('a1', 1, { effort: 3, proven: { result: 'win', turns: 1 } })]);
  assert.equal(won[0]!.few, false, 'what is proved needs no more');
});

test('chances come from the best that is known', () => {
  assert.deepEqual(lines.chancesOf(analysis({ result: 'p2win', lines: [] }), 2), [0, 1]);
  assert.deepEqual(lines.chancesOf(analysis({ result: 'draw', lines: [] }), 2), [0.5, 0.5]);
  assert.deepEqual(lines.chancesOf(analysis({ result: 'p3win', lines: [] }), 3), [0, 0, 1]);
  assert.deepEqual(lines.chancesOf(analysis(), 2), [0.5, 0.5]);
  assert.equal(lines.chancesOf(analysis({ lines: [] }), 2), null);
});

test('percents add up', () => {
  for (const chances of [
    [1 / 3, 1 / 3, 1 / 3],
    [0.625, 0.375],
    [0.005, 0.995],
    [1, 0],
    [0.29, 0.71],
  ]) {
    const whole = lines.percents(chances);
    assert.equal(
      whole.reduce((a, b) => a + b),
      100,
      String(chances),
    );
    for (const [i, each] of whole.entries()) assert.ok(Math.abs(each - chances[i]! * 100) <= 1);
  }
});

test('the graph of two players is a line with bars', () => {
  const g = graph({
    chances: [
      [0.5, 0.5],
      [0.6, 0.4],
      [1, 0],
    ],
    losses: [
      { player: 1, loss: 0 },
      { player: 2, loss: 40 },
    ],
    width: 100,
    height: 50,
  });
  assert.equal(g.line, '0,25 50,20 100,0');
  assert.deepEqual(g.areas, ['0,25 50,20 100,0 100,50 50,50 0,50', '0,0 50,0 100,0 100,0 50,20 0,25']);
  assert.deepEqual(g.bars, [{ turn: 2, player: 2, x: 90, y: 0, width: 10, height: 20 }]);
});

test('the graph of three players is stacked and full', () => {
  const g = graph({
    chances: [[0.2, 0.3, 0.5], null, [0, 1, 0]],
    losses: [],
    width: 10,
    height: 10,
  });
  assert.equal(g.line, '');
  assert.deepEqual(g.areas, ['0,8 10,10 10,10 0,10', '0,5 10,0 10,10 0,8', '0,0 10,0 10,0 0,5']);
});

test('points of the graph lead to turns and back', () => {
  for (const count of [1, 2, 7, 200]) {
    for (let i = 0; i < count; ++i) assert.equal(indexAt(xOf(i, count, 640), count, 640), i);
  }
  assert.equal(indexAt(-5, 4, 100), 0);
  assert.equal(indexAt(500, 4, 100), 3);
  assert.deepEqual(graph({ chances: [], losses: [], width: 1, height: 1 }).areas, []);
});

const puzzle: retry.Puzzle = {
  turn: 5,
  player: 1,
  played: 'c5',
  best: 0.8,
  better: [['e2', 'g4'], ['e3']],
};

test('a better line of the review is right at once', () => {
  const asked = retry.begin(puzzle);
  assert.ok(retry.answerHidden(asked) && retry.accepts(asked));
  const right = retry.attempt(asked, 'e3');
  assert.equal(right.state, 'right');
  assert.ok(!retry.answerHidden(right) && !retry.accepts(right));
});

test('the turn that was played is wrong at once', () => {
  assert.equal(retry.attempt(retry.begin(puzzle), 'c5').state, 'wrong');
});

test('other turns are judged, up to five points are good enough', () => {
  const checking = retry.attempt(retry.begin(puzzle), 'a1');
  assert.equal(checking.state, 'checking');
  assert.ok(!retry.accepts(checking));
  assert.equal(retry.judged(checking, 'a1', 0.7501).state, 'right');
  assert.equal(retry.judged(checking, 'a1', 0.7499).state, 'wrong');
  assert.equal(retry.judged(checking, 'a1', 0.9).state, 'right');
  assert.equal(retry.judged(checking, 'b1', 0.9).state, 'checking', 'an answer to another try');
});

test('wrong tries are counted, failures are not, and one may give up', () => {
  let now = retry.attempt(retry.begin(puzzle), 'c5');
  now = retry.attempt(now, 'a1');
  assert.ok(now.state === 'checking' && now.tries === 2);
  const again = retry.failed(now);
  assert.ok(again.state === 'asked' && again.tries === 1);
  assert.equal(retry.giveUp(retry.judged(now, 'a1', 0)).state, 'shown');
  assert.equal(retry.giveUp(retry.kNoRetry).state, 'off');
});
