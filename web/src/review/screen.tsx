// /review/ID: what happened in a finished game. /review: the same of a record that was handed over.
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { boardInfo, exportRecord, tableRecord, type BoardInfo } from '../api';
import type { ScreenProps } from '../app_contract';
import { alarm, say } from '../app_live';
import { Bar } from '../analysis/bar';
import { download } from '../analysis/picture';
import { Import } from '../analysis/share';
import { errorWords } from '../errors';
import { t } from '../i18n';
import { navigate } from '../router';
import { language, toggle, view3d } from '../settings';
import { Explorer } from '../tree/explorer';
import { handOver, takeOver } from '../tree/handover';
import type { TreeKey } from '../tree/keys';
import { fromRecord, toRecord, type GameRecord } from '../tree/record';
import { BoardButtons, Stage } from '../tree/stage';
import * as trees from '../tree/tree';
import { TreeView } from '../tree/tree_view';
import { useGame } from '../tree/use_game';
import { useKeys } from '../tree/use_keys';
import { walked } from '../tree/walked';
import { Chart, ChartTable } from './chart';
import { Filter, Mistake, MistakeList, Summary } from './mistakes';
import { merge, nextMistake, reviewedTurns } from './model';
import { useMovers } from './movers';
import { Trainer } from './trainer';
import { ReviewWork, type Subject } from './work';

function Progress({ work }: { work: ReviewWork }) {
  const pass = work.pass.value;
  if (work.problem.value) return <p class="notice error" role="alert">{work.problem}</p>;
  if (!pass) return <p class="hint" data-testid="review-state">{t('kWebStudyReviewDone')}</p>;
  return (
    <div class="progress">
      <label>
        {t(pass === 'quick' ? 'kWebStudyReviewFast' : 'kWebStudyReviewFine')}
        <progress max={Math.max(1, work.total.value)} value={work.done.value} />
      </label>
      <button type="button" class="button small" onClick={() => work.stop()}>{t('kWebStudyStop')}</button>
    </div>
  );
}

function useReview(record: GameRecord, subject: Subject, players: number) {
  const made = useMemo(() => {
    const explorer = new Explorer(fromRecord(record).tree);
    return { explorer, work: new ReviewWork(), trainer: new Trainer(explorer, players) };
  }, []);
  const { explorer, work } = made;
  // Another language asks anew: the words of a review are the server's.
  useEffect(() => {
    void work.run(subject);
    return () => work.stop();
  }, [language.value]);
  useEffect(() => () => explorer.dispose(), []);
  useEffect(() => {
    if (!work.review.value) return;
    explorer.note(merge(explorer.tree.value, fromRecord(work.review.value).tree));
    say(t('kWebStudyReviewNews'));
  }, [work.review.value]);
  return made;
}

async function save(record: GameRecord): Promise<void> {
  try {
    const { text } = await exportRecord(record as unknown as { [key: string]: unknown }, 'pgn');
    download(new Blob([text], { type: 'text/plain' }), `${record.game}-review.pgn`);
  } catch (error) {
    alarm(errorWords(error));
  }
}

function Review({ board, title, record, subject }: Loaded & { title: string }) {
  const { explorer, work, trainer } = useReview(record, subject, board.players);
  const flipped = useSignal(false);
  const player = useSignal(0);
  const movers = useMovers(record);
  const reviewed = work.review.value ?? record;
  const turns = useMemo(() => reviewedTurns(reviewed, movers), [reviewed, movers]);
  const tree = explorer.tree.value;
  const game = trees.mainline(tree);
  const at = gameTurn(tree, game);
  const retry = trainer.retry.value;

  const goNode = (id: number): void => {
    trainer.end();
    explorer.change(trees.goTo(explorer.tree.value, id));
  };
  const go = (turn: number): void => goNode(game[turn - 1]?.id ?? trees.kRoot);
  const mistake = (by: 1 | -1): boolean => {
    const next = nextMistake(turns, at, by, player.value);
    if (!next) return false;
    go(next.number);
    say(`${next.number}. ${next.turn}: ${next.words}`);
    return true;
  };
  const flip = (): void => { flipped.value = !flipped.value; };
  useKeys((key: TreeKey): boolean => {
    if (key === 'mistake') return mistake(1);
    if (key === 'mistakeBefore') return mistake(-1);
    if (key === 'flip' || key === 'three') {
      if (key === 'flip') flip();
      else toggle(view3d);
      return true;
    }
    const next = trainer.hidden ? null : walked(explorer.tree.value, key);
    if (next) explorer.change(next);
    return next !== null;
  });

  // While a turn is tried, what is asked about is the turn after the position shown.
  const asked = retry.state === 'off' ? at : retry.puzzle.turn;
  const shown = turns[asked - 1];
  const node = game[asked - 1];
  const hidden = node && trainer.hidden ? { hidden: new Set([node.id]) } : {};
  const chances = trees.current(tree).win ?? (tree.cursor === trees.kRoot ? turns[0]?.before : null) ?? null;
  const annotated = (): GameRecord => toRecord({ tree: explorer.tree.value, heading: fromRecord(reviewed).heading });
  const lookAt = (line: readonly string[], plies: number): void => {
    goNode(node!.parent);
    explorer.change(trees.addLine(explorer.tree.value, line.slice(0, plies)));
  };
  return (
    <div class="study review">
      <Stage explorer={explorer} board={board} label={title} flipped={flipped.value} active={true}
             above={<Bar board={board} chances={chances} best={undefined} toMove={1} />}
             below={
               <div class="row">
                 <BoardButtons flipped={flipped.value} onFlip={flip} />
                 <button type="button" class="button small" onClick={() => mistake(-1)}>{t('kWebStudyMistakeBefore')}</button>
                 <button type="button" class="button small" onClick={() => mistake(1)}>{t('kWebStudyMistakeNext')} <kbd aria-hidden="true">N</kbd></button>
               </div>
             } />
      <div class="rail">
        <Progress work={work} />
        <Chart board={board} turns={turns} at={at} onGo={go} />
        {shown && node && shown.glyph !== 0 && (
          <Mistake turn={shown} retry={retry} away={tree.cursor !== (game[at - 1]?.id ?? trees.kRoot)}
                   onRetry={() => trainer.begin(shown, node)} onGiveUp={() => trainer.giveUp()}
                   onLook={lookAt} onLeave={() => go(asked)} />
        )}
        <Filter board={board} player={player.value} onPlayer={(next) => { player.value = next; }} />
        {work.review.value
          ? <MistakeList board={board} turns={turns} player={player.value} at={at} onGo={go} />
          : <p class="hint">{t('kWebStudyReviewSoon')}</p>}
        {work.review.value && <Summary board={board} record={reviewed} turns={turns} />}
        <TreeView tree={tree} onGo={goNode} {...hidden} />
        <ChartTable board={board} turns={turns} at={at} onGo={go} />
        <div class="row">
          <button type="button" class="button small" onClick={() => void save(annotated())}>{t('kWebStudySaveReview')}</button>
          <button type="button" class="button small" onClick={() => {
            handOver(annotated());
            navigate(`/analyse/${board.game}?record`);
          }}>{t('kWebAnalyse')}</button>
        </div>
      </div>
    </div>
  );
}

/** How many turns of the game itself lie before the cursor; a variation counts from where it left. */
function gameTurn(tree: trees.Tree, game: readonly trees.TreeNode[]): number {
  const way = new Set(trees.path(tree).map((node) => node.id));
  return game.filter((node) => way.has(node.id)).length;
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
