// The state of a review: the game as a tree, the server's work on it, and the turn that is tried again.
import { computed, effect, signal, untracked } from '@preact/signals';
import type { BoardInfo, Reason } from '../api';
import { say } from '../app_live';
import type { Candidate, Query } from '../board/types';
import { capital, Message, t } from '../i18n';
import { focusTypedTurn } from '../play/typed_turn';
import { language, toggle, view3d } from '../settings';
import { Explorer, setupOf } from '../tree/explorer';
import type { TreeKey } from '../tree/keys';
import { fromRecord, full, toRecord, type GameRecord } from '../tree/record';
import * as trees from '../tree/tree';
import { walked } from '../tree/walked';
import { chanceWords } from '../analysis/bar';
import { spokenAnswer } from '../analysis/spoken';
import { betterMarks, reasonMarks } from './better';
import { merge, nextMistake, reviewedTurns, type ReviewedTurn } from './model';
import { canTry, Trainer } from './trainer';
import { ReviewWork, type Subject } from './work';

/** How many turns of the game itself lie before the cursor; a variation counts from where it left. */
export function gameTurn(tree: trees.Tree, game: readonly trees.TreeNode[]): number {
  const way = new Set(trees.path(tree).map((node) => node.id));
  return game.filter((node) => way.has(node.id)).length;
}

export class Session {
  readonly explorer: Explorer;
  readonly work: ReviewWork;
  readonly trainer: Trainer;
  readonly flipped = signal(false);
  readonly player = signal(0); // whose mistakes are listed; 0: everybody's

  readonly turns = computed(() => reviewedTurns(this.record, this.work.review.value));
  readonly game = computed(() => trees.mainline(this.explorer.tree.value).slice(0, this.record.turns.length));
  /** How many turns of the game have been played in what is shown. */
  readonly at = computed(() => gameTurn(this.explorer.tree.value, this.game.value));
  /** Is a variation shown instead of the game? */
  readonly away = computed(
    () => this.explorer.tree.value.cursor !== (this.game.value[this.at.value - 1]?.id ?? trees.kRoot),
  );
  /** The turn that is spoken about: while one is tried or a variation is shown, the one it takes the place of. */
  readonly asked = computed(
    () => this.at.value + (this.away.value || this.trainer.retry.value.state !== 'off' ? 1 : 0),
  );

  /** The better turn, drawn over what was played: it began from the position before. */
  readonly better = signal<readonly Candidate[]>([]);
  /** The reason that the reader points at. */
  readonly reason = signal<Reason | null>(null);
  readonly marks = computed((): readonly Candidate[] => {
    const reason = this.reason.value;
    const shown = reason !== null && this.shown?.reasons.includes(reason);
    return shown ? [...this.better.value, ...reasonMarks(this.board, reason)] : this.better.value;
  });

  private readonly stopWatching: () => void;

  constructor(
    readonly board: BoardInfo,
    readonly record: GameRecord,
    subject: Subject,
  ) {
    let last = fromRecord(record).tree;
    this.explorer = new Explorer(last);
    this.trainer = new Trainer(this.explorer, board.players);
    this.work = new ReviewWork(subject, record);
    const merging = effect(() => {
      const review = this.work.review.value;
      if (!review) return;
      const newer = fromRecord(review.record).tree;
      untracked(() => {
        this.explorer.note(merge(this.explorer.tree.value, last, newer));
        this.explorer.tell(this.game.value.map((node, i) => [node.id, this.turns.value[i]?.does ?? '']));
        if (!this.openAtFirst()) say(t(Message.kWebStudyReviewNews));
      });
      last = newer;
    });
    void this.work.run();
    let first = true;
    const again = effect(() => {
      language.value;
      if (!first) untracked(() => this.work.again());
      first = false;
    });
    const drawing = effect(() => this.drawBetter());
    // Who walks on from a turn that was tried has done with it.
    const leaving = effect(() => {
      const retry = this.trainer.retry.value;
      if (retry.state !== 'off' && this.at.value !== retry.puzzle.turn - 1) this.trainer.end();
    });
    this.stopWatching = () => {
      merging();
      again();
      leaving();
      drawing();
    };
  }

