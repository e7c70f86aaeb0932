// From taps to actions. Knows no rules: only the steps that the server calls legal.
import type { ActionKind, BoardInfo, Choice, Step, View } from './types';
import { kNoChoice } from './types';

export type Tap =
  | { at: 'cell'; cell: number }
  | { at: 'hole'; hole: number; cell?: number } // of the piece in the editor, or of this one on the board
  | { at: 'step'; action: string } // a chip
  | { at: 'kind'; kind: string } // the chip of Push or Move
  | { at: 'taken'; cell: number } // the chip of a capture that may be made or not
  | { at: 'confirm' }
  | { at: 'away' } // a tap beside the cells
  | { at: 'escape' };

export interface Chosen {
  choice: Choice;
  step?: Step;
  restart?: boolean; // the turn begins anew, with the step where there is one
  back?: boolean; // nothing was selected: the last step is to be taken back
  nothing?: boolean; // the tap meant nothing
}

const cleared = (choice: Choice): Choice => ({
  ...kNoChoice,
  cursor: choice.cursor,
  hover: choice.hover,
});

const isMove = (step: Step): boolean => step.from !== undefined && step.to !== undefined;
const isPeg = (step: Step): boolean => step.hole !== undefined;
const isPlace = (step: Step): boolean => step.from === undefined && step.to !== undefined;

export const captures = (step: Step): number[] =>
  (step.traces ?? []).filter((each) => each.kind === 'capture').map((each) => each.from!);

// The stone that a swap takes over, where the step tells it; else any stone will do.
function swaps(step: Step, view: View, cell: number): boolean {
  if (step.kind !== 'swap') return false;
  const told = step.traces?.[0]?.to;
  return told === undefined ? view.pieces.some((each) => each.cell === cell) : told === cell;
}

const ofKind = (legal: readonly Step[], choice: Choice): readonly Step[] =>
  choice.kind === null ? legal : legal.filter((step) => step.kind === choice.kind);

// How many stones a move or a push moves.
export const lineOf = (step: Step): number => (step.traces ?? []).filter((each) => each.kind === 'move').length;

// A push is named by its rearmost stone; any other stone of its line may be taken hold of too.
const pushes = (step: Step, cell: number, player: number): boolean =>
  step.kind === 'push' &&
  (step.traces ?? []).some((each) => each.kind === 'move' && each.from === cell && each.player === player);

// May this stone be taken to move with it?
export const movable = (legal: readonly Step[], cell: number): boolean =>
  legal.some((step) => isMove(step) && (step.from === cell || pushes(step, cell, moverOf(step))));

const moverOf = (step: Step): number =>
  (step.traces ?? []).find((each) => each.kind === 'move' && each.from === step.from)?.player ?? 0;

// The moves that the choice so far leaves open: those of the stone itself, and to other cells the
// pushes that take it along, with the longest line where there are several.
export function movesFrom(legal: readonly Step[], choice: Choice): Step[] {
  const { selected } = choice;
  if (selected === null) return [];
  const moves = ofKind(legal, choice).filter(isMove);
  const own = moves.filter((step) => step.from === selected);
  const longest = new Map<number, Step>();
  for (const step of moves) {
    if (step.from === selected || !pushes(step, selected, moverOf(step))) continue;
    if (own.some((each) => each.to === step.to)) continue;
    const known = longest.get(step.to!);
    if (!known || lineOf(step) > lineOf(known)) longest.set(step.to!, step);
  }
  return [...own, ...longest.values()];
}

// Moves of one stone to one cell that differ in what they capture.
const waysTo = (legal: readonly Step[], choice: Choice): Step[] =>
  movesFrom(legal, choice).filter((step) => step.to === choice.target);

const same = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((each) => b.includes(each));

export const wayTaken = (legal: readonly Step[], choice: Choice): Step | undefined =>
  waysTo(legal, choice).find((step) => same(captures(step), choice.taken));

// Everything that may be captured on the way to the target.
const takeable = (legal: readonly Step[], choice: Choice): number[] =>
  [...new Set(waysTo(legal, choice).flatMap(captures))].sort((a, b) => a - b);

