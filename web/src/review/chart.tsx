// The graph of chances with bars for what turns lost, and the same as a table.
import { Fragment } from 'preact';
import { useRef } from 'preact/hooks';
import type { BoardInfo } from '../api';
import { chanceWords } from '../analysis/bar';
import { percents } from '../analysis/lines';
import { capital, t } from '../i18n';
import { glyphText, glyphWords } from '../tree/glyphs';
import { fillOf, playerName } from '../tree/players';
import { points } from '../tree/points';
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

interface Props {
  board: BoardInfo;
  turns: readonly PlayedTurn[];
  at: number; // how many turns have been played in what is shown
  onGo: (turn: number) => void;
}

function chancesAlong(turns: readonly PlayedTurn[]): (readonly number[] | null)[] {
  return [turns[0]?.before ?? null, ...turns.map((turn) => turn.after)];
}

function valueText({ board, turns, at }: Props): string {
  const turn = turns[at - 1];
  const chances = chancesAlong(turns)[at];
  return [
    !turn ? t('kWebStudyTreeStart')
      : turn.player === 0 ? t('kWebStudySaidTurn', at, turns.length, turn.turn)
      : t('kWebStudyTurnOf', at, playerName(board, turn.player), turn.turn),
    chances ? chanceWords(board, chances) : '',
    turn?.glyph ? glyphWords([turn.glyph]) : '',
  ].filter(Boolean).join(', ');
}

function keyStep(key: string, at: number, last: number): number | null {
  switch (key) {
    case 'ArrowLeft': case 'ArrowDown': return Math.max(0, at - 1);
    case 'ArrowRight': case 'ArrowUp': return Math.min(last, at + 1);
    case 'PageDown': return Math.max(0, at - 10);
    case 'PageUp': return Math.min(last, at + 10);
    case 'Home': return 0;
    case 'End': return last;
    default: return null;
  }
}

// Whose part of the picture is whose, from the top down as they lie in it.
function Legend({ board, bars }: { board: BoardInfo; bars: boolean }) {
  const players = board.colours.map((_, i) => board.players - i);
  return (
    <p class="chart-legend hint">
      {players.map((player) => (
        <span key={player} class="chances-share">
          <svg class="dot" viewBox="0 0 10 10" aria-hidden="true"><circle class={fillOf(board, player)} cx="5" cy="5" r="4.5" /></svg>
          {playerName(board, player)}
        </span>
      ))}
      {bars && <span>{t('kWebStudyGraphBars')}</span>}
    </p>
  );
}

export function Chart(props: Props) {
  const { board, turns, at, onGo } = props;
  const box = useRef<HTMLDivElement>(null);
  const count = turns.length + 1;
  const drawn = graph({ chances: chancesAlong(turns), losses: turns, width: kWidth, height: kHeight });
  const go = (event: PointerEvent | MouseEvent): void => {
    const { left, width } = box.current!.getBoundingClientRect();
    onGo(indexAt(event.clientX - left, count, width));
  };
  const x = xOf(at, count, kWidth);
  return (
    <div>
      <div class="chart" ref={box} role="slider" tabIndex={0} aria-label={t('kWebStudyGraph')}
           aria-valuemin={0} aria-valuemax={turns.length} aria-valuenow={at} aria-valuetext={valueText(props)}
           onClick={go} onPointerMove={(event) => { if (event.buttons === 1) go(event); }}
           onKeyDown={(event) => {
             const wanted = keyStep(event.key, at, turns.length);
             if (wanted === null || event.ctrlKey || event.altKey || event.metaKey) return;
             event.preventDefault();
             onGo(wanted);
           }}>
        <svg viewBox={`0 0 ${kWidth} ${kHeight}`} preserveAspectRatio="none" aria-hidden="true">
          {drawn.areas.map((area, i) => <polygon key={i} class={fillOf(board, i + 1)} points={area} />)}
          <line class="chart-half" x1="0" y1={kHeight / 2} x2={kWidth} y2={kHeight / 2} />
          {drawn.line && <polyline class="chart-line" points={drawn.line} />}
          {drawn.bars.map((bar) => (
            <rect key={bar.turn} class={`chart-bar glyph-${turns[bar.turn - 1]?.glyph ?? 0}`}
                  x={bar.x} y={bar.y} width={bar.width} height={bar.height} />
          ))}
          <line class="chart-cursor" x1={x} y1="0" x2={x} y2={kHeight} />
        </svg>
      </div>
      <Legend board={board} bars={drawn.bars.length > 0} />
    </div>
  );
}

// Where space is short, a turn of several actions goes on below after one of them.
const Actions = ({ turn }: { turn: string }) => (
  <>
    {turn.split(',').map((action, i, { length }) => (
      <Fragment key={i}><span class="action">{action}{i + 1 < length && ','}</span><wbr /></Fragment>
    ))}
  </>
);

export function ChartTable({ board, turns, at, onGo }: Props) {
  return (
    <details class="drawer">
      <summary>{t('kWebStudyAsTable')}</summary>
      <div class="scroll" tabIndex={0} role="group" aria-label={t('kWebStudyAsTable')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{capital(t('kReviewTurn'))}</th>
              <th scope="col">{capital(t('kReviewPlayer'))}</th>
              <th scope="col">{capital(t('kReviewPlayed'))}</th>
              {board.colours.map((_, i) => <th key={i} scope="col" class="number">{playerName(board, i + 1)}</th>)}
              <th scope="col" class="number">{capital(t('kReviewLoss'))}</th>
              <th scope="col">{capital(t('kReviewMark'))}</th>
            </tr>
          </thead>
          <tbody>
            {turns.map((turn) => (
              <tr key={turn.number} aria-current={turn.number === at ? 'true' : undefined}>
                <td class="number">{turn.number}</td>
                <td>{turn.player ? playerName(board, turn.player) : ''}</td>
                <td><button type="button" class="link" onClick={() => onGo(turn.number)}><Actions turn={turn.turn} /></button></td>
                {board.colours.map((_, i) => (
                  <td key={i} class="number">{turn.after ? `${percents(turn.after)[i]} %` : ''}</td>
                ))}
                <td class="number">{turn.after ? points(turn.loss) : ''}</td>
                <td>{glyphText([turn.glyph])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
