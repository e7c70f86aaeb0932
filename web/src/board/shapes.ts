// The shapes of a scene, in hundredths of a cell.
import { holeTarget, kUnit, type Layout, type Point } from './geometry';
import type { BoardInfo, Piece } from './types';

export interface CellShape extends Point {
  cell: number;
  name: string;
  odd: boolean; // of the chequered squares
  far: number; // the player whose far row this is, or 0
}

export interface PegShape extends Point {
  hole: number;
  fresh: boolean; // set in the last turn
}

export interface PieceShape extends Point {
  cell: number;
  player: number;
  pegs: PegShape[];
  locked: boolean;
  out: boolean; // its owner is out of the game
  selected: boolean;
  glow: boolean; // has free holes that may be filled now
  can: boolean; // may be chosen now
  doomed: boolean; // would be captured by what is being looked at
  lifted: boolean; // would move away by what is being looked at
  covered: boolean; // and another stone would come there
}

export type MarkKind =
  // below the pieces
  | 'from'
  | 'to'
  | 'selected'
  | 'must'
  | 'attacked'
  | 'reach'
  | 'win'
  | 'ray'
  | 'hover'
  // above them
  | 'target'
  | 'take'
  | 'distance'
  | 'count'
  | 'strike'
  | 'fall'
  | 'gone'
  | 'fresh'
  | 'number'
  | 'three'
  | 'four'
  | 'swap'
  | 'candidate'
  | 'arrow'
  | 'winline'
  | 'cursor';

export interface Mark extends Point {
  kind: MarkKind;
  cell?: number;
  to?: Point; // the other end of a line
  text?: string;
  words?: readonly string[]; // lines of small text
  size?: number;
  best?: boolean;
  faint?: boolean;
  draft?: boolean; // of a turn that is not sent yet
}

export interface Label extends Point {
  text: string;
}

// Stones beside the board: a pool, or those that have crossed it.
export interface Tray extends Point {
  player: number;
  value: number;
  label: string;
  width: number;
  height: number;
  far: boolean; // counts stones on a far row
  leads: boolean; // has more of them than anybody else
}

export interface Shapes {
  where: Layout;
  least: number; // size of the smallest text that can be read
  cells: CellShape[];
  labels: Label[];
  below: Mark[];
  pieces: PieceShape[];
  ghosts: PieceShape[];
  above: Mark[];
  trays: Tray[];
}

export const kPlainPiece = {
  pegs: [],
  locked: false,
  out: false,
  selected: false,
  glow: false,
  can: false,
  doomed: false,
  lifted: false,
  covered: false,
};

// Cells that a piece with pegs reaches: its pegs are offsets on the board.
export const reachOf = (board: BoardInfo, piece: Piece): number[] =>
  (piece.pegs ?? []).flatMap((hole) => holeTarget(board, piece.cell, hole) ?? []);

// How many cells lie between two cells in a straight line, the second one counted.
export const stepsBetween = (a: Point, b: Point): number =>
  Math.round(Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) / kUnit);
