// The graph of chances with bars for what turns lost, and the same as a table.
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { BoardInfo } from '../api';
import { chanceWords } from '../analysis/bar';
import { Message, t } from '../i18n';
import { glyphWords } from '../tree/glyphs';
import { fillOf, playerName } from '../tree/players';
import { graph, indexAt, xOf } from './graph';

const kWidth = 640;
const kHeight = 150;

/** What the graph needs to know of a turn. */
export interface PlayedTurn {
  readonly number: number; // from 1
  readonly turn: string;
  readonly player: number; // 0: not known
  readonly before: readonly number[] | null; // chances of each player
  readonly after: readonly number[] | null;
  readonly loss: number;
  readonly glyph: number;
}

export interface ChartProps {
  board: BoardInfo;
  turns: readonly PlayedTurn[];
  at: number; // how many turns have been played in what is shown
  onGo: (turn: number) => void;
}

function chancesAlong(turns: readonly PlayedTurn[]): (readonly number[] | null)[] {
  return [turns[0]?.before ?? null, ...turns.map((turn) => turn.after)];
}

function valueText({ board, turns, at }: ChartProps): string {
  const turn = turns[at - 1];
  const chances = chancesAlong(turns)[at];
  return [
    !turn
      ? t(Message.kWebStudyTreeStart)
      : turn.player === 0
        ? t(Message.kWebStudySaidTurn, at, turns.length, turn.turn)
        : t(Message.kWebStudyTurnOf, at, playerName(board, turn.player), turn.turn),
    chances ? chanceWords(board, chances) : '',
    turn?.glyph ? glyphWords([turn.glyph]) : '',
  ]
    .filter(Boolean)
    .join(', ');
}

function keyStep(key: string, at: number, last: number): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, at - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, at + 1);
    case 'PageDown':
      return Math.max(0, at - 10);
    case 'PageUp':
      return Math.min(last, at + 10);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

// Whose part of the picture is whose, from the top down as they lie in it.
function Legend({ board, bars }: { board: BoardInfo; bars: boolean }) {
  const players = board.colours.map((_, i) => board.players - i);
  return (
    <p class="chart-legend hint">
      {players.map((player) => (
        <span key={player} class="chances-share">
          <svg class="dot" viewBox="0 0 10 10" aria-hidden="true">
            <circle class={fillOf(board, player)} cx="5" cy="5" r="4.5" />
          </svg>
          {playerName(board, player)}
        </span>
      ))}
      {bars && <span>{t(Message.kWebStudyGraphBars)}</span>}
    </p>
  );
}

// About six numbers below the graph, at round distances.
function ticksOf(last: number): number[] {
  const step = [1, 2, 5, 10, 20, 50, 100].find((each) => last / each <= 6) ?? 200;
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => i * step);
}

// The first player's share grows upwards, turns go on to the right. Screen readers have the values themselves.
const Shares = ({ board }: { board: BoardInfo }) => (
  <svg class="chart-shares" aria-hidden="true">
    {[100, 50, 0].map((share, i) => (
      <text key={share} x="100%" y={['0.9em', '50%', '100%'][i]} dy={['0', '0.35em', '-0.2em'][i]}>
        {share} %
      </text>
    ))}
    {board.players === 2 && <title>{playerName(board, 1)}</title>}
  </svg>
);

const Turns = ({ last }: { last: number }) => (
  <svg class="chart-turns" aria-hidden="true">
    {ticksOf(last).map((turn) => (
      <text
        key={turn}
        x={`${last > 0 ? (turn / last) * 100 : 0}%`}
        y="1em"
        text-anchor={turn === 0 ? 'start' : turn === last ? 'end' : 'middle'}
      >
        {turn}
      </text>
    ))}
  </svg>
);

export function Chart(props: ChartProps) {
  const { board, turns, at, onGo } = props;
  const pointed = useSignal<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const count = turns.length + 1;
  const drawn = graph({ chances: chancesAlong(turns), losses: turns, width: kWidth, height: kHeight });
  const under = (event: PointerEvent | MouseEvent): number => {
    const { left, width } = box.current!.getBoundingClientRect();
    return indexAt(event.clientX - left, count, width);
  };
  const x = xOf(at, count, kWidth);
  const aimed = pointed.value === null ? null : xOf(pointed.value, count, kWidth);
  return (
    <div class="chart-box">
      <Shares board={board} />
      <div
        class="chart"
        ref={box}
        role="slider"
        tabIndex={0}
        aria-label={t(Message.kWebStudyGraph)}
        aria-valuemin={0}
        aria-valuemax={turns.length}
        aria-valuenow={at}
        aria-valuetext={valueText(props)}
        onClick={(event) => onGo(under(event))}
        onPointerMove={(event) => {
          pointed.value = under(event);
          if (event.buttons === 1) onGo(under(event));
        }}
        onPointerLeave={() => (pointed.value = null)}
        onKeyDown={(event) => {
          const wanted = keyStep(event.key, at, turns.length);
          if (wanted === null || event.ctrlKey || event.altKey || event.metaKey) return;
          event.preventDefault();
          onGo(wanted);
        }}
      >
        <svg viewBox={`0 0 ${kWidth} ${kHeight}`} preserveAspectRatio="none" aria-hidden="true">
          {drawn.areas.map((area, i) => (
            <polygon key={i} class={fillOf(board, i + 1)} points={area} />
          ))}
          <line class="chart-half" x1="0" y1={kHeight / 2} x2={kWidth} y2={kHeight / 2} />
          {drawn.line && <polyline class="chart-line" points={drawn.line} />}
          {drawn.bars.map((bar) => (
            <rect
              key={bar.turn}
              class={`chart-bar glyph-${turns[bar.turn - 1]?.glyph ?? 0}`}
              x={bar.x}
              y={bar.y}
              width={bar.width}
              height={bar.height}
            />
          ))}
          <line class="chart-cursor" x1={x} y1="0" x2={x} y2={kHeight} />
          {aimed !== null && <line class="chart-aim" x1={aimed} y1="0" x2={aimed} y2={kHeight} />}
        </svg>
      </div>
      <Turns last={turns.length} />
      <p class="chart-value" aria-hidden="true">
        {valueText({ ...props, at: pointed.value ?? at })}
      </p>
      <Legend board={board} bars={drawn.bars.length > 0} />
    </div>
  );
}
