// The magnifier above a finger on small cells.
import type { Layout } from './geometry';
import type { Spot } from './pointer';

const kZoom = 2.4;

export function Lens({ href, spot, where, name }: { href: string; spot: Spot; where: Layout; name: string }) {
  const { point, cell } = spot;
  const r = where.box.width * 0.16;
  const centre = cell === null ? point : where.centres[cell]!;
  const x = Math.min(Math.max(point.x, where.box.left + r), where.box.left + where.box.width - r);
  const y = point.y - r * 1.7;
  return (
    <g class="lens" aria-hidden="true">
      <clipPath id="lens-clip"><circle cx={x} cy={y} r={r} /></clipPath>
      <circle class="lens-back" cx={x} cy={y} r={r} />
      <g clip-path="url(#lens-clip)">
        <use href={href} transform={`translate(${x - centre.x * kZoom} ${y - centre.y * kZoom}) scale(${kZoom})`} />
      </g>
      <circle class="lens-rim" cx={x} cy={y} r={r} />
      <text class="lens-name" x={x} y={y - r * 0.72} dy="0.35em" font-size={r * 0.28}>{name}</text>
    </g>
  );
}
