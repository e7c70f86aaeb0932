// What the person is about to do: targets of the selected stone, and what a step would change.
import { movesFrom, openSteps, wayTaken } from './choose';
import { holeAt, holeTarget, kUnit, type Layout, type Point } from './geometry';
import { kPlainPiece, stepsBetween, type Mark, type PieceShape } from './shapes';
import type { BoardInfo, BoardUi, Step, Trace, View } from './types';

// What a step does, told or plain.
function tracesOf(step: Step, player: number): Trace[] {
  if (step.traces) return step.traces;
  if (step.hole !== undefined) return [{ kind: 'peg', player, to: step.from!, hole: step.hole }];
  if (step.to === undefined) return [];
  if (step.from === undefined) return [{ kind: 'place', player, to: step.to }];
  return [{ kind: 'move', player, from: step.from, to: step.to }];
}

// The cell that is being looked at: under the mouse, else under the cursor of the keyboard.
export const looked = (ui: BoardUi): number | null => ui.hover ?? (ui.focused ? ui.cursor : null);

// The step that a tap on the cell looked at would take, as far as one is clear.
export function previewed(view: View, ui: BoardUi): Step | undefined {
  if (!ui.active) return undefined;
  const legal = openSteps(view);
  if (ui.target !== null) return wayTaken(legal, ui);
  const cell = looked(ui);
  if (cell === null) return undefined;
  if (ui.selected !== null) {
    const ways = movesFrom(legal, ui).filter((step) => step.to === cell);
    return ways.find(
      (step) => (step.traces?.length ?? 0) === Math.max(...ways.map((each) => each.traces?.length ?? 0)),
    );
  }
  return legal.find((step) => step.from === undefined && step.to === cell);
}

export interface Ghosts {
  pieces: PieceShape[]; // where stones would come to stand
  taken: number[]; // cells whose stones would go
  left: number[]; // cells whose stones would move away
}

export function ghostsOf(board: BoardInfo, view: View, ui: BoardUi, where: Layout): Ghosts {
  const ghosts: Ghosts = { pieces: [], taken: [], left: [] };
  if (ui.active && ui.hoverHole !== null) return ghosts;
  const step = previewed(view, ui);
  if (!step) return ghosts;
  for (const trace of tracesOf(step, view.to_move)) {
    if (trace.kind === 'capture' || trace.kind === 'push_off') ghosts.taken.push(trace.from!);
    if (trace.kind === 'move') ghosts.left.push(trace.from!);
    if (trace.to === undefined || trace.kind === 'peg' || trace.kind === 'swap') continue;
    const pegs = view.pieces.find((each) => each.cell === trace.from)?.pegs ?? [];
    ghosts.pieces.push({
      ...kPlainPiece,
      cell: trace.to,
      player: trace.player,
      ...where.centres[trace.to]!,
      pegs: pegs.map((hole) => ({ hole, ...holeAt(board, hole, ui.flipped), fresh: false })),
    });
  }
  return ghosts;
}

// The way of the foremost stone: where it starts and how far it goes.
function front(step: Step): { from: number; to: number } {
  const moves = (step.traces ?? []).filter((each) => each.kind === 'move' && each.to === step.to);
  return { from: moves[0]?.from ?? step.from!, to: step.to! };
}

const isGroup = (step: Step): boolean => (step.traces ?? []).filter((each) => each.kind === 'move').length > 1;

const strikes = (step: Step): boolean =>
  (step.traces ?? []).some((each) => each.kind === 'capture' || each.kind === 'push_off') || step.kind === 'push';

function targetMarks(view: View, steps: readonly Step[], where: Layout): Mark[] {
  const at = (cell: number): Point => where.centres[cell]!;
  const occupied = new Set(view.pieces.map((each) => each.cell));
  const far = steps.some(isGroup) && steps.every((each) => each.kind !== 'push');
  const seen = new Set<number>();
  return steps.flatMap((step): Mark[] => {
    if (seen.has(step.to!)) return [];
    seen.add(step.to!);
    const kind = occupied.has(step.to!) ? 'take' : 'target';
    const marks: Mark[] = [{ kind, cell: step.to!, ...at(step.to!) }];
    const { from, to } = front(step);
    if (far) marks.push({ kind: 'distance', cell: to, ...at(to), text: String(stepsBetween(at(from), at(to))) });
    return marks;
  });
}

