// The board of an explorer with what belongs to it: prompt, draft, buttons to walk with.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { boardInfo, optionsText, type BoardInfo, type Options } from '../api';
import { alarm, say } from '../app_live';
import { Board } from '../board/board';
import type { Candidate, Query } from '../board/types';
import { errorWords } from '../errors';
import { capital, t } from '../i18n';
import { attacked, toggle, view3d } from '../settings';
import type { Explorer } from './explorer';
import * as trees from './tree';

/** The board of a game with options; null until it is known. */
export function useBoardInfo(game: string, options: Options, onError: (words: string) => void): BoardInfo | null {
  const key = `${game} ${optionsText(options)}`;
  const info = useSignal<{ key: string; board: BoardInfo } | null>(null);
  useEffect(() => {
    let gone = false;
    boardInfo(game, options).then(
      (board) => { if (!gone) info.value = { key, board }; },
      (error: unknown) => { if (!gone) onError(errorWords(error)); },
    );
    return () => { gone = true; };
  }, [key]);
  return info.value?.key === key ? info.value.board : null;
}

interface StageProps {
  explorer: Explorer;
  board: BoardInfo;
  label: string;
  flipped: boolean;
  active: boolean;
  candidates?: readonly Candidate[];
  onQuery?: (query: Query) => void;
  onWheel?: (by: 1 | -1) => void;
  above?: ComponentChildren;
  below?: ComponentChildren;
  walk?: boolean; // buttons to step through the turns; there unless false
}

// The steps of the turn so far; a click returns to before that step.
function Draft({ explorer }: { explorer: Explorer }) {
  const draft = explorer.draft.value;
  if (draft.length === 0) return null;
  return (
    <div class="draft" role="group" aria-label={t('kWebStudyDraft')}>
      {draft.map((action, i) => (
        <button type="button" class="button small chip" key={i} onClick={() => explorer.returnTo(i)}
                title={t('kWebStudyDraftBack', i + 1)}>
          <span class="unseen">{t('kWebStudyDraftBack', i + 1)}: </span>{action}
        </button>
      ))}
    </div>
  );
}

export function outcomeWords(explorer: Explorer): string {
  const view = explorer.shown.value;
  if (!view || view.outcome.result === 'none') return '';
  return capital(view.outcome.reason ?? '');
}

function Prompt({ explorer }: { explorer: Explorer }) {
  const view = explorer.shown.value;
  const ahead = explorer.preview.value.length;
  const words = ahead > 0 ? t('kWebStudyPreview', ahead)
    : view && view.outcome.result !== 'none' ? outcomeWords(explorer) : (view?.prompt ?? '');
  return (
    <p class={ahead > 0 ? 'prompt preview' : 'prompt'}>
      {capital(words)}
      {explorer.problem.value && <span class="problem" role="alert">{explorer.problem.value}</span>}
    </p>
  );
}

// Two triangles and a bar, whichever way.
const kArrows = {
  start: 'M5 5v14M20 5L9 12l11 7z',
  back: 'M17 5L6 12l11 7z',
  forward: 'M7 5l11 7-11 7z',
  end: 'M19 5v14M4 5l11 7-11 7z',
};

function Arrow({ to }: { to: keyof typeof kArrows }) {
  return <svg class="arrow" viewBox="0 0 24 24" aria-hidden="true"><path d={kArrows[to]} /></svg>;
}

export function Walk({ explorer }: { explorer: Explorer }) {
  const tree = explorer.tree.value;
  const go = (next: (tree: trees.Tree) => trees.Tree) => () => explorer.change(next(tree));
  const atStart = tree.cursor === trees.kRoot;
  const atEnd = trees.current(tree).children.length === 0;
  return (
    <div class="walk" role="group" aria-label={t('kWebStudyWalk')}>
      <button type="button" class="button small" onClick={go(trees.toStart)} disabled={atStart} aria-label={t('kWebStudyWalkStart')}><Arrow to="start" /></button>
      <button type="button" class="button small" onClick={go(trees.back)} disabled={atStart} aria-label={t('kWebStudyWalkBack')}><Arrow to="back" /></button>
      <button type="button" class="button small" onClick={go(trees.forward)} disabled={atEnd} aria-label={t('kWebStudyWalkForward')}><Arrow to="forward" /></button>
      <button type="button" class="button small" onClick={go(trees.toEnd)} disabled={atEnd} aria-label={t('kWebStudyWalkEnd')}><Arrow to="end" /></button>
    </div>
  );
}

export function Stage(props: StageProps) {
  const { explorer, board, label, flipped, active, candidates, onQuery, onWheel, above, below, walk = true } = props;
  const view = explorer.shown.value;
  const looking = explorer.preview.value.length > 0;
  const startLegal = explorer.here.value?.legal;
  useEffect(() => {
    if (explorer.problem.value) alarm(explorer.problem.value);
  }, [explorer.problem.value]);
  // Wheel events are passive where a component asks for them; the page must not scroll meanwhile.
  const wheel = onWheel && looking
    ? (event: WheelEvent) => onWheel(event.deltaY > 0 ? 1 : -1)
    : undefined;
  return (
    <div class="stage" {...(wheel ? { onWheel: wheel } : {})}>
      {above}
      {view
        ? <Board board={board} view={view} label={label} flipped={flipped} active={active && !looking}
                 three={view3d.value === 'on'} attacked={attacked.value === 'on'} onSay={say} onAction={explorer.act}
                 onRestart={explorer.restart} onBack={explorer.cancel}
                 {...(startLegal ? { startLegal } : {})}
                 {...(candidates && !looking ? { candidates } : {})}
                 {...(onQuery ? { onQuery } : {})} />
        : <p class="notice">{explorer.problem.value || t('kWebLoading')}</p>}
      <Prompt explorer={explorer} />
      <Draft explorer={explorer} />
      {walk && <Walk explorer={explorer} />}
      {below}
    </div>
  );
}

/** Flip and 3D: the same two buttons on every screen with a board. */
export function BoardButtons({ flipped, onFlip }: { flipped: boolean; onFlip: () => void }) {
  return (
    <>
      <button type="button" class="button small" aria-pressed={flipped} onClick={onFlip}>{t('kWebStudyFlip')}</button>
      <button type="button" class="button small" aria-pressed={view3d.value === 'on'} onClick={() => toggle(view3d)}>{t('kWebStudyThree')}</button>
    </>
  );
}
