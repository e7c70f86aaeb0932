// The engine's side of the screen: switches, the best lines, and looking along them.
import type { BoardInfo, AnalysisLine } from '../api';
import { t } from '../i18n';
import { language } from '../settings';
import type { Explorer } from '../tree/explorer';
import { kMostLines, type Engine } from './engine';
import { kMostPlies, rows, turnsOf, type Row } from './lines';
import type { Looking } from './model';
import { provenWords } from './bar';
import { Terms } from './terms';

interface Props {
  engine: Engine;
  explorer: Explorer;
  board: BoardInfo;
  looking: Looking | null;
  onLook: (line: AnalysisLine | null) => void;
  onAddLine: (line: AnalysisLine) => void;
}

const points = (value: number): string =>
  new Intl.NumberFormat(language.value, { maximumFractionDigits: 1 }).format(value);

function Switch({ on, onChange, label, keys }: { on: boolean; onChange: (on: boolean) => void; label: string; keys: string }) {
  return (
    <label class="switch">
      <span>{label} <kbd aria-hidden="true">{keys}</kbd></span>
      <input type="checkbox" role="switch" checked={on} onChange={(event) => onChange(event.currentTarget.checked)} />
    </label>
  );
}

function Status({ engine }: { engine: Engine }) {
  const found = engine.found.value;
  const words = engine.problem.value
    || (!engine.on.value ? t('kWebStudyEngineOff')
      : engine.working.value
        ? engine.waiting.value > 0 ? t('kWebStudyWaiting', engine.waiting.value) : t('kWebStudyWorking')
        : found ? t('kWebStudyIdle', points(found.time / 1000)) : '');
  return (
    <p class="engine-status">
      {engine.working.value && <span class="spinner" aria-hidden="true" />}
      <span data-testid="engine-status">{words}</span>
    </p>
  );
}

function LineRow({ row, explorer, board, looking, onLook, onAddLine }: Props & { row: Row }) {
  const { line } = row;
  const looked = looking?.line === line;
  const turns = turnsOf(line).slice(0, kMostPlies);
  const win = `${Math.round(line.chance * 100)} %`;
  const toMove = explorer.here.value?.to_move ?? 1;
  return (
    <li class={`engine-line${row.few ? ' few' : ''}${row.turn.includes(',') ? ' long' : ''}`}
        onMouseEnter={() => onLook(line)} onMouseLeave={() => onLook(null)}>
      <button type="button" class="engine-turn" onFocus={() => onLook(line)} onBlur={() => onLook(null)}
              onClick={() => explorer.play(row.turn)} data-turn={row.turn}>
        <span class={row.rank === 1 ? 'rank best' : 'rank'}>{row.rank}</span>
        <span class="engine-win">{line.proven ? provenWords(board, line, toMove) : win}</span>
        <span class="engine-loss">{row.loss >= 0.05 ? `−${points(row.loss)}` : ''}</span>
        <span class="engine-moves">
          {turns.map((turn, i) => (
            <span key={i} class={looked && i < (looking?.plies ?? 0) ? 'ply seen' : 'ply'}>{turn}{' '}</span>
          ))}
        </span>
      </button>
      <button type="button" class="engine-add" onClick={() => onAddLine(line)}
              aria-label={t('kWebStudyAddLine', row.rank)} title={t('kWebStudyAddLine', row.rank)}>+</button>
    </li>
  );
}

function Options({ engine }: { engine: Engine }) {
  return (
    <details class="engine-options">
      <summary>{t('kWebStudyOptions')}</summary>
      <label class="entry">
        {t('kWebStudyLines')}
        <input type="number" min={1} max={kMostLines} value={engine.lineCount.value}
               onChange={(event) => {
                 const wanted = Math.round(Number(event.currentTarget.value));
                 engine.lineCount.value = Math.min(kMostLines, Math.max(1, wanted || 1));
                 event.currentTarget.value = String(engine.lineCount.value);
               }} />
      </label>
      <label class="tick">
        <input type="checkbox" checked={engine.nextOnly.value}
               onChange={(event) => { engine.nextOnly.value = event.currentTarget.checked; }} />
        {t('kWebStudyNextOnly')}
      </label>
      <p class="hint">{t('kWebStudyLegend')}</p>
    </details>
  );
}

export function Panel(props: Props) {
  const { engine, explorer, board } = props;
  const analysis = engine.analysis.value;
  const lines = engine.lines.value;
  return (
    <section class="engine" aria-label={t('kWebStudyEngine')}>
      <div class="engine-head">
        <Switch on={engine.on.value} onChange={(on) => { engine.on.value = on; }} label={t('kWebStudyEngine')} keys="E" />
        <Switch on={engine.hints.value} onChange={(on) => { engine.hints.value = on; }} label={t('kWebStudyHints')} keys="H" />
        <button type="button" class="button small" disabled={!engine.canGoDeeper.value} onClick={() => engine.deeper()}>{t('kWebStudyDeeper')}</button>
      </div>
      <Status engine={engine} />
      {engine.hints.value && lines.length > 0 && (
        <ol class="engine-lines" aria-label={t('kWebStudyBestLines')}>
          {rows(lines).map((row) => <LineRow key={row.turn} row={row} {...props} />)}
        </ol>
      )}
      {engine.hints.value && analysis?.evaluation && (
        <Terms board={board} evaluation={analysis.evaluation} toMove={explorer.here.value?.to_move ?? 1} />
      )}
      <Options engine={engine} />
    </section>
  );
}
