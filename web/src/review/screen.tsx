// /review/ID: what happened in a finished game. /review: the same of a record that was handed over.
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { analysis, ApiError, boardInfo, exportRecord, tableRecord, type BoardInfo } from '../api';
import type { ScreenProps } from '../app_contract';
import { alarm, say } from '../app_live';
import { Bar } from '../analysis/bar';
import { chancesOf } from '../analysis/lines';
import { download } from '../analysis/picture';
import { Import } from '../analysis/share';
import { t } from '../i18n';
import { navigate } from '../router';
import { toggle, view3d } from '../settings';
import { Explorer } from '../tree/explorer';
import { handOver, takeOver } from '../tree/handover';
import type { TreeKey } from '../tree/keys';
import { fromRecord, toRecord, type GameRecord } from '../tree/record';
import { BoardButtons, Stage } from '../tree/stage';
import * as trees from '../tree/tree';
import { TreeView } from '../tree/tree_view';
import { useGame } from '../tree/use_game';
import { useKeys } from '../tree/use_keys';
import { viewOf } from '../tree/views';
import { walked } from '../tree/walked';
import { Chart, ChartTable } from './chart';
import { Filter, Mistake, MistakeList, Summary } from './mistakes';
import { merge, nextMistake, reviewedTurns, type ReviewedTurn } from './model';
import * as retries from './retry';
import { ReviewWork, type Subject } from './work';

const kJudgeTime = 1000; // milliseconds for a turn that was tried

/** Who plays each turn, asked one after the other while the reader already looks around. */
function useMovers(record: GameRecord): readonly number[] {
  const movers = useSignal<readonly number[]>(record.turns.map(() => 0));
  useEffect(() => {
    let gone = false;
    const turns = trees.turnsTo(fromRecord(record).tree, trees.mainline(fromRecord(record).tree).at(-1)?.id ?? trees.kRoot);
    const ask = async (): Promise<void> => {
      const found: number[] = [];
      for (let i = 0; i < turns.length && !gone; ++i) {
        const view = await viewOf({
          game: record.game,
          options: { ...record.options },
          ...(record.position ? { position: record.position } : {}),
          turns: turns.slice(0, i),
        });
        found.push(view.to_move);
      }
      if (!gone) movers.value = found;
    };
    ask().catch((error: Error) => alarm(error.message));
    return () => { gone = true; };
  }, []);
  return movers.value;
}

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

// "Try again": turns that are played go to the judge instead of the tree.
class Trainer {
  constructor(private readonly explorer: Explorer, private readonly set: (retry: retries.Retry) => void,
              private readonly get: () => retries.Retry) {
    explorer.onTurn = (turn) => this.played(turn);
  }

  begin(turn: ReviewedTurn, node: trees.TreeNode): void {
    this.explorer.change(trees.goTo(this.explorer.tree.value, node.parent));
    this.set(retries.begin({
      turn: turn.number,
      player: turn.player,
      played: turn.turn,
      best: turn.before?.[turn.player - 1] ?? 0,
      better: turn.better,
    }));
  }

  end(): void {
    this.set(retries.kNoRetry);
  }

  private played(turn: string): boolean {
    const now = this.get();
    if (!retries.answerHidden(now)) return false;
    if (!retries.accepts(now)) return true;
    const next = retries.attempt(now, turn);
    this.set(next);
    if (next.state === 'checking') void this.judge(turn, next.puzzle.player);
    else this.settle(next, turn);
    return true;
  }

  private async judge(turn: string, player: number): Promise<void> {
    const at = this.explorer.request.value;
    try {
      const found = await analysis({ ...at, turns: [...(at.turns ?? []), turn], time: kJudgeTime, lines: 1 });
      const chances = chancesOf(found, Math.max(2, this.explorer.here.value?.to_move ?? 0, player));
      const next = retries.judged(this.get(), turn, chances?.[player - 1] ?? 0);
      this.set(next);
      this.settle(next, turn);
    } catch (error) {
      this.set(retries.failed(this.get()));
      this.explorer.returnTo(0);
      if (error instanceof ApiError) this.explorer.problem.value = error.message || error.code;
    }
  }

  // A good turn becomes a variation; after another one the board is as it was.
  private settle(retry: retries.Retry, turn: string): void {
    if (retry.state === 'right') this.explorer.change(trees.addTurn(this.explorer.tree.value, turn));
    else this.explorer.returnTo(0);
  }
}

