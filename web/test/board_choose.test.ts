// Taps on recorded positions become the actions that the server calls legal.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chips, choose, movable, movesFrom, stillOpen, type Chosen, type Tap } from '../src/board/choose';
import { holeAt, holeUnder, layout } from '../src/board/geometry';
import { refusalOf } from '../src/board/refusal';
import { kNoChoice, type Choice, type Step, type View } from '../src/board/types';
import { Message } from '../src/i18n';
import { cellOf, holeOf, kFixtures, type Fixture } from './fixtures';

// Taps cells and holes by name, chips by their tap, one after the other.
function taps({ board, view }: Fixture, ...what: (string | Tap)[]): Chosen {
  let choice: Choice = kNoChoice;
  let last: Chosen = { choice };
  for (const each of what) {
    const tap: Tap =
      typeof each !== 'string'
        ? each
        : each.startsWith('+')
          ? { at: 'hole', hole: holeOf(board, each.slice(1)) }
          : { at: 'cell', cell: cellOf(board, each) };
    last = choose(view, choice, tap);
    choice = last.choice;
  }
  return last;
}

test('one tap places a stone', () => {
  assert.equal(taps(kFixtures.yavMid, 'e5').step?.action, 'e5');
  assert.equal(taps(kFixtures.sixStart, 'c3').step?.action, 'c3');
  assert.equal(taps(kFixtures.yavMid, 'e3').nothing, true, 'a taken cell');
});

// Four in Line is known to the tests' server alone: the page has all of it from there.
test('a game that the page has never heard of is played by taps', () => {
  const { board, view } = kFixtures.filMid;
  assert.equal(taps(kFixtures.filMid, 'a1').step?.action, 'a1');
  assert.equal(taps(kFixtures.filMid, 'c3').nothing, true, 'a taken cell');
  assert.deepEqual(chips(board, view, kNoChoice), []);
  assert.equal(kFixtures.filWon.view.outcome.result, 'p1win');
});

test('every legal step of every recorded position can be chosen by taps', () => {
  for (const [name, fixture] of Object.entries(kFixtures)) {
    const { board, view } = fixture;
    for (const step of view.legal) {
      const same = view.legal.filter(
        (each) => each.from === step.from && each.to === step.to && each.hole === step.hole,
      );
      const cell = (index: number): string => board.cells[index]!.name;
      const chosen =
        step.label !== undefined
          ? taps(fixture, { at: 'step', action: step.action })
          : step.hole !== undefined
            ? taps(fixture, cell(step.from!), { at: 'hole', hole: step.hole })
            : step.from === undefined
              ? taps(fixture, cell(step.to!))
              : taps(fixture, cell(step.from), cell(step.to!));
      if (step.label !== undefined || same.length === 1) assert.equal(chosen.step?.action, step.action, name);
      else assert.equal(chosen.choice.target, step.to, `${name} ${step.action} has several ways`);
    }
  }
});

test('a swap is chosen by its stone and by its chip', () => {
  const { board, view } = kFixtures.yavSwap;
  assert.equal(taps(kFixtures.yavSwap, 'e5').step?.action, 'swap');
  assert.deepEqual(
    chips(board, view, kNoChoice).map((chip) => chip.key),
    ['swap'],
  );
});

test('a must-block position offers nothing but the blocking cells', () => {
  const { board, view } = kFixtures.yavThree;
  const open = board.cells.filter((cell) => taps(kFixtures.yavThree, cell.name).step);
  assert.deepEqual(
    open.map((cell) => cell.name),
    view.legal.map((step) => step.action),
  );
  assert.deepEqual(
    open.map((cell) => cell.name),
    ['e5'],
  );
});

test('another own stone replaces the selection, the same one ends it', () => {
  const { board } = kFixtures.epaRules;
  assert.equal(taps(kFixtures.epaRules, 'c3', 'c4').choice.selected, cellOf(board, 'c4'));
  assert.equal(taps(kFixtures.epaRules, 'c3', 'c3').choice.selected, null);
  assert.equal(
    taps(kFixtures.epaRules, 'c3', 'k9').choice.selected,
    cellOf(kFixtures.epaRules.board, 'c3'),
    'a tap on nothing leaves what is marked',
  );
});

