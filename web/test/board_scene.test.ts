// What recorded positions look like: shapes, not pixels.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withChosen } from '../src/board/colours';
import { cellAt, holeTarget, layout, neighbour, rays } from '../src/board/geometry';
import { commandOf } from '../src/board/keys';
import { lensAt } from '../src/board/lens';
import { newTraces, plan } from '../src/board/motion';
import { scene } from '../src/board/scene';
import { grouped } from '../src/board/scene_last';
import type { Mark, MarkKind, Shapes } from '../src/board/shapes';
import { kNoUi, type BoardUi, type View } from '../src/board/types';
import { cellOf, holeOf, kFixtures, type Fixture } from './fixtures';

const shapesOf = ({ board, view }: Fixture, ui: Partial<BoardUi> = {}): Shapes =>
  scene(board, view, { ...kNoUi, active: true, ...ui });

const marks = (shapes: Shapes, kind: MarkKind): Mark[] =>
  [...shapes.below, ...shapes.above].filter((mark) => mark.kind === kind);

const names = (fixture: Fixture, list: readonly { cell?: number }[]): string[] =>
  list.map((each) => fixture.board.cells[each.cell!]!.name).sort();

test('every point of a cell is that cell, on both sides of the board', () => {
  for (const { board } of Object.values(kFixtures)) {
    for (const flipped of [false, true]) {
      const where = layout(board, flipped, true, false);
      where.centres.forEach(({ x, y }, i) => {
        assert.equal(cellAt(where, x, y), i);
        assert.equal(cellAt(where, x + 35, y - 20), i);
      });
      assert.equal(cellAt(where, where.box.left - 200, 0), null);
    }
  }
});

test('flipping turns the board by half a turn, holes included', () => {
  const upright = shapesOf(kFixtures.eigMid);
  const turned = shapesOf(kFixtures.eigMid, { flipped: true });
  upright.pieces.forEach((piece, i) => {
    const other = turned.pieces[i]!;
    assert.equal(other.x, -piece.x);
    assert.equal(other.y, -piece.y);
    for (const [j, peg] of piece.pegs.entries()) assert.equal(other.pegs[j]!.x + peg.x, 0);
  });
});

test('pegs stand where their holes point', () => {
  const { board, view } = kFixtures.eigMid;
  const e2 = view.pieces.find((piece) => piece.cell === cellOf(board, 'e2'))!;
  const reached = e2.pegs!.map((hole) => holeTarget(board, e2.cell, hole));
  assert.deepEqual(
    reached
      .filter((each) => each !== null)
      .map((each) => board.cells[each!]!.name)
      .sort(),
    ['e3', 'f4'],
  );
  assert.ok(reached.includes(null), 'one points off the board');
});

test('targets: dots on empty cells, rings on pieces', () => {
  const { board } = kFixtures.eigMid;
  const shapes = shapesOf(kFixtures.eigMid, { selected: cellOf(board, 'e2') });
  assert.deepEqual(names(kFixtures.eigMid, marks(shapes, 'target')), ['e3']);
  assert.deepEqual(names(kFixtures.eigMid, marks(shapes, 'take')), ['f4']);
  assert.equal(marks(shapesOf(kFixtures.eigMid, { selected: cellOf(board, 'e2'), active: false }), 'target').length, 0);
});

test('a selected phalanx shows rays, distances and what it would take', () => {
  const { board } = kFixtures.epaRules;
  const selected = cellOf(board, 'c3');
  const shapes = shapesOf(kFixtures.epaRules, { selected });
  assert.equal(marks(shapes, 'ray').length, 8);
  const far = marks(shapes, 'distance').map((mark) => [board.cells[mark.cell!]!.name, mark.text]);
  assert.deepEqual(far.filter(([cell]) => cell!.startsWith('c')).sort(), [
    ['c2', '1'],
    ['c6', '1'],
    ['c7', '2'],
  ]);
  const looking = shapesOf(kFixtures.epaRules, { selected, hover: cellOf(board, 'c7') });
  assert.deepEqual(names(kFixtures.epaRules, marks(looking, 'strike')), ['c7', 'c8']);
  assert.equal(marks(looking, 'count')[0]!.text, '3:2');
  assert.deepEqual(names(kFixtures.epaRules, looking.ghosts), ['c5', 'c6', 'c7']);
  assert.deepEqual(
    names(
      kFixtures.epaRules,
      looking.pieces.filter((piece) => piece.doomed),
    ),
    ['c7', 'c8'],
  );
});