function toTarget(legal: readonly Step[], choice: Choice, cell: number): Chosen {
  const ways = waysTo(legal, { ...choice, target: cell });
  if (ways.length === 1) return { choice: cleared(choice), step: ways[0]! };
  const most = ways.reduce((best, way) => (captures(way).length > captures(best).length ? way : best));
  return { choice: { ...choice, target: cell, taken: captures(most) } };
}

function toggled(legal: readonly Step[], choice: Choice, cell: number): Chosen {
  const taken = choice.taken.includes(cell) ? choice.taken.filter((each) => each !== cell) : [...choice.taken, cell];
  return { choice: { ...choice, taken: taken.filter((each) => takeable(legal, choice).includes(each)) } };
}

function tapCell(legal: readonly Step[], view: View, choice: Choice, cell: number): Chosen {
  const at = { ...choice, cursor: cell };
  const some = ofKind(legal, choice);
  if (choice.target !== null) {
    if (takeable(legal, choice).includes(cell)) return toggled(legal, at, cell);
    const way = wayTaken(legal, choice);
    if (cell === choice.target && way) return { choice: cleared(at), step: way };
  }
  if (cell === choice.selected) return { choice: cleared(at) };
  if (movesFrom(legal, choice).some((step) => step.to === cell)) return toTarget(legal, at, cell);
  const place = some.find((step) => isPlace(step) && step.to === cell);
  if (place) return { choice: cleared(at), step: place };
  if (some.some((step) => isPeg(step) && step.from === cell)) {
    return { choice: { ...cleared(at), editing: choice.editing === cell ? null : cell } };
  }
  if (movable(some, cell)) {
    return { choice: { ...cleared(at), kind: choice.kind, selected: cell } };
  }
  const swap = some.find((step) => swaps(step, view, cell));
  if (swap) return { choice: cleared(at), step: swap };
  // What is marked stays: the words that refuse the tap speak of it.
  if (choice.selected !== null || choice.kind !== null) return { choice: at, nothing: true };
  const looks = view.pieces.some((piece) => piece.cell === cell && piece.pegs) && choice.peek !== cell;
  return { choice: { ...cleared(at), peek: looks ? cell : null }, nothing: true };
}

// Giving up a choice plays nothing: it need not wait until the hand has seen what changed.
export const givesUp = (tap: Tap): boolean => tap.at === 'away' || tap.at === 'escape';

// The piece that is open for pegs because the last step moved it or set a peg in it: nobody has chosen it.
const opened = ({ draft, last }: View, { editing }: Choice): boolean =>
  editing !== null && draft.length > 0 && last.at(-1)?.to === editing;

// Gives up the choice; with nothing chosen only Escape goes on and takes back a step.
function tapAway(view: View, choice: Choice, back: boolean): Chosen {
  if (back && opened(view, choice)) return { choice: cleared(choice), back };
  if (choice.target !== null) return { choice: { ...choice, target: null, taken: [] } };
  const open = choice.selected !== null || choice.editing !== null || choice.kind !== null;
  if (open) return { choice: cleared(choice) };
  return back ? { choice: cleared(choice), back } : { choice: cleared(choice), nothing: true };
}

function chosen(legal: readonly Step[], view: View, choice: Choice, tap: Tap): Chosen {
  switch (tap.at) {
    case 'cell':
      return tapCell(legal, view, choice, tap.cell);
    case 'away':
      return tapAway(view, choice, false);
    case 'escape':
      return tapAway(view, choice, true);
    case 'taken':
      return toggled(legal, choice, tap.cell);
    case 'kind': {
      const kind = choice.kind === tap.kind ? null : tap.kind;
      return { choice: { ...cleared(choice), kind } };
    }
    case 'hole': {
      const cell = tap.cell ?? choice.editing;
      const step = legal.find((each) => each.from === cell && each.hole === tap.hole);
      if (!step) return { choice, nothing: true };
      // The piece stays open: a turn has more than one peg.
      return { choice: { ...cleared(choice), cursor: cell!, editing: choice.editing }, step };
    }
    case 'step': {
      const step = legal.find((each) => each.action === tap.action);
      return step ? { choice: cleared(choice), step } : { choice, nothing: true };
    }
    case 'confirm': {
      const step = wayTaken(legal, choice);
      return step ? { choice: cleared(choice), step } : { choice, nothing: true };
    }
  }
}

