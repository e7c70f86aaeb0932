// The board of an explorer with what belongs to it: prompt, draft, buttons to walk with.
import { effect, untracked, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { boardInfo, optionsText, type BoardInfo, type Options } from '../api';
import { useKeys } from '../app_keys';
import { alarm, say } from '../app_live';
import { lazily } from '../app_lazy';
import { Board } from '../board/board';
import { Chips } from '../board/chips';
import { coloursOf } from '../board/colours';
import { kNoChoice, type Candidate, type Choice, type Query } from '../board/types';
import { errorWords } from '../errors';
import { capital, Message, t } from '../i18n';
import { Arrows } from '../play/arrows';
import { TypedTurn } from '../play/typed_turn';
import { attacked, toggle, view3d } from '../settings';
import type { Explorer } from './explorer';
import * as trees from './tree';
import { useWheel, type WheelStep } from './use_wheel';

const PegPanel = lazily(async () => (await import('../board/peg_editor')).PegPanel);

/** The board of a game with options; null until it is known. */
export function useBoardInfo(game: string, options: Options, onError: (words: string) => void): BoardInfo | null {
  const key = `${game} ${optionsText(options)}`;
  const info = useSignal<{ key: string; board: BoardInfo } | null>(null);
  useEffect(() => {
    let gone = false;
    boardInfo(game, options).then(
      (board) => {
        if (!gone) info.value = { key, board };
      },
      (error: unknown) => {
        if (!gone) onError(errorWords(error));
      },
    );
    return () => {
      gone = true;
    };
  }, [key]);
  return info.value?.key === key ? info.value.board : null;
}

// What needs the board of a game, once it is known; until then that it is on its way, or why it does not come.
export function WithBoard({ game, options, children }: WithBoardProps) {
  const problem = useSignal('');
  const board = useBoardInfo(game, options, (words) => {
    problem.value = words;
  });
  if (problem.value)
    return (
      <p class="notice error" role="alert">
        {problem}
      </p>
    );
  return board ? children(board) : <p class="notice">{t(Message.kWebLoading)}</p>;
}

interface WithBoardProps {
  game: string;
  options: Options;
  children: (board: BoardInfo) => ComponentChildren;
}

interface StageProps {
  explorer: Explorer;
  board: BoardInfo;
  label: string;
  flipped: boolean;
  active: boolean;
  candidates?: readonly Candidate[];
  onQuery?: (query: Query) => void;
  onWheel?: (by: WheelStep) => boolean; // while a line is looked at
  above?: ComponentChildren;
  below?: ComponentChildren;
  walk?: boolean; // buttons to step through the turns; there unless false
  still?: boolean; // the reader is asked about this position and has to stay
}

// The steps of the turn so far; a click returns to before that step.
function Draft({ explorer }: { explorer: Explorer }) {
  const draft = explorer.draft.value;
  if (draft.length === 0) return null;
  const view = explorer.drafted.value;
  return (
    <div class="draft" role="group" aria-label={t(Message.kWebDraft)}>
      {draft.map((action, i) => {
        // What a step does is known once the server has answered.
        const words = view?.draft[i] === action && view.draft_words[i];
        const name = `${t(Message.kWebStudyDraftBack, i + 1)}: ${words ? `${action}, ${words}` : action}`;
        return (
          <button
            type="button"
            class="button small chip"
            key={i}
            onClick={() => explorer.returnTo(i)}
            title={name}
            aria-label={name}
          >
            {action}
          </button>
        );
      })}
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
  const words =
    ahead > 0
      ? t(Message.kWebStudyPreview, ahead)
      : view && view.outcome.result !== 'none'
        ? outcomeWords(explorer)
        : (view?.prompt ?? '');
  return (
    <p class={ahead > 0 ? 'prompt preview' : 'prompt'}>
      {capital(words)}
      {explorer.problem.value && <span class="problem">{explorer.problem.value}</span>}
    </p>
  );
}

function Walk({ explorer, still }: { explorer: Explorer; still: boolean }) {
  const tree = explorer.tree.value;
  const go = (by: number): void => {
    const far = Math.abs(by) > 1;
    explorer.change(
      by < 0 ? (far ? trees.toStart(tree) : trees.back(tree)) : far ? trees.toEnd(tree) : trees.forward(tree),
    );
  };
  return (
    <div class="walk" role="group" aria-label={t(Message.kWebStudyWalk)}>
      <Arrows
        atStart={still || tree.cursor === trees.kRoot}
        atEnd={still || trees.current(tree).children.length === 0}
        onBy={go}
      />
    </div>
  );
}

/** Where the reader has come to is said, also when the board was not touched. */
export function useSaidTurns(explorer: Explorer): void {
  // At once, so that whatever led there may say something better afterwards.
  useEffect(() => {
    let last = explorer.tree.value.cursor;
    return effect(() => {
      const tree = explorer.tree.value;
      if (tree.cursor === last) return;
      last = tree.cursor;
      if (document.activeElement?.matches('[role=slider]')) return; // it says by itself where it is
      const at = trees.path(tree).length;
      const spokenTurn = (): string =>
        [trees.current(tree).turn, explorer.words.value.get(tree.cursor)].filter(Boolean).join(', ');
      const all = at + trees.mainline(tree, tree.cursor).length - (at > 0 ? 1 : 0);
      untracked(() =>
        say(at === 0 ? t(Message.kWebStudyTreeStart) : t(Message.kWebStudySaidTurn, at, all, spokenTurn())),
      );
    });
  }, []);
}

export function Stage(props: StageProps) {
  const {
    explorer,
    board,
    label,
    flipped,
    active,
    candidates,
    onQuery,
    above,
    below,
    walk = true,
    still = false,
  } = props;
  const view = explorer.shown.value;
  const looking = explorer.preview.value.length > 0;
  const startLegal = explorer.here.value?.legal;
  const box = useRef<HTMLDivElement>(null);
  const replays = useSignal(0);
  const choice = useSignal<Choice>(kNoChoice);
  const choose = (next: Choice): void => {
    choice.value = next;
  };
  useKeys({
    R: () => {
      replays.value += 1;
    },
  });
  useEffect(() => {
    if (explorer.problem.value) alarm(explorer.problem.value);
  }, [explorer.problem.value]);
  useWheel(box, (by) => looking && (props.onWheel?.(by) ?? false));
  const taps = {
    choice: choice.value,
    onChoice: choose,
    onAction: explorer.act,
    onRestart: explorer.restart,
    onBack: explorer.cancel,
    ...(startLegal ? { startLegal } : {}),
  };
  return (
    <div class="stage">
      {above && <div class="stage-above">{above}</div>}
      <div class="board-place" ref={box}>
        {view ? (
          <Board
            board={board}
            view={view}
            label={label}
            flipped={flipped}
            active={active && !looking}
            three={view3d.value === 'on'}
            attacked={attacked.value === 'on'}
            replay={replays.value}
            onSay={say}
            chips={false}
            {...taps}
            {...(candidates && !looking ? { candidates } : {})}
            {...(onQuery ? { onQuery } : {})}
          />
        ) : (
          <p class="notice">{explorer.problem.value || t(Message.kWebLoading)}</p>
        )}
      </div>
      {view && active && board.holes.length > 0 && (
        <div class="stage-pegs">
          <PegPanel
            board={board}
            view={view}
            {...taps}
            active={!looking}
            flipped={flipped}
            colours={coloursOf(board)}
          />
        </div>
      )}
      <Prompt explorer={explorer} />
      {view && active && !looking && <Chips board={board} view={view} {...taps} />}
      <Draft explorer={explorer} />
      <div class="row controls">
        {walk && <Walk explorer={explorer} still={still} />}
        {active && explorer.drafted.value && (
          <TypedTurn view={explorer.drafted.value} onLine={(line) => explorer.typed(line)} />
        )}
      </div>
      {below && <div class="stage-below">{below}</div>}
    </div>
  );
}

/** Flip and 3D: the same two buttons on every screen with a board. */
export function BoardButtons({ flipped, onFlip }: { flipped: boolean; onFlip: () => void }) {
  return (
    <>
      <button type="button" class="button small" aria-pressed={flipped} onClick={onFlip}>
        {t(Message.kWebFlip)}
      </button>
      <button type="button" class="button small" aria-pressed={view3d.value === 'on'} onClick={() => toggle(view3d)}>
        {t(Message.kWebStudyThree)}
      </button>
    </>
  );
}
