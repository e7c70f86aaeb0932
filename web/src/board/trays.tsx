// Stones beside the board: pools, and the meter of stones that have crossed it.
import { t } from '../i18n';
import { Stone } from './pieces';
import type { Tray } from './shapes';

export function TrayShape({ tray, colour, size }: { tray: Tray; colour: string; size: number }) {
  const r = tray.height * 0.29;
  const room = tray.width * (tray.far ? 0.5 : 0.78);
  const step = Math.min(r * 2.25, room / Math.max(1, tray.value));
  const middle = tray.y + tray.height / 2;
  const start = tray.x + r + size * 2.1;
  const text = tray.far && tray.leads ? `${tray.label}, ${t('kWebMeterLeads')}` : tray.label;
  return (
    <g class={`tray p${tray.player} c-${colour}${tray.leads && tray.far ? ' leads' : ''}`}>
      <text class="tray-count" x={tray.x + size * 0.9} y={middle} dy="0.35em" font-size={size * 1.25}>{tray.value}</text>
      {Array.from({ length: tray.value }, (_, i) => (
        <g key={i} class={`piece c-${colour}`} transform={`translate(${start + i * step} ${middle})`}>
          <Stone player={tray.player} r={r} />
        </g>
      ))}
      <text class="tray-label" x={tray.x + tray.width - 6} y={middle} dy="0.35em" font-size={size * 0.95}>{text}</text>
    </g>
  );
}