test('a push shows its line and who falls off', () => {
  const { board } = kFixtures.sixPush;
  const shapes = shapesOf(kFixtures.sixPush, { selected: cellOf(board, 'a3'), hover: cellOf(board, 'd3') });
  assert.deepEqual(names(kFixtures.sixPush, marks(shapes, 'fall')), ['e3']);
  assert.equal(marks(shapes, 'count')[0]!.text, '3:2');
  assert.deepEqual(names(kFixtures.sixPush, shapes.ghosts), ['b3', 'c3', 'd3', 'e3']);
});

test("pools lie at their owners' sides, far rows at their own", () => {
  const pools = shapesOf(kFixtures.sixPush).trays;
  assert.deepEqual(
    pools.map((tray) => [tray.player, tray.value, tray.y > 0]),
    [
      [1, 5, true],
      [2, 4, false],
    ],
  );
  const turned = shapesOf(kFixtures.sixPush, { flipped: true }).trays;
  assert.ok(turned[0]!.y < turned[1]!.y);
  const [white, black] = shapesOf(kFixtures.epaCrossed).trays;
  assert.ok(white!.far && white!.leads && !black!.leads);
  // The warning is for whoever may still answer.
  const { board, view } = kFixtures.epaCrossed;
  const leads = (change: Partial<View>) => scene(board, { ...view, ...change }, kNoUi).trays.some((tray) => tray.leads);
  assert.ok(!leads({ to_move: 1 }));
  assert.ok(!leads({ outcome: { result: 'p1win', reason: '' } }));
  assert.ok(white!.y < black!.y, 'white wants to reach the top row');
});

test('the last turn is outlined; numbers of steps cover no holes', () => {
  const shapes = shapesOf(kFixtures.eigPlayed);
  assert.deepEqual(names(kFixtures.eigPlayed, marks(shapes, 'from')), ['b1']);
  assert.deepEqual(names(kFixtures.eigPlayed, marks(shapes, 'to')), ['b2']);
  assert.equal(marks(shapes, 'fresh').length, 2);
  assert.equal(marks(shapes, 'number').length, 0);
  assert.equal(marks(shapes, 'to')[0]!.draft, false);
  assert.equal(marks(shapesOf(kFixtures.yavDraft), 'to')[0]!.draft, true);
});

test('traces of one action stay together', () => {
  const { board, view } = kFixtures.epaRules;
  const strike = view.legal.find((step) => step.action === 'c3xc7')!;
  assert.equal(grouped(strike.traces!, board).length, 1);
  const push = kFixtures.sixPush.view.legal.find((step) => step.action === 'a3>e')!;
  assert.equal(grouped(push.traces!, kFixtures.sixPush.board).length, 1);
  const { board: five } = kFixtures.sixPush;
  const move = { kind: 'move' as const, player: 1, from: cellOf(five, 'a1'), to: cellOf(five, 'a2') };
  assert.equal(grouped([...push.traces!, move], five).length, 2);
});

test('swap, win and candidates are marked where they are', () => {
  assert.deepEqual(names(kFixtures.yavSwap, marks(shapesOf(kFixtures.yavSwap), 'swap')), ['e5']);
  const { board, view } = kFixtures.yavWon;
  const won = scene(board, view, kNoUi);
  assert.deepEqual(names(kFixtures.yavWon, marks(won, 'win')), ['e3', 'e4', 'e5', 'e6']);
  assert.equal(marks(won, 'winline').length, 1);
  const to = cellOf(board, 'a1');
  const shown = shapesOf(kFixtures.yavMid, {
    candidates: [
      { rank: 1, to, share: 1 },
      { rank: 2, to: to + 1, share: 0.1, faint: true },
    ],
  });
  const [faint, best] = marks(shown, 'candidate');
  assert.ok(best!.best && best!.text === '1' && best!.size === 1);
  assert.ok(faint!.faint && faint!.text === '' && faint!.size! < 1);
});

test('cells that must be blocked are marked', () => {
  assert.deepEqual(names(kFixtures.yavThree, marks(shapesOf(kFixtures.yavThree), 'must')), ['e5']);
});

test('attacked cells and the reach of a piece come from its pegs', () => {
  const { board } = kFixtures.eigPlayed;
  const reach = marks(shapesOf(kFixtures.eigPlayed, { hover: cellOf(board, 'b2') }), 'reach');
  assert.deepEqual(names(kFixtures.eigPlayed, reach), ['b3', 'c3']);
  const attacked = names(kFixtures.eigPlayed, marks(shapesOf(kFixtures.eigPlayed, { attacked: true }), 'attacked'));
  assert.deepEqual(attacked, ['a2', 'b3', 'c2', 'c3', 'd2', 'e2', 'f2']);
});

