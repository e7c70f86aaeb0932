// /learn/GAME: the rules as positions to solve. /learn: the choice of a game.
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { lessons, type BoardInfo, type Game, type Lesson, type View } from '../api';
import type { ScreenProps } from '../router';
import { useKeys } from '../app_keys';
import { say } from '../app_live';
import { spokenAnswer } from '../analysis/spoken';
import type { Query } from '../board/types';
import { errorWords } from '../errors';
import { Message, t } from '../i18n';
import { Rules } from '../play/rules';
import { focusTypedTurn } from '../play/typed_turn';
import { language, toggle, view3d } from '../settings';
import { ChooseGame } from '../tree/choose_game';
import { Explorer } from '../tree/explorer';
import { treeKeys } from '../tree/keys';
import { BoardButtons, Stage, WithBoard } from '../tree/stage';
import { addLine, emptyTree } from '../tree/tree';
import { useGame } from '../tree/use_game';
import { viewOf } from '../tree/views';
import { useKeptFocus } from './kept_focus';
import * as course from './lesson';
import { finish, isFinished } from './progress';
import { useShownCurrent } from './shown_current';

const treeOf = (lesson: Lesson, turns: readonly string[]) =>
  addLine(emptyTree({ game: lesson.game, options: lesson.options ?? {}, position: lesson.position ?? '' }), turns);

function feedback(now: course.Course): string {
  const step = course.task(now);
  switch (now.state) {
    case 'right':
      return step?.praise ?? '';
    case 'shown':
      return t(Message.kWebStudyLessonShown, step?.accept[0] ?? '', step?.praise ?? '');
    case 'wrong':
      return t(Message.kWebStudyLessonWrong);
    case 'done':
      return t(Message.kWebStudyLessonDone);
    default:
      return '';
  }
}

/** What is new after a step of the lesson: how it went, and then the hint or the next task. */
function news(before: course.Course, now: course.Course): string {
  const task = course.task(now);
  const hint = now.hint && course.isOpen(now) ? task?.hint : '';
  const asked = now.state === 'asked' && (now.step !== before.step || before.state === 'done') ? task?.task : '';
  return [feedback(now), hint, asked].filter(Boolean).join(' ');
}

function endOfView(view: View, mover: number): course.End {
  const { result } = view.outcome;
  return result === 'none' ? 'none' : result === `p${mover}win` ? 'won' : 'other';
}

const endOf = (explorer: Explorer): course.End =>
  explorer.drafted.value ? endOfView(explorer.drafted.value, explorer.here.value?.to_move ?? 1) : 'none';

const kMostActions = 16; // of a turn

/** The position after a whole turn that holds the answer; null where none was found. */
async function answered(explorer: Explorer, answer: string): Promise<View | null> {
  const draft: string[] = [];
  for (let i = 0; i < kMostActions; ++i) {
    const view = await viewOf({ ...explorer.request.value, draft: [...draft] });
    if (view.draft_state === 'complete') return view;
    const action = course.towards(answer, draft, view.legal);
    if (action === undefined) return null;
    draft.push(action);
  }
  return null;
}

interface LessonProps {
  lesson: Lesson;
  arrived: boolean; // by the button of the lesson before
  onNext: (() => void) | null;
}

