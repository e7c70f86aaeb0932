// The magnifier above a finger on small cells.
import type { Layout, Point } from './geometry';
import type { Spot } from './pointer';

const kZoom = 2.4;

// Above the finger; below it where the window ends above.
export function lensAt({ point, top = -Infinity }: Spot, { box }: Layout): Point & { r: number } {
  const r = box.width * 0.16;
  const x = Math.min(Math.max(point.x, box.left + r), box.left + box.width - r);
  const away = r * 1.7;
  return { x, y: point.y - away - r < top ? point.y + away : point.y - away, r };
}

export function Lens({ href, spot, where, name }: { href: string; spot: Spot; where: Layout; name: string }) {
  const { point, cell } = spot;
  const { x, y, r } = lensAt(spot, where);
  const centre = cell === null ? point : where.centres[cell]!;
  return (
    <g class="lens" aria-hidden="true">
      <clipPath id="lens-clip">
        <circle cx={x} cy={y} r={r} />
      </clipPath>
      <circle class="lens-back" cx={x} cy={y} r={r} />
      <g clip-path="url(#lens-clip)">
        <use href={href} transform={`translate(${x - centre.x * kZoom} ${y - centre.y * kZoom}) scale(${kZoom})`} />
      </g>
      <circle class="lens-rim" cx={x} cy={y} r={r} />
      <text class="lens-name" x={x} y={y - r * 0.72} dy="0.35em" font-size={r * 0.28}>
        {name}
      </text>
    </g>
  );
}