test('a peg being looked at shows where it leads', () => {
  const { board } = kFixtures.eigPeg;
  const ui = { editing: cellOf(board, 'd4'), hoverHole: holeOf(board, 'a3') };
  assert.deepEqual(names(kFixtures.eigPeg, marks(shapesOf(kFixtures.eigPeg, ui), 'take')), ['b4']);
  assert.deepEqual(
    names(kFixtures.eigPeg, marks(shapesOf(kFixtures.eigPeg, { ...ui, hoverHole: holeOf(board, 'b1') }), 'target')),
    ['c2'],
  );
});

test('keys walk over squares and along both diagonals of hexagons', () => {
  const { board } = kFixtures.yavMid;
  const go = (
    from: string,
    heading: 'up' | 'down' | 'left' | 'right',
    other = false,
    flipped = false,
  ): string | undefined => {
    const next = neighbour(board, cellOf(board, from), heading, other, flipped);
    return next === null ? undefined : board.cells[next]!.name;
  };
  assert.equal(go('d2', 'up'), 'e3');
  assert.equal(go('d2', 'up', true), 'e2');
  assert.equal(go('d2', 'down'), 'c1');
  assert.equal(go('d2', 'down', true), 'c2');
  assert.equal(go('d2', 'right'), 'd3');
  assert.equal(go('d2', 'right', false, true), 'd1');
  assert.equal(go('a1', 'down'), undefined);
  assert.equal(
    rays(board, cellOf(board, 'e5'))
      .map((ray) => ray.length)
      .join(),
    '4,4,4,4,4,4',
  );
});

test('keys mean what the help says', () => {
  const key = (name: string, more = {}) =>
    commandOf({ key: name, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...more }, true);
  assert.deepEqual(key('ArrowUp', { shiftKey: true }), { do: 'go', heading: 'up', other: true });
  assert.deepEqual(key('Enter'), { do: 'act' });
  assert.deepEqual(key('m'), { do: 'ask', what: 'legal' });
  assert.deepEqual(key('M'), { do: 'ask', what: 'legal' }, 'Caps Lock');
  assert.equal(key('M', { shiftKey: true }), null);
  assert.equal(key('m', { ctrlKey: true }), null);
  assert.equal(commandOf({ key: 'm', shiftKey: false, ctrlKey: false, altKey: false, metaKey: false }, false), null);
});

test('only what is new is animated', () => {
  const { board, view } = kFixtures.eigPeg;
  const before = { ...kFixtures.eigMid.view };
  assert.deepEqual(newTraces(before, view, before), view.last);
  const once = { ...view, last: view.last.slice(0, 2), draft: view.draft.slice(0, 1), pieces: before.pieces };
  assert.deepEqual(newTraces(once, view, before), view.last.slice(2));
  assert.deepEqual(newTraces(view, once, before), [], 'a step taken back');
  assert.deepEqual(newTraces(view, { ...view, draft: [] }, before), [], 'the draft was sent');
  // Back to the opponent's turn, which was seen. Drafts count their turns from where they began.
  const theirs: View = { ...before, turn: 8, position: 'theirs', last: [{ kind: 'move', player: 2, from: 1, to: 2 }] };
  const draft: View = { ...view, turn: 1, position: 'draft' };
  assert.deepEqual(newTraces(draft, theirs, theirs), [], 'the draft given up');
  const own: View = { ...draft, turn: 9, draft: [] };
  assert.deepEqual(newTraces(own, theirs, own), [], 'the own turn taken back');
  const answered: View = { ...theirs, turn: 10, position: 'answered' };
  assert.deepEqual(newTraces(draft, answered, theirs), theirs.last, 'sent, and answered at once');
  const instead: View = { ...view, turn: 8, position: 'instead', draft: [] };
  assert.deepEqual(newTraces(theirs, instead, theirs), view.last, 'another turn instead');
  const motion = plan(board, before, view.last);
  assert.deepEqual(
    motion.leaves.map((each) => board.cells[each.piece.cell]!.name),
    ['f4'],
  );
  assert.equal(motion.moves.length, 1);
  assert.equal(motion.arrives[0]!.hole, view.last[2]!.hole);
});

test('attacked cells are those that the enemies of the viewer reach, whoever is to move', () => {
  const attacked = (ui: Partial<BoardUi>, to_move: number): string[] => {
    const fixture = { ...kFixtures.eigMid, view: { ...kFixtures.eigMid.view, to_move } };
    return names(fixture, marks(shapesOf(fixture, { attacked: true, ...ui }), 'attacked'));
  };
  assert.notDeepEqual(attacked({}, 1), attacked({}, 2));
  assert.deepEqual(attacked({ viewer: 1 }, 2), attacked({}, 1));
  assert.deepEqual(attacked({ viewer: 1 }, 1), attacked({}, 1));
});