  dispose(): void {
    this.stopWatching();
    this.work.dispose();
    this.explorer.dispose();
  }

  /** Chances of each player in what is shown, where they are known. */
  get chances(): readonly number[] | null {
    const tree = this.explorer.tree.value;
    return trees.current(tree).win ?? (tree.cursor === trees.kRoot ? this.turns.value[0]?.before : null) ?? null;
  }

  get shown(): ReviewedTurn | undefined {
    return this.turns.value[this.asked.value - 1];
  }

  get node(): trees.TreeNode | undefined {
    return this.game.value[this.asked.value - 1];
  }

  private drawBetter(): void {
    const turn = this.away.value || this.trainer.retry.value.state !== 'off' ? undefined : this.shown;
    const line = turn?.glyph ? turn.better[0] : undefined;
    if (this.better.peek().length > 0) this.better.value = [];
    if (!turn || !line?.[0]) return;
    const before = this.record.turns.slice(0, turn.number - 1).map((each) => full(each).turn);
    betterMarks({ ...setupOf(this.explorer.tree.peek().setup), turns: before }, line[0]).then(
      (marks) => {
        if (this.shown === turn && !this.away.value) this.better.value = marks;
      },
      () => undefined, // the words tell it, too
    );
  }

  goNode(id: number): void {
    this.trainer.end();
    this.explorer.change(trees.goTo(this.explorer.tree.value, id));
  }

  go(turn: number): void {
    this.goNode(this.game.value[turn - 1]?.id ?? trees.kRoot);
  }

  /** A review opens at the game's first mistake, as far as it is known; not where the reader has begun to walk. */
  private openAtFirst(): boolean {
    if (this.explorer.tree.value.cursor !== this.opened || this.trainer.retry.value.state !== 'off') return false;
    const found = this.mistake(1, 0);
    this.opened = this.explorer.tree.value.cursor;
    return found;
  }
  private opened = trees.kRoot; // where the review itself has led

  /** From a variation back to the turn of the game that it takes the place of. */
  backToGame(): void {
    this.go(Math.min(this.asked.value, this.game.value.length));
  }

  /** The first turns of a better line than the one played. */
  lookAt(line: readonly string[], plies: number): void {
    if (!this.node) return;
    this.goNode(this.node.parent);
    this.explorer.change(trees.addLine(this.explorer.tree.value, line.slice(0, plies)));
  }

  tryAgain(): void {
    if (this.shown && this.node && canTry(this.shown)) this.trainer.begin(this.shown, this.node);
  }

  mistake(by: 1 | -1, from = this.asked.value): boolean {
    const next = nextMistake(this.turns.value, from, by, this.player.value);
    if (!next) return false;
    this.go(next.number);
    say(`${next.number}. ${[next.turn, next.does].filter(Boolean).join(', ')}: ${capital(next.words)}`);
    return true;
  }

  press(key: TreeKey): boolean {
    switch (key) {
      case 'mistake':
        return this.mistake(1);
      case 'mistakeBefore':
        return this.mistake(-1);
      case 'flip':
        this.flipped.value = !this.flipped.value;
        return true;
      case 'three':
        toggle(view3d);
        return true;
      case 'type':
        return focusTypedTurn();
      case 'undo':
        return this.explorer.cancel();
    }
    const next = this.trainer.hidden ? null : walked(this.explorer.tree.value, key);
    if (next) this.explorer.change(next);
    return next !== null;
  }

  /** What those hear who ask for the evaluation or the best turn. */
  async answer(query: Query): Promise<void> {
    if (query === 'best' && this.trainer.hidden) say(t(Message.kWebStudyAnswerHidden));
    else if (query === 'evaluation' && this.chances) say(chanceWords(this.board, this.chances));
    else await spokenAnswer(this.explorer, this.board, query);
  }

  /** The record with the review and with what the reader added. */
  annotated(): GameRecord {
    const { heading } = fromRecord(this.work.review.value?.record ?? this.record);
    return toRecord({ tree: this.explorer.tree.value, heading });
  }
}
