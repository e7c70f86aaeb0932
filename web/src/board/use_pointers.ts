// Mouse and fingers on the drawing.
import { useRef, useState } from 'preact/hooks';
import { movable, movesFrom } from './choose';
import { cellAt, type Layout, type Point } from './geometry';
import { Pointers, type PointerHost, type Spot } from './pointer';
import type { Choosing } from './use_choice';

function pointOn(svg: SVGSVGElement, x: number, y: number): Point {
  const matrix = svg.getScreenCTM();
  return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : { x: NaN, y: NaN };
}

interface Hands {
  pointer: Pointers;
  host: PointerHost;
  lens: Spot | null; // what lies under the magnifier
}

export function usePointers(
  svg: { readonly current: SVGSVGElement | null },
  where: Layout,
  active: boolean,
  { now, held, legal, change, tap }: Choosing,
  onTouched: (cell: number | null) => void,
): Hands {
  const [lens, setLens] = useState<Spot | null>(null);
  const dragged = useRef<Element | null>(null);
  const host: PointerHost = {
    spot: (event) => {
      const point = pointOn(svg.current!, event.clientX, event.clientY);
      return { point, cell: cellAt(where, point.x, point.y) };
    },
    cellWidth: () => (svg.current!.getBoundingClientRect().width / where.box.width) * 100,
    canDrag: (cell) => active && movable(legal, cell),
    isTarget: (from, to) => movesFrom(legal, { ...now, selected: from }).some((step) => step.to === to),
    tap: (cell) => {
      onTouched(cell);
      tap(cell === null ? { at: 'away' } : { at: 'cell', cell });
    },
    pick: (cell) => change({ selected: cell, editing: null, target: null, taken: [], cursor: cell }),
    hover: (cell) => {
      if (cell !== held.current.hover) change({ hover: cell });
    },
    lens: (spot) => setLens(spot && { ...spot, top: pointOn(svg.current!, 0, 0).y }),
    drag: (cell, point) => {
      const piece = cell === null ? null : svg.current!.querySelector(`[data-piece="stand${cell}"]`);
      dragged.current?.classList.remove('dragged');
      dragged.current = piece;
      if (!piece || cell === null) return;
      const home = where.centres[cell]!;
      const transform = `translate(${point.x - home.x}px, ${point.y - home.y}px)`;
      piece.classList.add('dragged');
      piece.firstElementChild?.animate([{ transform }, { transform }], { duration: 150 });
    },
  };
  const pointers = useRef<Pointers>(null);
  pointers.current ??= new Pointers(host);
  pointers.current.host = host;
  return { pointer: pointers.current, host, lens };
}