// What a tap does. With `start`, the legal steps of the turn's start, a tap on a complete draft may
// begin the turn anew.
export function choose(view: View, choice: Choice, tap: Tap, start: readonly Step[] = []): Chosen {
  if (view.draft_state !== 'complete' || start.length === 0) return chosen(view.legal, view, choice, tap);
  const again = chosen(start, view, choice, tap);
  const picked = again.choice.selected !== null || again.choice.editing !== null;
  return again.step || picked ? { ...again, restart: true } : again;
}

// A choice that the position has outlived is dropped.
export function stillOpen(legal: readonly Step[], choice: Choice): Choice {
  const { selected, editing, target, kind } = choice;
  const gone =
    (selected !== null && !movable(legal, selected)) ||
    (editing !== null && !legal.some((step) => isPeg(step) && step.from === editing)) ||
    (target !== null && waysTo(legal, choice).length === 0) ||
    (kind !== null && !legal.some((step) => step.kind === kind));
  return gone ? cleared(choice) : choice;
}

// The legal steps that taps are read against.
export const openSteps = (view: View, start: readonly Step[] = []): readonly Step[] =>
  view.draft_state === 'complete' && start.length > 0 ? start : view.legal;

export interface Chip {
  key: string;
  tap: Tap;
  text: string; // of the server, or the name of a cell
  kind: 'step' | 'kind' | 'taken' | 'confirm';
  state?: 'available' | 'used' | 'impossible'; // of a kind of action, in the turn so far
  pressed?: boolean;
  disabled?: boolean;
  why?: string; // it cannot be had
}

// The kinds of action that this turn has, to show what is still to be had: none while stones are
// only placed.
export function kindsOf(board: BoardInfo, view: View): readonly ActionKind[] {
  const placing = view.legal.some(isPlace) || view.draft_kinds.includes('place');
  return placing || view.outcome.result !== 'none' ? [] : board.kinds;
}

// The chip of a kind without a place on the board takes its step at once.
function kindChip(view: View, choice: Choice, { kind, label, needs }: ActionKind): Chip {
  const step = view.legal.find((each) => each.kind === kind);
  const state = step ? 'available' : view.draft_kinds.includes(kind) ? 'used' : 'impossible';
  const chip: Chip = { key: kind, tap: { at: 'kind', kind }, text: label, kind: 'kind', state, disabled: !step };
  if (state === 'impossible') return { ...chip, why: needs };
  if (step && !isMove(step)) return { ...chip, tap: { at: 'step', action: step.action } };
  return { ...chip, pressed: choice.kind === kind };
}

function captureChips(board: BoardInfo, legal: readonly Step[], choice: Choice): Chip[] {
  if (waysTo(legal, choice).length < 2) return [];
  const way = wayTaken(legal, choice);
  return [
    ...takeable(legal, choice).map(
      (cell): Chip => ({
        key: `taken-${cell}`,
        tap: { at: 'taken', cell },
        text: board.cells[cell]!.name,
        kind: 'taken',
        pressed: choice.taken.includes(cell),
      }),
    ),
    { key: 'confirm', tap: { at: 'confirm' }, text: way?.action ?? '', kind: 'confirm', disabled: !way },
  ];
}

// What can be chosen beside the board.
export function chips(board: BoardInfo, view: View, choice: Choice, start: readonly Step[] = []): Chip[] {
  const legal = openSteps(view, start);
  const kinds = kindsOf(board, view);
  return [
    ...kinds.map((kind) => kindChip(view, choice, kind)),
    ...captureChips(board, legal, choice),
    ...legal
      .filter((step) => step.label !== undefined && !kinds.some(({ kind }) => kind === step.kind))
      .map(
        (step): Chip => ({
          key: step.action,
          tap: { at: 'step', action: step.action },
          text: step.label!,
          kind: 'step',
        }),
      ),
  ];
}
