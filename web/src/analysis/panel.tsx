// The engine's side of the screen: switches, the best lines, and looking along them.
import type { Signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { BoardInfo, AnalysisLine } from '../api';
import { Toggle } from '../app_switch';
import { Message, t } from '../i18n';
import { playerName } from '../tree/players';
import { points } from '../tree/points';
import { useWheel } from '../tree/use_wheel';
import { kBudgets } from './cache';
import { kMostLines, type Engine } from './engine';
import { kMostPlies, percents, rows, turnsOf, wholeTurn, type Row } from './lines';
import type { Model } from './model';
import { provenWords } from './bar';
import { Terms } from './terms';

interface Props {
  model: Model;
  onAddLine: (line: AnalysisLine) => void;
}

function Status({ engine }: { engine: Engine }) {
  const found = engine.found.value;
  const words =
    engine.problem.value ||
    (!engine.on.value
      ? t(Message.kWebStudyEngineOff)
      : engine.working.value
        ? engine.waiting.value > 0
          ? t(Message.kWebStudyWaiting, engine.waiting.value, engine.wait.value)
          : t(Message.kWebStudyWorking)
        : found
          ? t(Message.kWebStudyIdle, found.time / 1000)
          : '');
  return (
    <p class="engine-status">
      {engine.working.value && <span class="spinner" aria-hidden="true" />}
      <span data-testid="engine-status">{words}</span>
    </p>
  );
}

// "White 62 %", whoever moves; with three players the shares of all, in the order of the bar.
function winWords(board: BoardInfo, line: AnalysisLine, toMove: number): string {
  if (line.proven) return provenWords(board, line, toMove);
  const shares = percents(line.chances);
  return shares.length === 2 ? `${playerName(board, 1)} ${shares[0]} %` : `${shares.join(' · ')} %`;
}

function LineRow({ row, model, onAddLine }: Props & { row: Row }) {
  const { explorer, engine, board, looking, toMove } = model;
  const { line } = row;
  const item = useRef<HTMLLIElement>(null);
  const seen = looking.value && wholeTurn(looking.value.line) === row.turn ? looking.value.plies : 0;
  useWheel(item, (by) => model.wheel(by, line));
  // What stands before the moves leaves them little room.
  const long = row.turn.includes(',') || line.proven || line.chances.length > 2;
  // The mouse may go to the board while the line is focused: the preview stays.
  const leave = (event: MouseEvent): void => {
    model.pointerMoved(event);
    if (!item.current?.contains(document.activeElement)) model.look(null);
  };
  return (
    <li
      ref={item}
      class={`engine-line${row.few ? ' few' : ''}${long ? ' long' : ''}`}
      onMouseMove={(event) => {
        if (model.pointerMoved(event) && seen === 0) model.look(line);
      }}
      onMouseLeave={leave}
    >
      <button
        type="button"
        class="engine-turn"
        onFocus={() => model.look(line)}
        onBlur={() => model.look(null)}
        onClick={() => explorer.play(row.turn)}
        data-turn={row.turn}
      >
        <span class={row.rank === 1 ? 'rank best' : 'rank'}>{row.rank}</span>
        <span class="engine-win">{winWords(board, line, toMove)}</span>
        <span class="engine-loss">{row.loss >= 0.05 ? `−${points(row.loss)}` : ''}</span>
        <span class="engine-moves">
          {turnsOf(line)
            .slice(0, engine.lineLength.value)
            .map((turn, i) => (
              <span key={i} class={i < seen ? 'ply seen' : 'ply'}>
                {turn}{' '}
              </span>
            ))}
        </span>
      </button>
      <button
        type="button"
        class="engine-add"
        onClick={() => onAddLine(line)}
        aria-label={t(Message.kWebStudyAddLine, row.rank)}
        title={t(Message.kWebStudyAddLine, row.rank)}
      >
        +
      </button>
    </li>
  );
}

function NumberField({ label, value, most }: { label: string; value: Signal<number>; most: number }) {
  return (
    <label class="entry">
      {label}
      <input
        type="number"
        min={1}
        max={most}
        value={value.value}
        onChange={(event) => {
          const wanted = Math.round(Number(event.currentTarget.value));
          value.value = Math.min(most, Math.max(1, wanted || 1));
          event.currentTarget.value = String(value.value);
        }}
      />
    </label>
  );
}

function Options({ engine }: { engine: Engine }) {
  return (
    <details class="engine-options">
      <summary>{t(Message.kWebStudyOptions)}</summary>
      <div class="row">
        <NumberField label={t(Message.kWebStudyLines)} value={engine.lineCount} most={kMostLines} />
        <NumberField label={t(Message.kWebStudyLength)} value={engine.lineLength} most={kMostPlies} />
        <label class="entry">
          {t(Message.kWebStudyTime)}
          <select
            value={engine.budget.value}
            onChange={(event) => {
              engine.budget.value = Number(event.currentTarget.value);
            }}
          >
            {kBudgets.map((budget) => (
              <option key={budget} value={budget}>
                {budget / 1000} s
              </option>
            ))}
          </select>
        </label>
      </div>
      <label class="tick">
        <input
          type="checkbox"
          checked={engine.nextOnly.value}
          onChange={(event) => {
            engine.nextOnly.value = event.currentTarget.checked;
          }}
        />
        {t(Message.kWebStudyNextOnly)}
      </label>
      <p class="hint">{t(Message.kWebStudyLegend)}</p>
    </details>
  );
}

export function Panel(props: Props) {
  const { engine, board, toMove } = props.model;
  const { on, hints } = engine;
  const analysis = engine.analysis.value;
  const lines = engine.lines.value;
  return (
    <section class="engine" aria-label={t(Message.kWebStudyEngine)}>
      <div class="engine-head">
        <Toggle
          on={on.value}
          onToggle={() => {
            on.value = !on.value;
          }}
        >
          {t(Message.kWebStudyEngine)} <kbd aria-hidden="true">E</kbd>
        </Toggle>
        <Toggle
          on={hints.value}
          onToggle={() => {
            hints.value = !hints.value;
          }}
        >
          {t(Message.kWebStudyHints)} <kbd aria-hidden="true">H</kbd>
        </Toggle>
        <button type="button" class="button small" disabled={!engine.canGoDeeper.value} onClick={() => engine.deeper()}>
          {t(Message.kWebStudyDeeper)}
        </button>
      </div>
      <Status engine={engine} />
      {hints.value && lines.length > 0 && (
        <ol class="engine-lines" aria-label={t(Message.kWebStudyBestLines)}>
          {rows(lines).map((row) => (
            <LineRow key={row.turn} row={row} {...props} />
          ))}
        </ol>
      )}
      {hints.value && analysis?.evaluation && <Terms board={board} evaluation={analysis.evaluation} toMove={toMove} />}
      <Options engine={engine} />
    </section>
  );
}
