// What the last turn, or the draft so far, did to the board.
import { holeAt, type Layout } from './geometry';
import type { Mark } from './shapes';
import type { BoardInfo, BoardUi, Trace, View } from './types';

// Traces of one action belong together: stones that move at once, and what they take. The server
// does not number them, so a new action is taken to begin where the direction changes.
export function grouped(traces: readonly Trace[], board: BoardInfo): Trace[][] {
  const groups: Trace[][] = [];
  let direction: string | null = null; // of the group's moves, null before the first one
  let closed = true;
  for (const trace of traces) {
    const moving = trace.kind === 'move' && trace.from !== undefined && trace.to !== undefined;
    const now = moving ? headingOf(board, trace.from!, trace.to!) : null;
    const joins =
      !closed &&
      (moving
        ? direction === null || direction === now
        : trace.kind === 'capture' || trace.kind === 'replace' || trace.kind === 'push_off');
    const after = groups[groups.length - 1]?.[0]?.kind;
    const newPush = trace.kind === 'push_off' && after !== 'push_off' && direction !== null;
    if (joins && !newPush) groups[groups.length - 1]!.push(trace);
    else {
      groups.push([trace]);
      direction = null;
    }
    if (moving) direction = now;
    closed = ['place', 'peg', 'swap', 'sacrifice', 'end'].includes(trace.kind);
  }
  return groups;
}

function headingOf(board: BoardInfo, from: number, to: number): string {
  const a = board.cells[from]!;
  const b = board.cells[to]!;
  return `${Math.sign(b.x - a.x)},${Math.sign(b.row - a.row)}`;
}

// The steps of the last turn that are to be seen on the board.
export const stepsOfLast = (view: View, board: BoardInfo): Trace[][] =>
  grouped(view.last, board).filter((each) => each[0]!.kind !== 'end' && each[0]!.kind !== 'sacrifice');

export function lastTurn(
  board: BoardInfo,
  view: View,
  where: Layout,
  { flipped, lastSteps }: Pick<BoardUi, 'flipped' | 'lastSteps'>,
): { below: Mark[]; above: Mark[] } {
  const draft = view.draft.length > 0;
  const below: Mark[] = [];
  const above: Mark[] = [];
  const occupied = new Set(view.pieces.map((each) => each.cell));
  const mark = (kind: Mark['kind'], cell: number): Mark => ({ kind, cell, ...where.centres[cell]!, draft });
  const groups = stepsOfLast(view, board);
  groups.slice(0, lastSteps).forEach((group, i) => {
    for (const trace of group) {
      const taken = trace.kind === 'capture' || trace.kind === 'push_off';
      if (trace.kind === 'peg') {
        const hole = holeAt(board, trace.hole!, flipped);
        const centre = where.centres[trace.to!]!;
        above.push({ kind: 'fresh', cell: trace.to!, x: centre.x + hole.x, y: centre.y + hole.y, draft });
        continue;
      }
      if (taken && !occupied.has(trace.from!)) above.push(mark('gone', trace.from!));
      if (trace.from !== undefined && !taken) below.push(mark('from', trace.from));
      if (trace.to !== undefined) below.push(mark('to', trace.to));
    }
    const at = group.find((each) => each.to !== undefined)?.to ?? group[0]!.from;
    // Pieces with holes have no room for a number; pegs are ringed, and the move always came first.
    if (groups.length > 1 && at !== undefined && board.holes.length === 0)
      above.push({ ...mark('number', at), text: String(i + 1) });
  });
  return { below: distinct(below), above };
}

// A cell that one stone left and another reached is marked once, as reached.
function distinct(marks: readonly Mark[]): Mark[] {
  const reached = new Set(marks.filter((each) => each.kind === 'to').map((each) => each.cell));
  const seen = new Set<string>();
  return marks.filter((each) => {
    const key = `${each.kind}${each.cell}`;
    if (seen.has(key) || (each.kind === 'from' && reached.has(each.cell))) return false;
    seen.add(key);
    return true;
  });
}