// From the selected stone to the farthest target in each direction.
function rayMarks(steps: readonly Step[], from: number, where: Layout): Mark[] {
  const ends = new Map<string, number>();
  const start = where.centres[from]!;
  for (const step of steps) {
    const end = where.centres[step.to!]!;
    const angle = Math.atan2(end.y - start.y, end.x - start.x).toFixed(2);
    const known = ends.get(angle);
    if (known === undefined || stepsBetween(start, end) > stepsBetween(start, where.centres[known]!))
      ends.set(angle, step.to!);
  }
  return [...ends.values()].map((to) => ({ kind: 'ray', ...start, to: where.centres[to]! }));
}

// Captured stones struck through, stones that fall, and how many stand against how many.
function strikeMarks(step: Step, view: View, where: Layout): Mark[] {
  const traces = tracesOf(step, view.to_move);
  const own = traces.filter((each) => each.kind === 'move' && each.player === view.to_move).length;
  const theirs =
    step.kind === 'push'
      ? traces.filter((each) => each.player !== view.to_move).length
      : traces.filter((each) => each.kind === 'capture').length;
  const marks: Mark[] = [];
  for (const trace of traces) {
    if (trace.kind === 'capture') marks.push({ kind: 'strike', cell: trace.from!, ...where.centres[trace.from!]! });
    if (trace.kind === 'push_off') marks.push(fallMark(step, trace, where));
  }
  const counted = own > 0 && theirs > 0 && (own > 1 || step.kind === 'push');
  if (counted && step.to !== undefined) {
    marks.push({ kind: 'count', cell: step.to, ...where.centres[step.to]!, text: `${own}:${theirs}` });
  }
  return marks;
}

// A stone that is pushed over the edge, with the way it goes.
function fallMark(step: Step, trace: Trace, where: Layout): Mark {
  const from = where.centres[step.from!]!;
  const at = where.centres[trace.from!]!;
  const to = { x: at.x + Math.sign(at.x - from.x) * kUnit * 0.75, y: at.y + Math.sign(at.y - from.y) * kUnit * 0.75 };
  return { kind: 'fall', cell: trace.from!, ...at, to };
}

function hoverMarks(board: BoardInfo, view: View, ui: BoardUi, where: Layout): Mark[] {
  const piece = ui.holeOf ?? ui.editing;
  if (piece === null || ui.hoverHole === null) return [];
  const hole = holeAt(board, ui.hoverHole, ui.flipped);
  const centre = where.centres[piece]!;
  const marks: Mark[] = [{ kind: 'fresh', cell: piece, x: centre.x + hole.x, y: centre.y + hole.y }];
  const cell = holeTarget(board, piece, ui.hoverHole);
  if (cell === null) return marks;
  const occupied = view.pieces.some((each) => each.cell === cell);
  return [...marks, { kind: occupied ? 'take' : 'target', cell, ...where.centres[cell]!, size: 1 }];
}

export function choiceMarks(
  board: BoardInfo,
  view: View,
  ui: BoardUi,
  where: Layout,
): { below: Mark[]; above: Mark[] } {
  const below: Mark[] = [];
  const above: Mark[] = hoverMarks(board, view, ui, where);
  if (!ui.active) return { below, above };
  const chosen = ui.selected ?? ui.editing;
  if (chosen !== null) below.push({ kind: 'selected', cell: chosen, ...where.centres[chosen]! });
  if (ui.selected !== null) {
    const steps = movesFrom(openSteps(view), ui);
    const shown = ui.target === null ? steps : steps.filter((step) => step.to === ui.target);
    if (shown.some(isGroup) || shown.some(strikes))
      below.push(...(board.holes.length ? [] : rayMarks(shown, ui.selected, where)));
    above.push(...targetMarks(view, shown, where));
  }
  for (const step of view.legal) {
    const cell = step.kind === 'swap' ? step.traces?.[0]?.to : undefined;
    if (cell !== undefined) above.push({ kind: 'swap', cell, ...where.centres[cell]! });
  }
  const step = previewed(view, ui);
  if (step) above.push(...strikeMarks(step, view, where));
  return { below, above };
}
