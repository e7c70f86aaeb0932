// Stones beside the board: pools, and the meter of stones that have crossed it.
import { Message, t } from '../i18n';
import { Stone } from './pieces';
import type { Tray } from './shapes';

interface TrayProps {
  tray: Tray;
  colour: string;
  size: number;
  written: boolean;
}

const Stones = ({
  tray,
  colour,
  at,
  step,
  count,
  r,
}: {
  tray: Tray;
  colour: string;
  at: number;
  step: number;
  count: number;
  r: number;
}) => (
  <>
    {Array.from({ length: count }, (_, i) => (
      <g
        key={i}
        class={`piece p${tray.player} c-${colour}`}
        transform={`translate(${at + i * step} ${tray.y + tray.height / 2})`}
      >
        <Stone player={tray.player} r={r} />
      </g>
    ))}
  </>
);

// A pool shows its stones; the meter one stone and how many of them have crossed.
export function TrayShape({ tray, colour, size, written }: TrayProps) {
  const r = tray.height * 0.29;
  const middle = tray.y + tray.height / 2;
  const step = Math.min(r * 2.25, (tray.width * 0.72) / Math.max(1, tray.value));
  const count = { class: 'tray-count', y: middle, dy: '0.35em', 'font-size': size * 1.25 };
  const text = tray.far && tray.leads ? `${tray.label}, ${t(Message.kWebMeterLeads)}` : tray.label;
  return (
    <g class={`tray${tray.leads && tray.far ? ' leads' : ''}`}>
      {tray.far ? (
        <Stones tray={tray} colour={colour} at={tray.x + r + 6} step={0} count={1} r={r} />
      ) : (
        <Stones tray={tray} colour={colour} at={tray.x + r + size * 2.1} step={step} count={tray.value} r={r} />
      )}
      {written && (
        <>
          <text {...count} x={tray.far ? tray.x + r * 2 + size * 1.2 : tray.x + size * 0.9}>
            {tray.value}
          </text>
          <text class="tray-label" x={tray.x + tray.width - 6} y={middle} dy="0.35em" font-size={size}>
            {text}
          </text>
        </>
      )}
    </g>
  );
}
