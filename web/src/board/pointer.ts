// Presses, drags and slides over the board become taps on cells. The 2D and the 3D view share it:
// each only has to say which cell lies under the pointer.
import type { Point } from './geometry';

export interface Spot {
  cell: number | null;
  point: Point; // on the board
  top?: number; // the upper edge of the window there
  hole?: number | null; // of the piece there, where a mouse can point at one that takes a peg
}

export interface PointerHost {
  spot: (event: PointerEvent) => Spot;
  cellWidth: () => number; // in pixels of the screen
  canDrag: (cell: number) => boolean; // a stone that may move from here
  isTarget: (from: number, to: number) => boolean;
  tap: (cell: number | null, hole?: number | null) => void;
  pick: (cell: number) => void; // a drag began: select the stone
  hover: (cell: number | null, hole?: number | null) => void;
  holeAt: (cell: number, point: Point) => number | null; // that takes a peg now
  lens: (spot: Spot | null) => void; // magnifier under a finger
  drag: (cell: number | null, point: Point) => void; // a stone follows the pointer
}

const kSmallCell = 40; // pixels; below this a finger gets a magnifier
const kSlack = 8; // pixels that a press may slip without being a drag

interface Press {
  id: number;
  start: Spot;
  x: number;
  y: number;
  touch: boolean;
  dragging: boolean;
  lens: boolean;
}

export class Pointers {
  private press: Press | null = null;

  constructor(public host: PointerHost) {}

  down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    if (this.press) return this.cancel(); // a second finger: the reader zooms
    const touch = event.pointerType !== 'mouse';
    const start = this.host.spot(event);
    const lens = touch && this.host.cellWidth() < kSmallCell;
    this.press = { id: event.pointerId, start, x: event.clientX, y: event.clientY, touch, dragging: false, lens };
    if (touch) (event.currentTarget as Element).setPointerCapture?.(event.pointerId);
    if (lens) this.slide(start);
  };

  move = (event: PointerEvent): void => {
    const spot = this.host.spot(event);
    if (!this.press) {
      if (event.pointerType === 'mouse') this.host.hover(spot.cell, spot.hole);
      return;
    }
    if (event.pointerId !== this.press.id) return;
    const { press } = this;
    const slipped = Math.hypot(event.clientX - press.x, event.clientY - press.y) > kSlack;
    if (!press.dragging && slipped && press.start.cell !== null && this.host.canDrag(press.start.cell)) {
      press.dragging = true;
      this.host.pick(press.start.cell);
    }
    if (press.lens) this.slide(spot);
    else this.host.hover(spot.cell);
    if (press.dragging) this.host.drag(press.start.cell, spot.point);
  };

  up = (event: PointerEvent): void => {
    const { press } = this;
    if (!press || event.pointerId !== press.id) return;
    const { cell, hole } = this.host.spot(event);
    this.cancel();
    const from = press.start.cell;
    if (press.dragging && from !== null && cell !== from) {
      // With a magnifier a slide may also have been a search for the right stone.
      if (cell !== null && (this.host.isTarget(from, cell) || press.lens)) this.host.tap(cell);
      return;
    }
    if (press.dragging || press.lens || cell === from) this.host.tap(cell, hole);
  };

  leave = (): void => {
    if (!this.press) this.host.hover(null);
  };

  cancel = (): void => {
    const { press } = this;
    this.press = null;
    if (press?.dragging) this.host.drag(null, press.start.point);
    if (press?.lens) this.host.lens(null);
    if (press?.touch) this.host.hover(null);
  };

  private slide(spot: Spot): void {
    this.host.lens(spot);
    this.host.hover(spot.cell);
  }
}