test('the magnifier is above the finger, below it at the upper edge of the window, and never beside the board', () => {
  const where = layout(kFixtures.eigMid.board, false, true, false);
  const { box } = where;
  const at = (x: number, y: number, top: number) => lensAt({ cell: null, point: { x, y }, top }, where);
  assert.ok(at(0, 0, box.top).y < 0);
  assert.ok(at(0, box.top, box.top - box.height).y < box.top, 'there is room above the board');
  assert.ok(at(0, box.top, box.top).y > box.top);
  const { x, r } = at(box.left, 0, box.top);
  assert.equal(x - r, box.left);
});

test('the reach of a piece: under the mouse, under the cursor, tapped', () => {
  const { board } = kFixtures.eigMid;
  const e4 = cellOf(board, 'e4');
  const reach = (ui: Partial<BoardUi>): string[] =>
    names(kFixtures.eigMid, marks(shapesOf(kFixtures.eigMid, ui), 'reach'));
  const hovered = reach({ hover: e4 });
  assert.ok(hovered.length > 0);
  assert.deepEqual(reach({ cursor: e4, focused: true }), hovered);
  assert.deepEqual(reach({ peek: e4 }), hovered);
  assert.deepEqual(reach({ cursor: e4 }), [], 'the cursor is not shown');
});

test('a tight board has its cells from edge to edge', () => {
  const widths = { epaRules: 14, yavMid: 9, eigMid: 6, sixPush: 5 } as const;
  for (const [name, columns] of Object.entries(widths)) {
    const { where, labels } = shapesOf(kFixtures[name as keyof typeof widths], { tight: true });
    assert.ok(where.box.width / 100 < columns + 0.45, `${name} ${where.box.width}`);
    for (const { x, y } of labels) {
      assert.ok(x > where.box.left && x < where.box.left + where.box.width, `${name}: coordinates are in the picture`);
      assert.ok(y > where.box.top && y < where.box.top + where.box.height, name);
    }
  }
});

test('the last turn can be marked step by step', () => {
  const all = marks(shapesOf(kFixtures.eigPlayed), 'fresh').length;
  assert.equal(all, 2);
  assert.equal(marks(shapesOf(kFixtures.eigPlayed, { lastSteps: 2 }), 'fresh').length, 1);
  assert.equal(marks(shapesOf(kFixtures.eigPlayed, { lastSteps: 0 }), 'to').length, 0);
});

test('two seats never have one colour', () => {
  assert.deepEqual(withChosen(['white', 'black'], ['auto', 'auto', 'auto']), ['white', 'black']);
  assert.deepEqual(withChosen(['white', 'black'], ['auto', 'white', 'auto']), ['black', 'white']);
  assert.deepEqual(withChosen(['white', 'black', 'red'], ['sky', 'auto', 'black']), ['sky', 'white', 'black']);
  assert.deepEqual(withChosen(['red', 'blue'], ['auto', 'auto', 'red']), ['red', 'blue'], 'a seat that is not there');
});

test('what is written keeps its size on a small screen, and figures nobody could read are left out', () => {
  const { board } = kFixtures.epaRules;
  for (const pixels of [1, 0.5, 0.25]) {
    const { where, least } = shapesOf(kFixtures.epaRules, { pixels });
    assert.ok(where.labelSize * pixels >= 11 && least * pixels >= 11, `at ${pixels}`);
  }
  const to = cellOf(board, 'c6');
  const candidates = [{ rank: 1, to, share: 0.1, words: ['62 %', '−4'] }];
  const [large] = marks(shapesOf(kFixtures.epaRules, { candidates, pixels: 1 }), 'candidate');
  assert.ok(large!.words && large!.size! * 44 >= 35, 'the ring has room for two lines');
  const [small] = marks(shapesOf(kFixtures.epaRules, { candidates, pixels: 0.25 }), 'candidate');
  assert.equal(small!.words, undefined);
});

test('no arrow of a candidate lies over the figures of another', () => {
  const { board } = kFixtures.epaRules;
  const cell = (name: string) => cellOf(board, name);
  const candidates = [
    { rank: 1, from: cell('c3'), to: cell('c6'), share: 1, words: ['60 %'] },
    { rank: 2, from: cell('c4'), to: cell('d4'), share: 1, words: ['50 %'] },
  ];
  const { above } = shapesOf(kFixtures.epaRules, { candidates });
  const kinds = above.filter(({ kind }) => kind === 'arrow' || kind === 'candidate').map(({ kind }) => kind);
  assert.deepEqual(kinds, ['arrow', 'arrow', 'candidate', 'candidate']);
});
