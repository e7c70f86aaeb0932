// From taps to actions. Knows no rules: only the steps that the server calls legal.
import type { BoardInfo, Choice, Step, View } from './types';
import { kNoChoice } from './types';

export type Tap =
  | { at: 'cell'; cell: number }
  | { at: 'hole'; hole: number }
  | { at: 'step'; action: string } // a chip
  | { at: 'kind'; kind: string } // the chip of Push or Move
  | { at: 'taken'; cell: number } // the chip of a capture that may be made or not
  | { at: 'confirm' }
  | { at: 'away' }; // Escape, or a tap on nothing

export interface Chosen {
  choice: Choice;
  step?: Step;
  restart?: boolean; // the turn begins anew, with the step where there is one
  back?: boolean; // nothing was selected: the last step is to be taken back
  nothing?: boolean; // the tap meant nothing
}

export const cleared = (choice: Choice): Choice => ({
  ...kNoChoice,
  cursor: choice.cursor,
  hover: choice.hover,
});

export const isMove = (step: Step): boolean => step.from !== undefined && step.to !== undefined;
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

// The moves that the choice so far leaves open.
export function movesFrom(legal: readonly Step[], choice: Choice): Step[] {
  if (choice.selected === null) return [];
  return ofKind(legal, choice).filter((step) => isMove(step) && step.from === choice.selected);
}

// Moves of one stone to one cell that differ in what they capture.
export const waysTo = (legal: readonly Step[], choice: Choice): Step[] =>
  movesFrom(legal, choice).filter((step) => step.to === choice.target);

const same = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((each) => b.includes(each));

export const wayTaken = (legal: readonly Step[], choice: Choice): Step | undefined =>
  waysTo(legal, choice).find((step) => same(captures(step), choice.taken));

// Everything that may be captured on the way to the target.
export const takeable = (legal: readonly Step[], choice: Choice): number[] =>
  [...new Set(waysTo(legal, choice).flatMap(captures))].sort((a, b) => a - b);

function toTarget(legal: readonly Step[], choice: Choice, cell: number): Chosen {
  const ways = waysTo(legal, { ...choice, target: cell });
  if (ways.length === 1) return { choice: cleared(choice), step: ways[0]! };
  const most = ways.reduce((best, way) => (captures(way).length > captures(best).length ? way : best));
  return { choice: { ...choice, target: cell, taken: captures(most) } };
}

function toggled(legal: readonly Step[], choice: Choice, cell: number): Chosen {
  const taken = choice.taken.includes(cell)
    ? choice.taken.filter((each) => each !== cell)
    : [...choice.taken, cell];
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
  if (some.some((step) => isMove(step) && step.from === cell)) {
    return { choice: { ...cleared(at), kind: choice.kind, selected: cell } };
  }
  const swap = some.find((step) => swaps(step, view, cell));
  if (swap) return { choice: cleared(at), step: swap };
  return { choice: cleared(at), nothing: true };
}

function tapAway(choice: Choice): Chosen {
  if (choice.target !== null) return { choice: { ...choice, target: null, taken: [] } };
  const open = choice.selected !== null || choice.editing !== null || choice.kind !== null;
  return open ? { choice: cleared(choice) } : { choice, back: true };
}

function chosen(legal: readonly Step[], view: View, choice: Choice, tap: Tap): Chosen {
  switch (tap.at) {
    case 'cell': return tapCell(legal, view, choice, tap.cell);
    case 'away': return tapAway(choice);
    case 'taken': return toggled(legal, choice, tap.cell);
    case 'kind': {
      const kind = choice.kind === tap.kind ? null : tap.kind;
      return { choice: { ...cleared(choice), kind } };
    }
    case 'hole': {
      const step = legal.find((each) => each.from === choice.editing && each.hole === tap.hole);
      if (!step) return { choice, nothing: true };
      return { choice: { ...cleared(choice), cursor: choice.editing! }, step };
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
export function choose(
  view: View,
  choice: Choice,
  tap: Tap,
  start: readonly Step[] = [],
): Chosen {
  if (view.draft_state !== 'complete' || start.length === 0) return chosen(view.legal, view, choice, tap);
  const again = chosen(start, view, choice, tap);
  const picked = again.choice.selected !== null || again.choice.editing !== null;
  return again.step || picked ? { ...again, restart: true } : again;
}

// A choice that the position has outlived is dropped.
export function stillOpen(legal: readonly Step[], choice: Choice): Choice {
  const { selected, editing, target, kind } = choice;
  const gone =
    (selected !== null && !legal.some((step) => isMove(step) && step.from === selected)) ||
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
  text: string; // of the server, or the name of a cell; '' where the kind says what to call it
  kind: 'step' | 'kind' | 'taken' | 'confirm';
  pressed?: boolean;
  disabled?: boolean;
}

// Which kinds of step a game's turn is made of, to show what is still to be had.
const kKinds: Record<string, string[]> = { 'sixteen-stone': ['move', 'push'] };

// What can be chosen beside the board.
export function chips(board: BoardInfo, view: View, choice: Choice, start: readonly Step[] = []): Chip[] {
  const legal = openSteps(view, start);
  const moving = legal.some(isMove);
  const kinds = moving ? (kKinds[board.game] ?? []) : [];
  const ways = waysTo(legal, choice);
  return [
    ...kinds.map((kind): Chip => ({
      key: `kind-${kind}`,
      tap: { at: 'kind', kind },
      text: kind,
      kind: 'kind',
      pressed: choice.kind === kind,
      disabled: !legal.some((step) => step.kind === kind),
    })),
    ...(ways.length > 1
      ? takeable(legal, choice).map((cell): Chip => ({
          key: `taken-${cell}`,
          tap: { at: 'taken', cell },
          text: board.cells[cell]!.name,
          kind: 'taken',
          pressed: choice.taken.includes(cell),
        }))
      : []),
    ...(ways.length > 1
      ? [{
          key: 'confirm',
          tap: { at: 'confirm' } as Tap,
          text: wayTaken(legal, choice)?.action ?? '',
          kind: 'confirm' as const,
          disabled: !wayTaken(legal, choice),
        }]
      : []),
    ...legal
      .filter((step) => step.label !== undefined)
      .map((step): Chip => ({
        key: step.action,
        tap: { at: 'step', action: step.action },
        text: step.label!,
        kind: 'step',
      })),
  ];
}