test("the rearmost stone and the front's target make a phalanx move", () => {
  assert.equal(taps(kFixtures.epaRules, 'c3', 'c7').step?.action, 'c3xc7');
  assert.equal(taps(kFixtures.epaRules, 'c3', 'c6').step?.action, 'c3-c6');
  assert.equal(taps(kFixtures.epaRules, 'c4', 'c7').step, undefined, 'two against two');
});

test('own stone to enemy neighbour pushes, to an empty one moves', () => {
  assert.equal(taps(kFixtures.sixPush, 'a3', 'd3').step?.action, 'a3>e');
  assert.equal(taps(kFixtures.sixPush, 'a3', 'a4').step?.action, 'a3-a4');
});

test('any stone of the line pushes, not the rearmost alone', () => {
  assert.equal(taps(kFixtures.sixPush, 'c3', 'd3').step?.action, 'a3>e');
  assert.equal(taps(kFixtures.sixPush, 'b3', 'd3').step?.action, 'a3>e');
  assert.equal(taps(kFixtures.sixPush, 'd3').nothing, true, 'a stone that is pushed cannot be taken hold of');
  const { board, view } = kFixtures.sixPush;
  const push = view.legal.find((step) => step.kind === 'push')!;
  const c3 = cellOf(board, 'c3');
  // One's own push goes first, then the longest line.
  const shorter = { ...push, action: 'b3>e', from: cellOf(board, 'b3'), traces: push.traces!.slice(0, -1) };
  const wanted = (legal: Step[], at: string): string | undefined =>
    movesFrom(legal, { ...kNoChoice, selected: cellOf(board, at) })[0]?.action;
  assert.equal(wanted([shorter, push], 'b3'), 'b3>e');
  assert.equal(wanted([shorter, push], 'c3'), 'a3>e');
  const onlyPush = [push];
  assert.ok(movable(onlyPush, c3));
  assert.equal(stillOpen(onlyPush, { ...kNoChoice, selected: c3 }).selected, c3);
});

test('the kinds of action are available, used or impossible', () => {
  const states = ({ board, view }: Fixture): string[] =>
    chips(board, view, kNoChoice)
      .filter((chip) => chip.kind === 'kind')
      .map((chip) => `${chip.text} ${chip.state}`);
  assert.deepEqual(states(kFixtures.sixPush), ['Push available', 'Move available', 'Sacrifice available']);
  assert.deepEqual(states(kFixtures.sixDraft), ['Push impossible', 'Move used', 'Sacrifice available']);
  assert.deepEqual(states(kFixtures.sixStart), [], 'stones are only placed');
  assert.deepEqual(states(kFixtures.epaRules), []);
  assert.equal(taps(kFixtures.sixPush, { at: 'step', action: 'sacrifice' }).step?.action, 'sacrifice');
});

test('the chip of a kind leaves only its steps', () => {
  const push: Tap = { at: 'kind', kind: 'push' };
  assert.equal(taps(kFixtures.sixPush, push, 'a3', 'a4').step, undefined);
  assert.equal(taps(kFixtures.sixPush, push, 'a3', 'd3').step?.action, 'a3>e');
  assert.equal(taps(kFixtures.sixPush, push, push).choice.kind, null);
});