function Exercise({ lesson, board, arrived, onNext }: LessonProps & { board: BoardInfo }) {
  const explorer = useMemo(() => new Explorer(treeOf(lesson, [])), []);
  const now = useSignal(course.begin(lesson));
  const flipped = useSignal(false);
  const flip = (): void => {
    flipped.value = !flipped.value;
  };
  useEffect(() => () => explorer.dispose(), []);
  const words = useRef<HTMLDivElement>(null);
  const keepFocus = useKeptFocus(words, arrived);
  const set = (next: course.Course): void => {
    keepFocus();
    const said = news(now.value, next);
    now.value = next;
    if (next.state === 'done') finish(lesson.game, lesson.id);
    if (said) say(said);
  };
  explorer.onTurn = (turn) => {
    const next = course.played(now.value, turn, endOf(explorer));
    if (next.state === 'right') explorer.change(treeOf(lesson, next.turns));
    else explorer.returnTo(0);
    set(next);
    return true;
  };
  const show = async (): Promise<void> => {
    const view = await answered(explorer, course.task(now.value)?.accept[0] ?? '');
    if (!view) return;
    const next = course.shown(now.value, view.draft.join(','), endOfView(view, explorer.here.value?.to_move ?? 1));
    explorer.change(treeOf(lesson, next.turns));
    set(next);
  };
  const again = (): void => {
    explorer.change(treeOf(lesson, []));
    set(course.begin(lesson));
  };
  useKeys(
    treeKeys((key) => {
      if (key === 'flip') flip();
      else if (key === 'three') toggle(view3d);
      else if (key === 'undo') return explorer.cancel();
      else return key === 'type' && focusTypedTurn();
      return true;
    }),
  );
  // While a task is open the best turn is the answer: only the hint is told.
  const answer = (query: Query): void => {
    const hint = course.isOpen(now.value) && query === 'best' ? course.task(now.value)?.hint : undefined;
    if (hint) say(hint);
    else void spokenAnswer(explorer, board, query);
  };
  const { state, step } = now.value;
  const task = course.task(now.value);
  const open = course.isOpen(now.value);
  return (
    <div class="study lesson">
      <div class="rail">
        <div class="lesson-words card" ref={words} role="group" aria-labelledby="lesson-title" tabIndex={-1}>
          <div class="lesson-text" tabIndex={0}>
            <h2 id="lesson-title">{lesson.title}</h2>
            {lesson.text
              .split('\n')
              .filter(Boolean)
              .map((each, i) => (
                <p key={i}>{each}</p>
              ))}
          </div>
          <div class="lesson-task">
            {task && (
              <p class="task">
                <strong>
                  {lesson.steps.length > 1
                    ? t(Message.kWebStudyTask, step + 1, lesson.steps.length)
                    : t(Message.kWebStudyTaskOne)}
                </strong>{' '}
                {task.task}
              </p>
            )}
            <p class={`feedback feedback-${state}`}>{feedback(now.value)}</p>
            {task && open && now.value.hint && <p class="hint">{task.hint}</p>}
            <div class="row">
              {open && !now.value.hint && task?.hint && (
                <button type="button" class="button small" onClick={() => set(course.hinted(now.value))}>
                  {t(Message.kWebStudyHint)}
                </button>
              )}
              {open && (
                <button type="button" class="button small" onClick={() => void show()}>
                  {t(Message.kWebStudyShowAnswer)}
                </button>
              )}
              {(state === 'right' || state === 'shown') && (
                <button type="button" class="button main" onClick={() => set(course.next(now.value))}>
                  {t(Message.kWebStudyContinue)}
                </button>
              )}
              {state === 'done' && onNext && (
                <button type="button" class="button main" onClick={onNext}>
                  {t(Message.kWebStudyNextLesson)}
                </button>
              )}
              {state === 'done' && (
                <a class="button" href={`/new/${lesson.game}`}>
                  {t(Message.kWebPlay)}
                </a>
              )}
              {(step > 0 || state === 'done') && (
                <button type="button" class="button small" onClick={again}>
                  {t(Message.kWebStudyOnceMore)}
                </button>
              )}
            </div>
          </div>
        </div>
      </div>
      <Stage
        explorer={explorer}
        board={board}
        label={lesson.title}
        flipped={flipped.value}
        active={open}
        walk={false}
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

function LessonBoard(props: LessonProps) {
  const { lesson } = props;
  return (
    <WithBoard game={lesson.game} options={lesson.options ?? {}}>
      {(board) => <Exercise {...props} board={board} />}
    </WithBoard>
  );
}

function LessonList({ list, at, onGo }: { list: readonly Lesson[]; at: number; onGo: (lesson: number) => void }) {
  const done = list.filter((lesson) => isFinished(lesson.game, lesson.id)).length;
  const row = useRef<HTMLOListElement>(null);
  useShownCurrent(row, at);
  return (
    <nav class="lessons" aria-label={t(Message.kWebStudyLessons)}>
      <p class="hint">{t(Message.kWebStudyLessonsDone, done, list.length)}</p>
      <ol ref={row}>
        {list.map((lesson, i) => (
          <li key={lesson.id}>
            <button
              type="button"
              class="lesson-link"
              title={lesson.title}
              aria-current={i === at ? 'step' : undefined}
              onClick={() => onGo(i)}
            >
              <span class="tick-mark" aria-hidden="true">
                {isFinished(lesson.game, lesson.id) ? '✓' : i + 1}
              </span>
              <span class="lesson-name">{lesson.title}</span>
              {isFinished(lesson.game, lesson.id) && <span class="unseen"> ({t(Message.kWebStudyFinished)})</span>}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Lessons({ game }: { game: Game }) {
  const list = useSignal<{ language: string; lessons: readonly Lesson[] } | null>(null);
  const problem = useSignal('');
  const at = useSignal(0);
  const arrived = useRef(false);
  useEffect(() => {
    let gone = false;
    lessons(game.name).then(
      (found) => {
        if (gone) return;
        list.value = { language: language.value, lessons: found.lessons };
        const first = found.lessons.findIndex((lesson) => !isFinished(lesson.game, lesson.id));
        if (at.value === 0 && first > 0) at.value = first;
      },
      (error: unknown) => {
        if (!gone) problem.value = errorWords(error);
      },
    );
    return () => {
      gone = true;
    };
  }, [game.name, language.value]);
  if (problem.value)
    return (
      <p class="notice error" role="alert">
        {problem}
      </p>
    );
  const known = list.value;
  const lesson = known?.lessons[at.value];
  if (!known) return <p class="notice">{t(Message.kWebLoading)}</p>;
  if (!lesson) return <p class="notice">{t(Message.kWebStudyNoLessons)}</p>;
  const last = at.value + 1 >= known.lessons.length;
  const go = (next: number, byButton: boolean): void => {
    arrived.current = byButton;
    at.value = next;
  };
  return (
    <div class="study lessoned">
      <div class="lesson-head">
        <LessonList list={known.lessons} at={at.value} onGo={(next) => go(next, false)} />
      </div>
      <LessonBoard
        key={lesson.id + known.language}
        lesson={lesson}
        arrived={arrived.current}
        onNext={last ? null : () => go(at.value + 1, true)}
      />
      <details class="drawer rules-drawer">
        <summary>{t(Message.kWebRules)}</summary>
        <Rules game={game.name} />
      </details>
    </div>
  );
}

// How many lessons of a game have been finished here.
function Finished({ game }: { game: string }) {
  const all = useSignal<readonly Lesson[]>([]);
  useEffect(() => {
    lessons(game).then(
      (found) => {
        all.value = found.lessons;
      },
      () => undefined, // the choice works without
    );
  }, [game, language.value]);
  if (all.value.length === 0) return null;
  const done = all.value.filter((lesson) => isFinished(game, lesson.id)).length;
  return <span class="choose-more">{t(Message.kWebStudyLessonsDone, done, all.value.length)}</span>;
}

export default function LearnScreen({ route }: ScreenProps) {
  const game = useGame(route.name);
  return (
    <div class="page study-page">
      <h1>{game ? t(Message.kWebStudyLearnTitle, game.title) : t(Message.kWebLearn)}</h1>
      {!route.name ? (
        <ChooseGame to="/learn" intro={Message.kWebStudyLearnIntro} more={(one) => <Finished game={one.name} />} />
      ) : game ? (
        <Lessons key={game.name} game={game} />
      ) : (
        <p class="notice">{t(Message.kWebLoading)}</p>
      )}
    </div>
  );
}
