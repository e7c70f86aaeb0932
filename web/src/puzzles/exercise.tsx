// A puzzle on the board: its task, what was tried, and the solution.
import { effect, untracked, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { BoardInfo, Puzzle } from '../api';
import { useKeys } from '../app_keys';
import { say } from '../app_live';
import { spokenAnswer } from '../analysis/spoken';
import type { Query } from '../board/types';
import { gameTitle } from '../games';
import { Message, t } from '../i18n';
import { useKeptFocus } from '../learn/kept_focus';
import { focusTypedTurn } from '../play/typed_turn';
import { toggle, view3d } from '../settings';
import { Explorer } from '../tree/explorer';
import { treeKeys } from '../tree/keys';
import { linkText } from '../tree/link_text';
import { playerName } from '../tree/players';
import { BoardButtons, Stage, useSaidTurns, WithBoard } from '../tree/stage';
import * as trees from '../tree/tree';
import * as attempts from './attempt';

export interface ExerciseProps {
  puzzle: Puzzle;
  title: string;
  arrived: boolean; // by the button of the puzzle before
  onDone: (how: attempts.How) => void;
  onNext: (() => void) | null;
}

const start = ({ game, options, position }: Puzzle): trees.Tree => trees.emptyTree({ game, options, position });

/** The line of the solution, after its first turn. */
function solved(puzzle: Puzzle): trees.Tree {
  const line = trees.addLine(start(puzzle), puzzle.line);
  return trees.goTo(line, trees.mainline(line)[0]?.id ?? trees.kRoot);
}

function feedback({ state, tries, puzzle }: attempts.Attempt): string {
  if (state === 'wrong') return t(Message.kWebPuzzleWrong);
  if (state === 'shown') return t(Message.kWebPuzzleShown, puzzle.answer);
  if (state !== 'right') return '';
  return tries === 0 ? t(Message.kWebPuzzleRight) : t(Message.kWebPuzzleRightLater, tries + 1);
}

function walked(tree: trees.Tree, key: string): trees.Tree {
  const ways: Record<string, (tree: trees.Tree) => trees.Tree> = {
    back: trees.back,
    forward: trees.forward,
    start: trees.toStart,
    end: trees.toEnd,
  };
  return ways[key]?.(tree) ?? tree;
}

// The turns of the solution in words; each is a way to its position.
function Solution({ explorer, puzzle, board }: { explorer: Explorer; puzzle: Puzzle; board: BoardInfo }) {
  const tree = explorer.tree.value;
  return (
    <ol class="solution" aria-label={t(Message.kWebPuzzleSolution)}>
      {trees.mainline(tree).map((node, i) => (
        <li key={node.id}>
          <button
            type="button"
            class="link"
            aria-current={node.id === tree.cursor ? 'step' : undefined}
            onClick={() => explorer.change(trees.goTo(explorer.tree.value, node.id))}
          >
            <b>{node.turn}</b>
          </button>{' '}
          {i === 0 && `${playerName(board, puzzle.to_move)} `}
          {puzzle.words[i] ?? ''}
        </li>
      ))}
    </ol>
  );
}

function OnBoard({ puzzle, title, arrived, onDone, onNext, board }: ExerciseProps & { board: BoardInfo }) {
  const explorer = useMemo(() => new Explorer(start(puzzle)), []);
  const now = useSignal(attempts.begin(puzzle));
  const flipped = useSignal(false);
  const flip = (): void => {
    flipped.value = !flipped.value;
  };
  const words = useRef<HTMLDivElement>(null);
  const keepFocus = useKeptFocus(words, arrived);
  useSaidTurns(explorer);
  const set = (next: attempts.Attempt): void => {
    if (next === now.value) return;
    keepFocus();
    now.value = next;
    if (next.state === 'wrong') explorer.returnTo(0);
    else explorer.change(solved(puzzle));
    const how = attempts.howOf(next);
    if (how) onDone(how);
    // After what the change of position makes others say.
    const news = [feedback(next), how ? (puzzle.words[0] ?? '') : ''].filter(Boolean).join(' ');
    queueMicrotask(() => say(news));
  };
  useEffect(() => {
    // The first action decides, as the server spells it; a turn may need more.
    const stop = effect(() => {
      const first = explorer.drafted.value?.draft[0];
      if (first !== undefined) untracked(() => set(attempts.tried(now.value, first)));
    });
    return () => {
      stop();
      explorer.dispose();
    };
  }, []);
  const open = attempts.isOpen(now.value);
  useKeys(
    treeKeys((key) => {
      if (key === 'flip') flip();
      else if (key === 'three') toggle(view3d);
      else if (key === 'type') return focusTypedTurn();
      else if (open) return false;
      else {
        const tree = walked(explorer.tree.value, key);
        if (tree === explorer.tree.value) return false;
        explorer.change(tree);
      }
      return true;
    }),
  );
  // While the puzzle is open the best turn is the answer, and the chances would tell it.
  const answer = (query: Query): void => {
    if (attempts.isOpen(now.value)) say(t(Message.kWebPuzzleTask, playerName(board, puzzle.to_move)));
    else void spokenAnswer(explorer, board, query);
  };
  const { state } = now.value;
  return (
    <div class="study lesson">
      <div class="rail">
        <div class="lesson-words card" ref={words} role="group" aria-labelledby="puzzle-title" tabIndex={-1}>
          <div class="lesson-text" tabIndex={0}>
            <h2 id="puzzle-title">{title}</h2>
            <p class="hint">
              {gameTitle(puzzle.game)} · {t(Message.kWebPuzzleGrade, puzzle.grade)}
            </p>
            {!open && <Solution explorer={explorer} puzzle={puzzle} board={board} />}
          </div>
          <div class="lesson-task">
            {open && <p class="task">{t(Message.kWebPuzzleTask, playerName(board, puzzle.to_move))}</p>}
            <p class={`feedback feedback-${state}`}>{feedback(now.value)}</p>
            <div class="row">
              {open && (
                <button type="button" class="button small" onClick={() => set(attempts.shown(now.value))}>
                  {t(Message.kWebPuzzleShow)}
                </button>
              )}
              {!open && onNext && (
                <button type="button" class="button main" onClick={onNext}>
                  {t(Message.kWebPuzzleNext)}
                </button>
              )}
              {!open && (
                <a class="button" href={`/analyse/${puzzle.game}#${linkText(puzzle, '', 0)}`}>
                  {t(Message.kWebAnalyse)}
                </a>
              )}
              <a class="button small" href={`/puzzles/${puzzle.id}`}>
                {t(Message.kWebPuzzleLink)}
              </a>
            </div>
          </div>
        </div>
      </div>
      <Stage
        explorer={explorer}
        board={board}
        label={title}
        flipped={flipped.value}
        active={open}
        walk={!open}
        onQuery={answer}
        below={
          <div class="row">
            <BoardButtons flipped={flipped.value} onFlip={flip} />
          </div>
        }
      />
    </div>
  );
}

export function Exercise(props: ExerciseProps) {
  const { game, options } = props.puzzle;
  return (
    <WithBoard game={game} options={options}>
      {(board) => <OnBoard {...props} board={board} />}
    </WithBoard>
  );
}