test('optional captures are ticked one by one', () => {
  const { board, view } = kFixtures.sixOptional;
  const [d3, d4] = [cellOf(board, 'd3'), cellOf(board, 'd4')];
  const way = taps(kFixtures.sixOptional, 'b2', 'c3');
  assert.equal(way.step, undefined);
  assert.deepEqual([...way.choice.taken].sort(), [d3, d4].sort(), 'as many as possible at first');
  const keys = chips(board, view, way.choice)
    .filter((chip) => chip.kind !== 'kind')
    .map((chip) => chip.key);
  assert.deepEqual(keys, [`taken-${d3}`, `taken-${d4}`, 'confirm']);
  const confirm: Tap = { at: 'confirm' };
  assert.equal(taps(kFixtures.sixOptional, 'b2', 'c3', confirm).step?.action, 'b2-c3xd3xd4');
  assert.equal(taps(kFixtures.sixOptional, 'b2', 'c3', 'd3', confirm).step?.action, 'b2-c3xd4');
  assert.equal(taps(kFixtures.sixOptional, 'b2', 'c3', 'd3', 'd4', 'c3').step?.action, 'b2-c3');
});

test('a piece with free holes opens, a hole takes the peg', () => {
  const { board } = kFixtures.eigPeg;
  assert.equal(taps(kFixtures.eigPeg, 'b4').choice.editing, cellOf(board, 'b4'));
  assert.equal(taps(kFixtures.eigPeg, 'b4', '+d5').step?.action, 'b4+d5');
  assert.equal(taps(kFixtures.eigPeg, 'b4', 'd4').choice.editing, cellOf(board, 'd4'));
  assert.equal(taps(kFixtures.eigPeg, 'b4', '+a5').nothing, true, 'a hole with a peg');
  assert.equal(taps(kFixtures.eigPeg, 'c4').nothing, true, 'an enemy piece');
});

test('Escape undoes the choice first and then the draft', () => {
  const away: Tap = { at: 'escape' };
  const first = taps(kFixtures.sixOptional, 'b2', 'c3', away);
  assert.equal(first.choice.target, null);
  assert.notEqual(first.choice.selected, null);
  assert.equal(taps(kFixtures.sixOptional, 'b2', 'c3', away, away).choice.selected, null);
  assert.equal(taps(kFixtures.sixOptional, away).back, true);
});

test('a tap beside the cells gives up the choice but no step', () => {
  const beside: Tap = { at: 'away' };
  assert.equal(taps(kFixtures.sixOptional, 'b2', beside).choice.selected, null);
  assert.equal(taps(kFixtures.sixOptional, beside).back, undefined);
});

test('a tap on a complete draft begins the turn anew', () => {
  const { board, view } = kFixtures.yavDraft;
  const start = kFixtures.yavMid.view.legal;
  const again = choose(view, kNoChoice, { at: 'cell', cell: cellOf(board, 'a1') }, start);
  assert.equal(again.restart, true);
  assert.equal(again.step?.action, 'a1');
  assert.equal(choose(view, kNoChoice, { at: 'cell', cell: cellOf(board, 'a1') }).step, undefined);
});

test('a choice that the position has outlived is dropped', () => {
  const { board, view } = kFixtures.epaRules;
  const choice = { ...kNoChoice, cursor: 5, selected: cellOf(board, 'c3') };
  assert.equal(stillOpen(view.legal, choice), choice);
  assert.deepEqual(stillOpen([], choice), { ...kNoChoice, cursor: 5 });
});

test('a piece stays open for its second peg, and holes are taken on the board itself', () => {
  const { board, view } = kFixtures.eigPeg;
  const step = view.legal.find((each) => each.hole !== undefined)!;
  const piece = board.cells[step.from!]!.name;
  const set = taps(kFixtures.eigPeg, piece, { at: 'hole', hole: step.hole! });
  assert.deepEqual([set.step?.action, set.choice.editing], [step.action, step.from]);
  const direct = taps(kFixtures.eigPeg, { at: 'hole', hole: step.hole!, cell: step.from! });
  assert.deepEqual([direct.step?.action, direct.choice.editing], [step.action, null]);
  // A mouse finds the hole under its point, whichever way the board lies.
  for (const flipped of [false, true]) {
    const where = layout(board, flipped, true, false);
    const { x, y } = where.centres[step.from!]!;
    const hole = holeAt(board, step.hole!, flipped);
    assert.equal(holeUnder(board, where, step.from!, { x: x + hole.x + 3, y: y + hole.y - 3 }), step.hole);
    assert.equal(holeUnder(board, where, step.from!, { x, y }), null, 'the middle is no hole');
  }
});

