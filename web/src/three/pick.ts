// What lies under the pointer: a piece hides what is behind it.
import { Plane, type Ray, Vector3 } from 'three';
import { cellAt, type Layout, type Point } from '../board/geometry';
import { placer } from './board_mesh';

const kUp = new Vector3(0, 1, 0);

// Where a ray meets the plane at a height, in the drawing's measure.
export function pointAt(ray: Ray, where: Layout, height: number): Point {
  const hit = ray.intersectPlane(new Plane(kUp, -height), new Vector3());
  if (!hit) return { x: NaN, y: NaN };
  const { field } = where;
  return { x: hit.x * 100 + field.left + field.width / 2, y: hit.z * 100 + field.top + field.height / 2 };
}

export interface Standing {
  top: number; // height of the pieces
  reach: number; // half their width
  round: boolean;
  cells: { has(cell: number): boolean };
}

const kLayers = 5; // heights that are looked at, from the top of the pieces down

export function pick(
  ray: Ray,
  where: Layout,
  { top, reach, round, cells }: Standing,
): { cell: number | null; point: Point } {
  const place = placer(where);
  const point = pointAt(ray, where, 0);
  for (let i = kLayers; i > 0; --i) {
    const above = pointAt(ray, where, (top * i) / kLayers);
    const cell = cellAt(where, above.x, above.y);
    if (cell === null || !cells.has(cell)) continue;
    const [a, b] = [place(above), place(where.centres[cell]!)];
    const [dx, dz] = [Math.abs(a.x - b.x), Math.abs(a.z - b.z)];
    if ((round ? Math.hypot(dx, dz) : Math.max(dx, dz)) <= reach) return { cell, point };
  }
  return { cell: cellAt(where, point.x, point.y), point };
}
