// What is to be seen: a pure function from a position and a choice to shapes. The 2D and the 3D view
// both draw exactly these. No rules are here: legal steps and their traces come from the server.
import { holeAt, kGlyphHeight, kLabelGap, kUnit, labelWidth, layout, leastText, type Layout } from './geometry';
import { candidateMarks, hintMarks } from './scene_hints';
import { movable } from './choose';
import { choiceMarks, ghostsOf } from './scene_choice';
import { lastTurn } from './scene_last';
import {
  kPlainPiece,
  type CellShape,
  type Label,
  type Mark,
  type PegShape,
  type PieceShape,
  type Shapes,
  type Tray,
} from './shapes';
import type { BoardInfo, BoardUi, Piece, View } from './types';

const kRowStep = kUnit * Math.sqrt(0.75); // between two rows of a hexagon

function cellShapes(board: BoardInfo, where: Layout): CellShape[] {
  return board.cells.map((cell, i) => ({
    cell: i,
    name: cell.name,
    ...where.centres[i]!,
    odd: !where.hexagonal && (cell.row + cell.column) % 2 === 0,
    far: cell.far ?? 0,
  }));
}

// Columns along the lower edge of squares, rows along the left one.
function squareLabels(board: BoardInfo, { field, frame, centres }: Layout): Label[] {
  return board.cells.flatMap(({ name, row, column }, i) => {
    const { x, y } = centres[i]!;
    const below = { x, y: (field.top + field.height + frame.top + frame.height) / 2, text: name[0]! };
    const before = { x: (field.left + frame.left) / 2, y, text: name.slice(1) };
    return [...(row === 0 ? [below] : []), ...(column === 0 ? [before] : [])];
  });
}

// The first and the last cell of each row of a hexagon, beside it. Beside the widest row there is no room on a
// small screen: its names stand below its ends, and push those of the row below down where they are large.
function hexagonLabels(board: BoardInfo, { field, centres, flipped, labelSize, tight }: Layout): Label[] {
  const middle = { x: field.left + field.width / 2, y: field.top + field.height / 2 };
  const half = (kGlyphHeight * labelSize) / 2;
  const under = kUnit * 0.56 + half; // below the slanted side of the cell
  const pushed = Math.max(0, under + 2 * half + kLabelGap - kRowStep);
  return board.cells.flatMap(({ name, row, column }, i) => {
    if (column !== 0 && board.cells[i + 1]?.row === row) return [];
    const { x, y } = centres[i]!;
    const side = (column === 0 ? -1 : 1) * (flipped ? -1 : 1);
    const away = kLabelGap + labelWidth(name, labelSize) / 2;
    const widest = Math.abs(y - middle.y) < 1;
    if (tight && widest) return [{ x: x + side * away, y: y + under, text: name }];
    const next = tight && Math.abs(y - middle.y - kRowStep) < 1;
    return [{ x: x + side * (kUnit / 2 + away), y: next ? y + pushed : y, text: name }];
  });
}

const labelsOf = (board: BoardInfo, where: Layout): Label[] =>
  where.hexagonal ? hexagonLabels(board, where) : squareLabels(board, where);

function pegsOf(board: BoardInfo, piece: Piece, view: View, flipped: boolean): PegShape[] {
  return (piece.pegs ?? []).map((hole) => ({
    hole,
    ...holeAt(board, hole, flipped),
    fresh: view.last.some((each) => each.kind === 'peg' && each.to === piece.cell && each.hole === hole),
  }));
}

function pieceShapes(board: BoardInfo, view: View, ui: BoardUi, where: Layout): PieceShape[] {
  const legal = ui.active ? view.legal : [];
  return view.pieces.map((piece) => ({
    ...kPlainPiece,
    cell: piece.cell,
    player: piece.player,
    ...where.centres[piece.cell]!,
    pegs: pegsOf(board, piece, view, ui.flipped),
    locked: piece.locked ?? false,
    out: view.out.includes(piece.player),
    selected: ui.selected === piece.cell || ui.editing === piece.cell,
    glow: legal.some((step) => step.hole !== undefined && step.from === piece.cell),
    can: legal.some((step) => step.from === piece.cell) || movable(legal, piece.cell),
  }));
}

function traysOf(board: BoardInfo, view: View, where: Layout): Tray[] {
  const { field, frame, tray } = where;
  if (tray === 0) return [];
  return view.counters.map((counter) => {
    const far = board.cells.findIndex((cell) => cell.far === counter.player);
    const above =
      far >= 0 ? where.centres[far]!.y < field.top + field.height / 2 : (counter.player === 1) === where.flipped;
    return {
      player: counter.player,
      value: counter.value,
      label: counter.label,
      x: frame.left,
      y: above ? frame.top - tray : frame.top + frame.height,
      width: frame.width,
      height: tray,
      far: far >= 0,
      // Who has more of them wins at the start of the own turn: a warning to whoever may still answer.
      leads:
        view.outcome.result === 'none' &&
        view.to_move !== counter.player &&
        view.counters.every((each) => each === counter || each.value < counter.value),
    };
  });
}

function winMarks(view: View, where: Layout): { below: Mark[]; above: Mark[] } {
  const line = view.outcome.line ?? [];
  if (line.length === 0) return { below: [], above: [] };
  const ends = { ...where.centres[line[0]!]!, to: where.centres[line[line.length - 1]!]! };
  return {
    below: line.map((cell) => ({ kind: 'win', cell, ...where.centres[cell]! })),
    above: line.length > 1 ? [{ kind: 'winline', ...ends }] : [],
  };
}

export function scene(board: BoardInfo, view: View, ui: BoardUi): Shapes {
  const where = layout(board, ui.flipped, ui.coordinates, view.counters.length > 0, ui.tight, ui.pixels);
  const pieces = pieceShapes(board, view, ui, where);
  const last = lastTurn(board, view, where, ui);
  const win = winMarks(view, where);
  const choice = choiceMarks(board, view, ui, where);
  const hints = hintMarks(board, view, ui, where);
  const ghosts = ghostsOf(board, view, ui, where);
  for (const piece of pieces) {
    piece.doomed = ghosts.taken.includes(piece.cell);
    piece.lifted = ghosts.left.includes(piece.cell);
    piece.covered = piece.lifted && ghosts.pieces.some((each) => each.cell === piece.cell);
  }
  const cursor: Mark[] = ui.focused ? [{ kind: 'cursor', cell: ui.cursor, ...where.centres[ui.cursor]! }] : [];
  return {
    where,
    least: leastText(ui.pixels),
    cells: cellShapes(board, where),
    labels: ui.coordinates ? labelsOf(board, where) : [],
    below: [...last.below, ...hints.below, ...win.below, ...choice.below],
    pieces,
    ghosts: ghosts.pieces,
    above: [
      ...last.above,
      ...hints.above,
      ...choice.above,
      ...candidateMarks(board, ui, where),
      ...win.above,
      ...cursor,
    ],
    trays: traysOf(board, view, where),
  };
}