test('a tap that means nothing says why', () => {
  const why = ({ board, view }: Fixture, cell: string, choice: Partial<Choice> = {}) =>
    refusalOf({ board, view, legal: view.legal, choice: { ...kNoChoice, ...choice }, cell: cellOf(board, cell) });
  assert.equal(why(kFixtures.yavMid, 'e3'), Message.kWebRefusedTaken);
  assert.equal(why(kFixtures.sixPush, 'd3'), Message.kWebRefusedOther);
  assert.equal(why(kFixtures.epaRules, 'h6'), Message.kWebRefusedFirst);
  const selected = cellOf(kFixtures.epaRules.board, 'c3');
  assert.equal(why(kFixtures.epaRules, 'h6', { selected }), Message.kWebRefusedLine);
  const needs = (kind: string) => `what a ${kind} needs`;
  const { view } = kFixtures.sixPush;
  const board = { ...kFixtures.sixPush.board };
  board.kinds = board.kinds.map((each) => ({ ...each, needs: needs(each.kind) }));
  const stone = kFixtures.sixPush.view.legal.find((step) => step.kind === 'move')!.from!;
  const far = board.cells.findIndex(
    ({ x, y }, cell) =>
      Math.max(Math.abs(x - board.cells[stone]!.x), Math.abs(y - board.cells[stone]!.y)) > 1 &&
      !kFixtures.sixPush.view.pieces.some((each) => each.cell === cell),
  );
  assert.equal(why({ board, view }, board.cells[far]!.name, { selected: stone }), needs('move'));
  assert.equal(why({ board, view }, board.cells[far]!.name, { selected: stone, kind: 'push' }), needs('push'));
  const pieces = kFixtures.eigMid;
  const { from } = pieces.view.legal.find((step) => step.to !== undefined)!;
  const reached = pieces.view.legal.filter((step) => step.from === from).map((step) => step.to);
  const away = pieces.board.cells.findIndex((_, cell) => cell !== from && !reached.includes(cell));
  assert.equal(why(pieces, pieces.board.cells[away]!.name, { selected: from! }), Message.kWebRefusedPegs);
  assert.equal(why(kFixtures.filWon, 'c3'), null, 'nothing is refused after the end');
});

test('a piece with pegs that cannot be chosen is looked at, and says why', () => {
  const { board, view } = kFixtures.eigPlayed;
  const why = (seen: View, cell: string) =>
    refusalOf({ board, view: seen, legal: seen.legal, choice: kNoChoice, cell: cellOf(board, cell) });
  const stuck = board.cells[view.legal[0]!.from!]!.name;
  const still = { ...view, legal: view.legal.filter((step) => step.from !== view.legal[0]!.from) };
  assert.equal(why(still, stuck), Message.kWebRefusedPegsStuck);
  assert.equal(why(view, 'b2'), Message.kWebRefusedOther);
  assert.equal(why(view, 'c4'), Message.kWebRefusedFirst);
  assert.equal(why({ ...view, draft_state: 'complete' }, 'b2'), Message.kWebReady);
  const pegs = kFixtures.eigPeg.view;
  for (const cell of ['c4', 'a6']) assert.equal(why(pegs, cell), Message.kWebRefusedHole, cell);
  // A tap on it once more looks away; there is nothing to look at in an empty cell.
  const b2 = cellOf(board, 'b2');
  assert.equal(taps(kFixtures.eigPlayed, 'b2').choice.peek, b2);
  assert.equal(taps(kFixtures.eigPlayed, 'b2', 'b2').choice.peek, null);
  assert.equal(taps(kFixtures.eigPlayed, 'b2', 'c4').choice.peek, null);
  assert.equal(taps(kFixtures.yavMid, 'e3').choice.peek, null);
});
