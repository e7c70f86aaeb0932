// A turn that would have been better, as marks on the board.
import type { BoardInfo, Reason, Step, View, ViewRequest } from '../api';
import type { Candidate } from '../board/types';
import { viewOf } from '../tree/views';

/** The way of the turn's first action, and the pegs that it sets. */
export function marksOf(legal: readonly Step[], turn: string, after: View): Candidate[] {
  const first = legal.find((step) => step.action === turn.split(',')[0]);
  const pegs = after.last.filter((trace) => trace.kind === 'peg');
  const place = (from?: number, to?: number, hole?: number): Candidate => ({
    rank: 1,
    share: 1,
    ...(from !== undefined ? { from } : {}),
    ...(to !== undefined ? { to } : {}),
    ...(hole !== undefined ? { hole } : {}),
  });
  return [
    ...(first && first.hole === undefined ? [place(first.from, first.to ?? first.traces?.[0]?.to)] : []),
    ...pegs.map((trace) => place(trace.to, undefined, trace.hole)),
  ];
}

export async function betterMarks(before: ViewRequest, turn: string): Promise<Candidate[]> {
  const [start, after] = await Promise.all([viewOf(before), viewOf({ ...before, draft: turn.split(',') })]);
  return marksOf(start.legal, turn, after);
}

/** Where a reason is seen: rings without a number. */
export const reasonMarks = (board: BoardInfo, reason: Reason): Candidate[] =>
  reason.cells
    .map((name) => board.cells.findIndex((cell) => cell.name === name))
    .filter((cell) => cell >= 0)
    .map((to) => ({ rank: 2, to, share: 1, faint: true }));
