// How marks are drawn, one small drawing for each kind.
import { Message, t } from '../i18n';
import { cellOutline, pathOf } from './geometry';
import { kWordsSize } from './scene_hints';
import type { Mark } from './shapes';

interface MarkProps {
  mark: Mark;
  hexagonal: boolean;
  least: number; // size of the smallest text that can be read
}

const kCellKinds: Partial<Record<Mark['kind'], number>> = {
  from: 0.96,
  to: 0.96,
  selected: 0.96,
  must: 0.9,
  reach: 0.86,
  attacked: 1,
  win: 0.96,
  hover: 0.96,
  cursor: 0.94,
};

interface BadgeProps {
  x: number;
  y: number;
  text: string;
  r?: number;
  size?: number; // of the text; the badge grows with it
  least: number;
  kind: string;
}

function Badge({ x, y, text, r = 17, size = 30, least, kind }: BadgeProps) {
  const written = Math.max(size, least);
  return (
    <g class={`badge ${kind}`} transform={`translate(${x} ${y})`}>
      <circle r={(r * written) / size} />
      <text class="badge-text" dy="0.35em" font-size={written}>
        {text}
      </text>
    </g>
  );
}

function Pill({ x, y, text, least }: { x: number; y: number; text: string; least: number }) {
  const half = 13 + text.length * 8;
  const written = Math.max(26, least);
  return (
    <g class="badge count" transform={`translate(${x} ${y}) scale(${written / 26})`}>
      <rect x={-half} y="-21" width={2 * half} height="42" rx="21" />
      <text class="badge-text" dy="0.35em" font-size="26">
        {text}
      </text>
    </g>
  );
}

// A line that stops short of its end, so that its head does not hide what is there.
function Arrow({ mark, kind }: { mark: Mark; kind: string }) {
  const to = mark.to!;
  const dx = to.x - mark.x;
  const dy = to.y - mark.y;
  const long = Math.hypot(dx, dy) || 1;
  const short = kind.startsWith('fall') ? 0 : 40;
  const part = Math.max(0, long - short) / long;
  return (
    <path
      class={`mark ${kind}`}
      d={`M${mark.x} ${mark.y}L${mark.x + dx * part} ${mark.y + dy * part}`}
      marker-end="url(#arrow-head)"
    />
  );
}

// Everything that is written stays in the ring: its number, and below that the figures where there is room for them.
function Candidate({ mark, least }: { mark: Mark; least: number }) {
  const r = 44 * (mark.size ?? 1);
  const look = `${mark.best ? ' best' : ''}${mark.faint ? ' faint' : ''}`;
  const words = mark.words ?? [];
  const lines = words.length + (mark.text ? 1 : 0);
  const down = (line: number): string => `${0.35 + (line - (lines - 1) / 2) * 1.05}em`;
  return (
    <g class={`candidate${look}`} transform={`translate(${mark.x} ${mark.y})`}>
      <circle class="halo" r={r} />
      <circle class="ring" r={r} />
      {mark.text && (
        <text
          class={r < 20 ? 'tiny' : 'place'}
          dy={down(0)}
          font-size={words.length > 0 ? kWordsSize : r < 20 ? Math.max(15, least) : Math.max(26, least)}
        >
          {mark.text}
        </text>
      )}
      {words.map((line, i) => (
        <text key={i} class="words" dy={down(lines - words.length + i)} font-size={kWordsSize}>
          {line}
        </text>
      ))}
    </g>
  );
}

export function MarkShape({ mark, hexagonal, least }: MarkProps) {
  const { kind, x, y } = mark;
  const look = `mark ${kind}${mark.draft ? ' draft' : ''}`;
  const scale = kCellKinds[kind];
  if (scale !== undefined) return <path class={look} d={pathOf(cellOutline(hexagonal, scale), x, y)} />;
  switch (kind) {
    case 'ray':
    case 'winline':
      return <path class={look} d={`M${x} ${y}L${mark.to!.x} ${mark.to!.y}`} />;
    case 'target':
      return <circle class={look} cx={x} cy={y} r="14" />;
    case 'take':
      return <circle class={look} cx={x} cy={y} r="44" />;
    case 'distance':
      return <Badge x={x} y={y} text={mark.text!} r={24} least={least} kind="distance" />;
    case 'count': {
      const [own, theirs] = mark.text!.split(':');
      return <Pill x={x} y={y - 52} text={t(Message.kWebVersus, own!, theirs!)} least={least} />;
    }
    case 'strike':
      return <path class={look} d={`M${x - 32} ${y + 32}L${x + 32} ${y - 32}`} />;
    case 'gone':
      return <path class={look} d={`M${x - 15} ${y - 15}l30 30m0 -30l-30 30`} />;
    case 'fall':
      return <Arrow mark={mark} kind="fall" />;
    case 'arrow':
      return <Arrow mark={mark} kind={`arrow${mark.best ? ' best' : ''}${mark.faint ? ' faint' : ''}`} />;
    case 'fresh':
      return <circle class={look} cx={x} cy={y} r="9.5" />;
    case 'number':
      return (
        <Badge
          x={x - 37}
          y={y - 37}
          text={mark.text!}
          r={13}
          size={20}
          least={least}
          kind={mark.draft ? 'number draft' : 'number'}
        />
      );
    case 'three':
    case 'four':
      return <Badge x={x} y={y} text={mark.text!} r={23} least={least} kind={kind} />;
    case 'swap':
      return (
        <path
          class={look}
          d={`M${x - 22} ${y - 9}H${x + 14}M${x + 4} ${y - 20}L${x + 16} ${y - 9}L${x + 4} ${y + 2}M${x + 22} ${y + 11}H${x - 14}M${x - 4} ${y}L${x - 16} ${y + 11}L${x - 4} ${y + 22}`}
        />
      );
    case 'candidate':
      return <Candidate mark={mark} least={least} />;
    default:
      return null;
  }
}
