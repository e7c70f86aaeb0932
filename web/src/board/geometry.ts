// Where things are: cells in hundredths of a cell, x to the right, y downwards as SVG has it.
import type { BoardInfo } from './types';

export const kUnit = 100;
export const kHoleStep = 17; // between the holes of a piece
const kHexRadius = kUnit / Math.sqrt(3); // from a hexagon's centre to its corners

export interface Point {
  x: number;
  y: number;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Layout {
  hexagonal: boolean;
  flipped: boolean;
  centres: Point[]; // of the cells
  field: Box; // around the cells
  frame: Box; // around field and coordinates
  corners: Point[]; // of the frame of a hexagonal board
  box: Box; // around everything
  columns: number;
  labelSize: number;
  tray: number; // height of the strips above and below the board, 0 where there are none
  tight: boolean; // for a small screen: the cells reach from edge to edge
}

export const kLeastText = 11; // pixels

// How large a text must be in a drawing of this scale; where that would fill a cell, as large as there is room.
export const leastText = (pixels: number): number => Math.min(48, Math.ceil(kLeastText / pixels));

// How wide and how high letters and figures of the coordinates are drawn at most, of their size.
const kGlyphWidth = 0.7;
export const kGlyphHeight = 0.72;
export const kLabelGap = 4; // between a cell and its name

export const labelWidth = (text: string, size: number): number => text.length * kGlyphWidth * size;

// Larger by `by` on all sides, by `more` to the left and below.
const grown = (box: Box, by: number, more = by): Box => ({
  left: box.left - more,
  top: box.top - by,
  width: box.width + by + more,
  height: box.height + by + more,
});

function fieldOf(centres: readonly Point[], halfWidth: number, halfHeight: number): Box {
  const xs = centres.map((each) => each.x);
  const ys = centres.map((each) => each.y);
  const left = Math.min(...xs) - halfWidth;
  const top = Math.min(...ys) - halfHeight;
  return {
    left,
    top,
    width: Math.max(...xs) + halfWidth - left,
    height: Math.max(...ys) + halfHeight - top,
  };
}

// The frame of a hexagonal board is a regular hexagon with corners to the left and right.
function hexagonFrame(field: Box, margin: number): Point[] {
  const middle = { x: field.left + field.width / 2, y: field.top + field.height / 2 };
  const centreToSide = (field.height - 2 * kHexRadius) / 2 + kUnit / 2 + margin;
  const radius = centreToSide / Math.cos(Math.PI / 6);
  return [0, 1, 2, 3, 4, 5].map((i) => ({
    x: middle.x + radius * Math.cos((i * Math.PI) / 3),
    y: middle.y + radius * Math.sin((i * Math.PI) / 3),
  }));
}

export function layout(
  board: BoardInfo,
  flipped: boolean,
  coordinates: boolean,
  counters: boolean,
  tight = false,
  pixels = 1,
): Layout {
  const hexagonal = board.shape === 'hexagon';
  const sign = flipped ? -1 : 1;
  const centres = board.cells.map((cell) => ({ x: sign * cell.x * kUnit, y: -sign * cell.y * kUnit }));
  const field = fieldOf(centres, kUnit / 2, hexagonal ? kHexRadius : kUnit / 2);
  const columns = Math.round(field.width / kUnit);
  const wide = columns > 10; // rows of two figures
  const labelSize = Math.max(wide ? 30 : (columns > 7 ? 27 : 22) * (tight ? 0.8 : 1), leastText(pixels));
  const margin = tight ? 3 : coordinates ? labelSize * (hexagonal ? 1.1 : wide ? 1.6 : 1.35) : labelSize * 0.6;
  // Of a tight board only the sides with coordinates have a margin.
  const slim = coordinates ? labelSize * (wide ? 1.3 : 0.85) : margin;
  const longest = board.cells.reduce((name, cell) => (cell.name.length > name.length ? cell.name : name), '');
  const corners = hexagonal ? hexagonFrame(field, hexagonMargin(longest, labelSize, coordinates, tight)) : [];
  const frame = hexagonal ? fieldOf(corners, 0, 0) : grown(field, margin, tight ? slim : margin);
  const tray = counters ? 40 + 4 * columns : 0;
  const names = coordinates ? kLabelGap + labelWidth(longest, labelSize) : 0;
  const box = tight ? (hexagonal ? tightBox(field, frame, names) : frame) : grown(frame, hexagonal ? 14 : 4);
  return {
    hexagonal,
    flipped,
    centres,
    field,
    frame,
    corners,
    box: { ...box, top: box.top - tray, height: box.height + 2 * tray },
    columns,
    labelSize,
    tray,
    tight,
  };
}

// Names of three letters need more wood beside the ends of their rows.
function hexagonMargin(longest: string, labelSize: number, coordinates: boolean, tight: boolean): number {
  if (!coordinates && !tight) return labelSize * 0.6;
  return labelSize * (longest.length > 2 ? 2 : tight ? 1.3 : 1.1);
}

// As wide as the cells and as high as the frame: the frame's corners are cut off. The names beside the
// rows have half a cell of room there, and more where they need it.
function tightBox(field: Box, frame: Box, names: number): Box {
  const beside = Math.max(4, names - kUnit / 2);
  return {
    left: field.left - beside,
    width: field.width + 2 * beside,
    top: frame.top - 14,
    height: frame.height + 28,
  };
}

// The cell at a point of the board; the 2D and the 3D view both pick with it.
export function cellAt(where: Layout, x: number, y: number): number | null {
  let best: number | null = null;
  let least = where.hexagonal ? kHexRadius : kUnit / 2;
  where.centres.forEach((centre, i) => {
    const dx = Math.abs(centre.x - x);
    const dy = Math.abs(centre.y - y);
    const away = where.hexagonal ? Math.hypot(dx, dy) : Math.max(dx, dy);
    if (away <= least) [best, least] = [i, away];
  });
  return best;
}

// The outline of a cell around the origin. A corner of a hexagon points upwards.
export function cellOutline(hexagonal: boolean, scale = 1): Point[] {
  const h = (kUnit / 2) * scale;
  if (!hexagonal)
    return [
      { x: -h, y: -h },
      { x: h, y: -h },
      { x: h, y: h },
      { x: -h, y: h },
    ];
  const r = kHexRadius * scale;
  return [
    { x: 0, y: -r },
    { x: h, y: -r / 2 },
    { x: h, y: r / 2 },
    { x: 0, y: r },
    { x: -h, y: r / 2 },
    { x: -h, y: -r / 2 },
  ];
}

const round = (value: number): number => Math.round(value * 10) / 10;

export const pathOf = (points: readonly Point[], dx = 0, dy = 0): string =>
  `M${points.map((p) => `${round(p.x + dx)} ${round(p.y + dy)}`).join('L')}Z`;

// Where a hole lies from the middle of its piece.
export function holeAt(board: BoardInfo, hole: number, flipped: boolean): Point {
  const sign = flipped ? -1 : 1;
  const { column, row } = board.holes[hole]!;
  return { x: sign * column * kHoleStep, y: -sign * row * kHoleStep };
}

// The hole of a cell's piece at a point of the board; null in its middle and beyond its holes.
export function holeUnder(board: BoardInfo, where: Layout, cell: number, { x, y }: Point): number | null {
  const centre = where.centres[cell]!;
  const sign = where.flipped ? -1 : 1;
  const column = sign * Math.round((x - centre.x) / kHoleStep);
  const row = -sign * Math.round((y - centre.y) / kHoleStep);
  if (column === 0 && row === 0) return null;
  const found = board.holes.findIndex((hole) => hole.column === column && hole.row === row);
  return found < 0 ? null : found;
}

// The cell that a hole of a piece points to; null where it points off the board.
export function holeTarget(board: BoardInfo, cell: number, hole: number): number | null {
  const from = board.cells[cell]!;
  const by = board.holes[hole]!;
  const found = board.cells.findIndex(
    (each) => each.column === from.column + by.column && each.row === from.row + by.row,
  );
  return found < 0 ? null : found;
}

export type Heading = 'left' | 'right' | 'up' | 'down';

// The next cell for a key. On hexagons up and down follow one diagonal, with `other` the other one.
export function neighbour(
  board: BoardInfo,
  cell: number,
  heading: Heading,
  other: boolean,
  flipped: boolean,
): number | null {
  const sign = flipped ? -1 : 1;
  const here = board.cells[cell]!;
  const across = heading === 'left' ? -1 : heading === 'right' ? 1 : 0;
  const along = heading === 'down' ? -1 : heading === 'up' ? 1 : 0;
  const lean = board.shape === 'hexagon' ? (other ? -0.5 : 0.5) * along : 0;
  const x = here.x + sign * (across + lean);
  const row = here.row + sign * along;
  const found = board.cells.findIndex((each) => each.row === row && Math.abs(each.x - x) < 0.25);
  return found < 0 ? null : found;
}

// Cells along a straight line from a cell, nearest first, in each direction in which there are any.
export function rays(board: BoardInfo, cell: number): number[][] {
  const here = board.cells[cell]!;
  const steps =
    board.shape === 'hexagon'
      ? [
          [1, 0],
          [0.5, 1],
          [-0.5, 1],
          [-1, 0],
          [-0.5, -1],
          [0.5, -1],
        ]
      : [
          [1, 0],
          [1, 1],
          [0, 1],
          [-1, 1],
          [-1, 0],
          [-1, -1],
          [0, -1],
          [1, -1],
        ];
  return steps.map(([dx, dr]) => {
    const found: number[] = [];
    for (let i = 1; ; ++i) {
      const x = here.x + i * dx!;
      const row = here.row + i * dr!;
      const next = board.cells.findIndex((each) => each.row === row && Math.abs(each.x - x) < 0.25);
      if (next < 0) return found;
      found.push(next);
    }
  });
}
