// /review/ID: what happened in a finished game. /review: the same of a record that was handed over.
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { boardInfo, exportRecord, tableRecord, type BoardInfo } from '../api';
import type { ScreenProps } from '../router';
import { useKeys } from '../app_keys';
import { lazily } from '../app_lazy';
import { alarm } from '../app_live';
import { Bar } from '../analysis/bar';
import { errorWords } from '../errors';
import { Message, t } from '../i18n';
import { navigate } from '../router';
import { download } from '../tree/download';
import { handOver, takeOver } from '../tree/handover';
import { treeKeys } from '../tree/keys';
import type { GameRecord } from '../tree/record';
import { BoardButtons, Stage, useSaidTurns } from '../tree/stage';
import { TreeView } from '../tree/tree_view';
import { useGame } from '../tree/use_game';
import { Session } from './session';
import type { Subject } from './work';

// What is shown when the first answers have come.
const Chart = lazily(async () => (await import('./chart')).Chart);
const Progress = lazily(async () => (await import('./progress')).Progress);
const Mistake = lazily(async () => (await import('./mistakes')).Mistake);
const Mistakes = lazily(async () => (await import('./mistakes')).Mistakes);
const ChartTable = lazily(async () => (await import('./chart_table')).ChartTable);
const Import = lazily(async () => (await import('../analysis/share')).Import);

async function save(record: GameRecord): Promise<void> {
  try {
    const { text } = await exportRecord(record, 'pgn');
    download(new Blob([text], { type: 'text/plain' }), `${record.game}-review.pgn`);
  } catch (error) {
    alarm(errorWords(error));
  }
}

// The button that was pressed goes away with the variation: the keyboard goes on at the graph.
function leave(session: Session): void {
  document.querySelector<HTMLElement>('.chart')?.focus({ preventScroll: true });
  session.backToGame();
}

function ReviewStage({ session, title, boxed }: { session: Session; title: string; boxed: boolean }) {
  const { explorer, board, flipped, trainer } = session;
  return (
    <Stage
      explorer={explorer}
      board={board}
      label={title}
      flipped={flipped.value}
      active={true}
      still={trainer.hidden}
      candidates={session.marks.value}
      onQuery={(query) => void session.answer(query)}
      above={<Bar board={board} chances={session.chances} best={undefined} toMove={1} />}
      below={
        <div class="row">
          <BoardButtons
            flipped={flipped.value}
            onFlip={() => {
              flipped.value = !flipped.value;
            }}
          />
          <button type="button" class="button small" onClick={() => session.mistake(-1)}>
            {t(Message.kWebStudyMistakeBefore)}
          </button>
          <button type="button" class="button small" onClick={() => session.mistake(1)}>
            {t(Message.kWebStudyMistakeNext)} <kbd aria-hidden="true">N</kbd>
          </button>
          {session.away.value && !boxed && (
            <button type="button" class="button small" onClick={() => leave(session)}>
              {t(Message.kWebStudyBackToGame)}
            </button>
          )}
        </div>
      }
    />
  );
}

function Review({ board, title, record, subject }: Loaded & { title: string }) {
  const session = useMemo(() => new Session(board, record, subject), []);
  useEffect(() => () => session.dispose(), []);
  useKeys(treeKeys((key) => session.press(key)));
  useSaidTurns(session.explorer);
  const tabled = useSignal(false);
  const { explorer, trainer, work, shown, node } = session;
  const boxed = shown !== undefined && shown.glyph !== 0;
  const graph = { board, turns: session.turns.value, at: session.at.value, onGo: (turn: number) => session.go(turn) };
  return (
    <div class="study review">
      <ReviewStage session={session} title={title} boxed={boxed} />
      <div class="rail">
        <Progress work={work} />
        <Chart {...graph} />
        {boxed && (
          <Mistake
            turn={shown}
            retry={trainer.retry.value}
            away={session.away.value}
            onRetry={() => session.tryAgain()}
            onGiveUp={() => trainer.giveUp()}
            onLook={(line, plies) => session.lookAt(line, plies)}
            onLeave={() => leave(session)}
            onReason={(reason) => {
              session.reason.value = reason;
            }}
          />
        )}
        <Mistakes session={session} />
        <TreeView
          tree={explorer.tree.value}
          words={explorer.words.value}
          onGo={(id) => session.goNode(id)}
          {...(node && trainer.hidden ? { hidden: new Set([node.id]) } : {})}
        />
        <details class="drawer" onToggle={(event) => (tabled.value = event.currentTarget.open)}>
          <summary>{t(Message.kWebStudyAsTable)}</summary>
          {tabled.value && <ChartTable {...graph} />}
        </details>
        <div class="row">
          <button type="button" class="button small" onClick={() => void save(session.annotated())}>
            {t(Message.kWebStudySaveReview)}
          </button>
          <button
            type="button"
            class="button small"
            onClick={() => {
              handOver(session.annotated());
              navigate(`/analyse/${board.game}?record`);
            }}
          >
            {t(Message.kWebAnalyse)}
          </button>
        </div>
      </div>
    </div>
  );
}

interface Loaded {
  record: GameRecord;
  board: BoardInfo;
  subject: Subject;
}

async function load(id: string): Promise<Loaded | null> {
  const record = id ? (JSON.parse(await tableRecord(id, 'json')) as GameRecord) : takeOver();
  if (!record) return null;
  const board = await boardInfo(record.game, record.options ?? {});
  return { record, board, subject: id ? { table: id } : { record } };
}

export default function ReviewScreen({ route }: ScreenProps) {
  const loaded = useSignal<Loaded | null>(null);
  const problem = useSignal('');
  const asking = useSignal(true);
  const version = useSignal(0);
  useEffect(() => {
    let gone = false;
    load(route.name).then(
      (found) => {
        if (!gone) {
          loaded.value = found;
          asking.value = false;
        }
      },
      (error: unknown) => {
        if (!gone) {
          problem.value = errorWords(error);
          asking.value = false;
        }
      },
    );
    return () => {
      gone = true;
    };
  }, [route.name, version.value]);
  const game = useGame(loaded.value?.record.game ?? '');
  const open = (record: GameRecord): void => {
    handOver(record);
    version.value += 1;
  };
  return (
    <div class="page study-page">
      <h1>{game ? t(Message.kWebStudyReviewTitle, game.title) : t(Message.kWebReview)}</h1>
      {problem.value && (
        <p class="notice error" role="alert">
          {problem} <a href="/">{t(Message.kWebHome)}</a>
        </p>
      )}
      {loaded.value && loaded.value.record.turns.length === 0 && <p class="notice">{t(Message.kReviewNoTurns)}</p>}
      {loaded.value && game && loaded.value.record.turns.length > 0 ? (
        <Review key={`${route.name}${version.value}`} {...loaded.value} title={game.title} />
      ) : (
        !problem.value && (asking.value ? <p class="notice">{t(Message.kWebLoading)}</p> : <Import onOpen={open} />)
      )}
    </div>
  );
}