function Review({ board, title, record, subject }: { board: BoardInfo; title: string; record: GameRecord; subject: Subject }) {
  const explorer = useMemo(() => new Explorer(fromRecord(record).tree), []);
  const work = useMemo(() => new ReviewWork(), []);
  const retry = useSignal<retries.Retry>(retries.kNoRetry);
  const trainer = useMemo(() => new Trainer(explorer, (next) => { retry.value = next; }, () => retry.value), []);
  const flipped = useSignal(false);
  const player = useSignal(0);
  const movers = useMovers(record);
  useEffect(() => {
    void work.run(subject);
    return () => {
      work.stop();
      explorer.dispose();
    };
  }, []);
  const reviewed = work.review.value ?? record;
  useEffect(() => {
    if (work.review.value) {
      explorer.note(merge(explorer.tree.value, fromRecord(work.review.value).tree));
      say(t('kWebStudyReviewNews'));
    }
  }, [work.review.value]);

  const turns = useMemo(() => reviewedTurns(reviewed, movers), [reviewed, movers]);
  const tree = explorer.tree.value;
  const game = trees.mainline(tree);
  const at = gameTurn(tree, game);
  const go = (turn: number): void => {
    trainer.end();
    explorer.change(trees.goTo(explorer.tree.value, turn === 0 ? trees.kRoot : game[turn - 1]!.id));
  };
  const mistake = (by: 1 | -1): boolean => {
    const next = nextMistake(turns, at, by, player.value);
    if (!next) return false;
    go(next.number);
    say(`${next.number}. ${next.turn}: ${next.words}`);
    return true;
  };
  useKeys((key: TreeKey): boolean => {
    if (key === 'mistake') return mistake(1);
    if (key === 'mistakeBefore') return mistake(-1);
    if (key === 'flip') { flipped.value = !flipped.value; return true; }
    if (key === 'three') { toggle(view3d); return true; }
    const next = retries.answerHidden(retry.value) ? null : walked(explorer.tree.value, key);
    if (next) explorer.change(next);
    return next !== null;
  });

  // While a turn is tried, what is asked about is the turn after the position shown.
  const asked = retry.value.state === 'off' ? at : retry.value.puzzle.turn;
  const shown = turns[asked - 1];
  const node = game[asked - 1];
  const hidden = node && retries.answerHidden(retry.value) ? new Set([node.id]) : undefined;
  const chances = trees.current(tree).win ?? (tree.cursor === trees.kRoot ? turns[0]?.before : null) ?? null;
  const annotated = (): GameRecord => ({ ...reviewed, ...toRecord({ tree: explorer.tree.value, heading: fromRecord(reviewed).heading }) });
  const save = async (): Promise<void> => {
    try {
      const { text } = await exportRecord(annotated() as unknown as { [key: string]: unknown }, 'pgn');
      download(new Blob([text], { type: 'text/plain' }), `${board.game}-review.pgn`);
    } catch (error) {
      if (error instanceof ApiError) alarm(error.message);
    }
  };
  return (
    <div class="study review">
      <Stage explorer={explorer} board={board} label={title} flipped={flipped.value} active={true}
             above={<Bar board={board} chances={chances} best={undefined} toMove={1} />}
             below={
               <div class="row">
                 <BoardButtons flipped={flipped.value} onFlip={() => { flipped.value = !flipped.value; }} />
                 <button type="button" class="button small" onClick={() => mistake(-1)}>{t('kWebStudyMistakeBefore')}</button>
                 <button type="button" class="button small" onClick={() => mistake(1)}>{t('kWebStudyMistakeNext')} <kbd aria-hidden="true">N</kbd></button>
               </div>
             } />
      <div class="rail">
        <Progress work={work} />
        <Chart board={board} turns={turns} at={at} onGo={go} />
        {shown && shown.glyph !== 0 && (
          <Mistake turn={shown} retry={retry.value} away={at > 0 ? tree.cursor !== game[at - 1]!.id : tree.cursor !== trees.kRoot}
                   onRetry={() => node && trainer.begin(shown, node)}
                   onGiveUp={() => { retry.value = retries.giveUp(retry.value); }}
                   onLook={(line, plies) => {
                     trainer.end();
                     const start = trees.goTo(explorer.tree.value, node!.parent);
                     explorer.change(trees.addLine(start, line.slice(0, plies)));
                   }}
                   onLeave={() => go(asked)} />
        )}
        <Filter board={board} player={player.value} onPlayer={(next) => { player.value = next; }} />
        {work.review.value
          ? <MistakeList board={board} turns={turns} player={player.value} at={at} onGo={go} />
          : <p class="hint">{t('kWebStudyReviewSoon')}</p>}
        {work.review.value && <Summary board={board} record={reviewed} turns={turns} />}
        <TreeView tree={tree} onGo={(id) => { trainer.end(); explorer.change(trees.goTo(tree, id)); }}
                  {...(hidden ? { hidden } : {})} />
        <ChartTable board={board} turns={turns} at={at} onGo={go} />
        <div class="row">
          <button type="button" class="button small" onClick={() => void save()}>{t('kWebStudySaveReview')}</button>
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
      (error: Error) => { if (!gone) { problem.value = error.message || t('kWebOffline'); asking.value = false; } },
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
      <h1>{t('kWebStudyReviewTitle', game?.title ?? '')}</h1>
      {problem.value && <p class="notice error" role="alert">{problem} <a href="/">{t('kWebHome')}</a></p>}
      {loaded.value && loaded.value.record.turns.length === 0 && <p class="notice">{t('kReviewNoTurns')}</p>}
      {loaded.value && game && loaded.value.record.turns.length > 0
        ? <Review key={`${route.name}${version.value}`} {...loaded.value} title={game.title} />
        : !problem.value && (asking.value ? <p class="notice">{t('kWebLoading')}</p> : <Import onOpen={open} />)}
    </div>
  );
}
