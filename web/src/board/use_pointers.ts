// Mouse and fingers on the drawing.
import { useRef, useState } from 'preact/hooks';
import { movable, movesFrom } from './choose';
import { cellAt, holeUnder, kHoleStep, type Layout, type Point } from './geometry';
import { Pointers, type PointerHost, type Spot } from './pointer';
import type { BoardInfo, Step } from './types';
import type { Choosing } from './use_choice';

function pointOn(svg: SVGSVGElement, x: number, y: number): Point {
  const matrix = svg.getScreenCTM();
  return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : { x: NaN, y: NaN };
}

const kLeastHole = 9; // pixels between holes that a mouse still tells apart

const scaleOf = (svg: SVGSVGElement): number => svg.getScreenCTM()?.a ?? 1;

interface Hands {
  pointer: Pointers;
  host: PointerHost;
  lens: Spot | null; // what lies under the magnifier
}

export function usePointers(
  svg: { readonly current: SVGSVGElement | null },
  board: BoardInfo,
  where: Layout,
  active: boolean,
  { now, held, legal, change, tap }: Choosing,
  onTouched: (cell: number | null) => void,
): Hands {
  const [lens, setLens] = useState<Spot | null>(null);
  const dragged = useRef<Element | null>(null);
  // A mouse points at holes themselves, where they are large enough and take a peg now.
  const holeOf = ({ pointerType }: PointerEvent, cell: number | null, point: Point): number | null => {
    if (cell === null || pointerType !== 'mouse' || kHoleStep * scaleOf(svg.current!) < kLeastHole) return null;
    return host.holeAt(cell, point);
  };
  const host: PointerHost = {
    holeAt: (cell, point) => {
      const hole = active && board.holes.length > 0 ? holeUnder(board, where, cell, point) : null;
      return legal.some((step: Step) => step.from === cell && step.hole === hole && hole !== null) ? hole : null;
    },
    spot: (event) => {
      const point = pointOn(svg.current!, event.clientX, event.clientY);
      const cell = cellAt(where, point.x, point.y);
      return { point, cell, hole: holeOf(event, cell, point) };
    },
    cellWidth: () => scaleOf(svg.current!) * 100,
    canDrag: (cell) => active && movable(legal, cell),
    isTarget: (from, to) => movesFrom(legal, { ...now, selected: from }).some((step) => step.to === to),
    tap: (cell, hole = null) => {
      onTouched(cell);
      if (cell !== null && hole !== null) tap({ at: 'hole', hole, cell });
      else tap(cell === null ? { at: 'away' } : { at: 'cell', cell });
    },
    pick: (cell) => change({ selected: cell, editing: null, target: null, taken: [], cursor: cell }),
    hover: (cell, hole = null) => {
      const { hover, hoverHole, holeOf: of } = held.current;
      if (cell === hover && hole === (of === null ? null : hoverHole)) return;
      change({ hover: cell, hoverHole: hole, holeOf: hole === null ? null : cell });
    },
    lens: (spot) => setLens(spot && { ...spot, top: pointOn(svg.current!, 0, 0).y }),
    drag: (cell, point) => {
      const piece = cell === null ? null : svg.current!.querySelector(`[data-piece="stand${cell}"]`);
      // No class: the next drawing would take it away.
      dragged.current?.removeAttribute('data-dragged');
      dragged.current = piece;
      if (!piece || cell === null) return;
      const home = where.centres[cell]!;
      const transform = `translate(${point.x - home.x}px, ${point.y - home.y}px)`;
      piece.setAttribute('data-dragged', '');
      piece.firstElementChild?.animate([{ transform }, { transform }], { duration: 150 });
    },
  };
  const pointers = useRef<Pointers>(null);
  pointers.current ??= new Pointers(host);
  pointers.current.host = host;
  return { pointer: pointers.current, host, lens };
}
