// How a turn is shown: a plan from its traces, the same for the 2D and the 3D view.
import { animation, moves as mayMove } from '../settings';
import { grouped } from './scene_last';
import type { BoardInfo, Piece, Trace, View } from './types';

export const kStepTime = 260; // milliseconds an action

// A stone that stands on `cell` now went along these cells.
export interface Move {
  cell: number;
  frames: { at: number; cell: number }[];
}

// A stone that was there and goes; `from` is where the pushing line began, to know its direction.
export interface Leave {
  piece: Piece;
  at: number;
  from?: number;
}

export interface Arrive {
  cell: number;
  hole?: number; // a peg rather than a stone
  at: number;
}

export interface Motion {
  duration: number;
  moves: Move[];
  leaves: Leave[];
  arrives: Arrive[];
}

export const kNoMotion: Motion = { duration: 0, moves: [], leaves: [], arrives: [] };

const sameTrace = (a: Trace, b: Trace): boolean =>
  a.kind === b.kind && a.player === b.player && a.from === b.from && a.to === b.to && a.hole === b.hole;

const isPrefix = (start: readonly Trace[], all: readonly Trace[]): boolean =>
  start.length <= all.length && start.every((each, i) => sameTrace(each, all[i]!));

const standing = (view: View): string =>
  view.pieces
    .map((each) => `${each.cell}:${each.player}:${each.pegs ?? ''}`)
    .sort()
    .join(' ');

// Back to what stood before: a draft given up, a turn taken back, a look at an earlier turn. Drafts count
// their turns from where they began, so `stood`, the last view without one, is compared.
const isReturn = (stood: View | null, now: View): boolean =>
  stood !== null && now.draft.length === 0 && (now.turn < stood.turn || now.position === stood.position);

// What is new since the view before: nothing where only the draft was sent or something taken back.
export function newTraces(before: View | null, now: View, stood: View | null): readonly Trace[] {
  if (!before || before.game !== now.game || standing(before) === standing(now)) return [];
  if (isReturn(stood, now) || isPrefix(now.last, before.last)) return [];
  const drafting = before.draft.length > 0 && isPrefix(before.last, now.last);
  return drafting ? now.last.slice(before.last.length) : now.last;
}

interface Token {
  piece: Piece;
  frames: { at: number; cell: number }[];
}

export function plan(board: BoardInfo, before: View | null, traces: readonly Trace[]): Motion {
  const motion: Motion = { duration: 0, moves: [], leaves: [], arrives: [] };
  const groups = grouped(traces, board).filter((each) => each[0]!.kind !== 'end');
  const tokens = new Map<number, Token>();
  const token = (cell: number, player: number): Token => {
    const known = tokens.get(cell);
    tokens.delete(cell);
    const piece = before?.pieces.find((each) => each.cell === cell && each.player === player);
    return known ?? { piece: piece ?? { cell, player }, frames: [] };
  };
  groups.forEach((group, i) => {
    const at = i * kStepTime;
    const settled: [number, Token][] = [];
    const pushed = group.find((each) => each.kind === 'push_off') && group[group.length - 1]!.from;
    for (const trace of group) {
      if (trace.kind === 'move') {
        const moving = token(trace.from!, trace.player);
        moving.frames.push({ at, cell: trace.from! }, { at: at + kStepTime, cell: trace.to! });
        settled.push([trace.to!, moving]);
      } else if (trace.kind === 'capture' || trace.kind === 'push_off') {
        const { piece } = token(trace.from!, trace.player);
        motion.leaves.push({
          piece: { ...piece, cell: trace.from! },
          at,
          ...(trace.kind === 'push_off' ? { from: pushed! } : {}),
        });
      } else if (trace.to !== undefined) {
        motion.arrives.push({ cell: trace.to, at, ...(trace.hole === undefined ? {} : { hole: trace.hole }) });
      }
    }
    for (const [cell, moved] of settled) tokens.set(cell, moved);
  });
  for (const [cell, { frames }] of tokens) motion.moves.push({ cell, frames });
  motion.duration = groups.length * kStepTime;
  return motion;
}

// Nothing moves in tests, nor where the person or the system does not want it.
export const isStill = (): boolean => animation.value === 'off' || !mayMove() || isTest();

export const isTest = (): boolean =>
  document.documentElement.dataset['test'] !== undefined || new URLSearchParams(location.search).has('test');
