// "Try again": turns that are played go to the judge instead of the tree.
import { signal } from '@preact/signals';
import { analysis } from '../api';
import { chancesOf } from '../analysis/lines';
import { errorWords } from '../errors';
import { thinksHere } from '../socket';
import type { Explorer } from '../tree/explorer';
import { addTurn, goTo, type TreeNode } from '../tree/tree';
import type { ReviewedTurn } from './model';
import { accepts, answerHidden, attempt, begin, failed, giveUp, judged, kNoRetry, type Retry } from './retry';

const kJudgeTime = 1000; // milliseconds for a turn that was tried

/** A try can be judged only where it is known who plays and what could be had. */
export const canTry = (turn: ReviewedTurn): boolean =>
  turn.player > 0 && turn.before !== null && turn.better.length > 0;

export class Trainer {
  readonly retry = signal<Retry>(kNoRetry);

  constructor(
    private readonly explorer: Explorer,
    private readonly players: number,
  ) {
    explorer.onTurn = (turn) => this.played(turn);
  }

  /** REQUIRES: canTry(turn). */
  begin(turn: ReviewedTurn, node: TreeNode): void {
    this.explorer.change(goTo(this.explorer.tree.value, node.parent));
    this.retry.value = begin({
      turn: turn.number,
      player: turn.player,
      played: turn.turn,
      best: turn.before?.[turn.player - 1] ?? 0,
      better: turn.better,
    });
  }

  giveUp(): void {
    this.retry.value = giveUp(this.retry.value);
  }

  end(): void {
    this.retry.value = kNoRetry;
  }

  get hidden(): boolean {
    return answerHidden(this.retry.value);
  }

  private played(turn: string): boolean {
    const now = this.retry.value;
    if (!answerHidden(now)) return false;
    if (!accepts(now)) return true;
    const next = attempt(now, turn);
    this.retry.value = next;
    if (next.state === 'checking') void this.judge(turn, next.puzzle.player);
    else this.settle(next, turn);
    return true;
  }

  private async judge(turn: string, player: number): Promise<void> {
    const at = this.explorer.request.value;
    const asked = this.retry.value;
    const gone = (): boolean => this.retry.value !== asked; // the reader went elsewhere meanwhile
    try {
      const found = await analysis(
        { ...at, turns: [...(at.turns ?? []), turn], time: kJudgeTime, lines: 1 },
        thinksHere(at.game),
      );
      const chance = chancesOf(found, this.players)?.[player - 1] ?? 0;
      if (gone()) return;
      this.retry.value = judged(asked, turn, chance);
      this.settle(this.retry.value, turn);
    } catch (error) {
      if (gone()) return;
      this.retry.value = failed(this.retry.value);
      this.explorer.returnTo(0);
      this.explorer.problem.value = errorWords(error);
    }
  }

  // A good turn becomes a variation; after another one the board is as it was.
  private settle(retry: Retry, turn: string): void {
    if (retry.state === 'right') this.explorer.change(addTurn(this.explorer.tree.value, turn));
    else if (retry.state === 'wrong') this.explorer.returnTo(0);
  }
}
