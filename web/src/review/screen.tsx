// /review/ID: what happened in a finished game. /review: the same of a record that was handed over.
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { boardInfo, exportRecord, tableRecord, type BoardInfo } from '../api';
import type { ScreenProps } from '../app_contract';
import { useKeys } from '../app_keys';
import { alarm } from '../app_live';
import { Bar } from '../analysis/bar';
import { download } from '../analysis/picture';
import { Import } from '../analysis/share';
import { errorWords } from '../errors';
import { t } from '../i18n';
import { navigate } from '../router';
import { handOver, takeOver } from '../tree/handover';
import { treeKeys } from '../tree/keys';
import type { GameRecord } from '../tree/record';
import { BoardButtons, Stage, useSaidTurns } from '../tree/stage';
import { TreeView } from '../tree/tree_view';
import { useGame } from '../tree/use_game';
import { Chart, ChartTable } from './chart';
import { Filter, Mistake, MistakeList, Summary } from './mistakes';
import { Session } from './session';
import type { ReviewWork, Subject } from './work';

function Progress({ work }: { work: ReviewWork }) {
  const state = work.state.value;
  if (state === 'done') return <p class="hint" data-testid="review-state">{t('kWebStudyReviewDone')}</p>;
  if (state === 'stopped') {
    return (
      <div class="progress">
        {work.problem.value
          ? <p class="notice error" role="alert">{work.problem}</p>
          : <p class="hint" data-testid="review-state">{t('kWebStudyReviewStopped')}</p>}
        <button type="button" class="button small" onClick={() => void work.run()}>{t('kWebStudyGoOn')}</button>
      </div>
    );
  }
  return (
    <div class="progress">
      <label>
        {t(work.pass.value === 0 ? 'kWebStudyReviewFast' : 'kWebStudyReviewFine')}
        <progress max={Math.max(1, work.total.value)} value={work.done.value} />
      </label>
      <button type="button" class="button small" onClick={() => work.stop()}>{t('kWebStudyStop')}</button>
    </div>
  );
}

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
    <Stage explorer={explorer} board={board} label={title} flipped={flipped.value} active={true} still={trainer.hidden}
           onQuery={(query) => void session.answer(query)}
           above={<Bar board={board} chances={session.chances} best={undefined} toMove={1} />}
           below={
             <div class="row">
               <BoardButtons flipped={flipped.value} onFlip={() => { flipped.value = !flipped.value; }} />
               <button type="button" class="button small" onClick={() => session.mistake(-1)}>{t('kWebStudyMistakeBefore')}</button>
               <button type="button" class="button small" onClick={() => session.mistake(1)}>{t('kWebStudyMistakeNext')} <kbd aria-hidden="true">N</kbd></button>
               {session.away.value && !boxed && (
                 <button type="button" class="button small" onClick={() => leave(session)}>{t('kWebStudyBackToGame')}</button>
               )}
             </div>
           } />
  );
}

function Mistakes({ session }: { session: Session }) {
  const { board, player, work, asked } = session;
  const turns = session.turns.value;
  const review = work.review.value;
  return (
    <>
      <Filter board={board} player={player.value} onPlayer={(next) => { player.value = next; }} />
      {review
        ? <MistakeList board={board} turns={turns} player={player.value} at={asked.value} onGo={(turn) => session.go(turn)} />
        : <p class="hint">{t('kWebStudyReviewSoon')}</p>}
      {review && <Summary board={board} review={review} turns={turns} />}
    </>
  );
}

function Review({ board, title, record, subject }: Loaded & { title: string }) {
  const session = useMemo(() => new Session(board, record, subject), []);
  useEffect(() => () => session.dispose(), []);
  useKeys(treeKeys((key) => session.press(key)));
  useSaidTurns(session.explorer);
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
          <Mistake turn={shown} retry={trainer.retry.value} away={session.away.value}
                   onRetry={() => session.tryAgain()} onGiveUp={() => trainer.giveUp()}
                   onLook={(line, plies) => session.lookAt(line, plies)} onLeave={() => leave(session)} />
        )}
        <Mistakes session={session} />
        <TreeView tree={explorer.tree.value} onGo={(id) => session.goNode(id)}
                  {...(node && trainer.hidden ? { hidden: new Set([node.id]) } : {})} />
        <ChartTable {...graph} />
        <div class="row">
          <button type="button" class="button small" onClick={() => void save(session.annotated())}>{t('kWebStudySaveReview')}</button>
          <button type="button" class="button small" onClick={() => {
            handOver(session.annotated());
            navigate(`/analyse/${board.game}?record`);
          }}>{t('kWebAnalyse')}</button>
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
      (found) => { if (!gone) { loaded.value = found; asking.value = false; } },
      (error: unknown) => { if (!gone) { problem.value = errorWords(error); asking.value = false; } },
    );
    return () => { gone = true; };
  }, [route.name, version.value]);
  const game = useGame(loaded.value?.record.game ?? '');
  const open = (record: GameRecord): void => {
    handOver(record);
    version.value += 1;
  };
  return (
    <div class="page study-page">
      <h1>{game ? t('kWebStudyReviewTitle', game.title) : t('kWebReview')}</h1>
      {problem.value && <p class="notice error" role="alert">{problem} <a href="/">{t('kWebHome')}</a></p>}
      {loaded.value && loaded.value.record.turns.length === 0 && <p class="notice">{t('kReviewNoTurns')}</p>}
      {loaded.value && game && loaded.value.record.turns.length > 0
        ? <Review key={`${route.name}${version.value}`} {...loaded.value} title={game.title} />
        : !problem.value && (asking.value ? <p class="notice">{t('kWebLoading')}</p> : <Import onOpen={open} />)}
    </div>
  );
}
