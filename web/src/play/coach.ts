// The coach: looks at each of the person's turns and offers to take back what cost too much.
import { signal } from '@preact/signals';
import { chancesOf, wholeTurn } from '../analysis/lines';
import type { Analysis, BoardInfo, Reason, Table, ViewRequest } from '../api';
import { say } from '../app_live';
import type { Candidate } from '../board/types';
import { betterMarks, reasonMarks } from '../review/better';
import { coach as setting } from '../settings';
import { thinkerOf, type SocketMessage } from '../socket';
import { viewOf } from '../tree/views';
import { adviceWords, type CoachAdvice } from './advice';
import { isOver, mayCoach, mySeats } from './table_state';

export const kCoachLoss = 0.15; // of the chance to win
const kTime = 1000;

// How much of a player's chance a turn gave away.
export function lossOf(before: Analysis, after: Analysis, player: number, players: number): number {
  return Math.max(0, chanceOf(before, player, players) - chanceOf(after, player, players));
}

// Without anything known the players are taken as equal.
const chanceOf = (analysis: Analysis, player: number, players: number): number =>
  chancesOf(analysis, players)?.[player - 1] ?? 1 / players;

interface Playing {
  readonly id: string;
  readonly board: { readonly value: BoardInfo | null };
}

// What was better, in words and on the board. Where the server does not tell, the turn itself has to do.
async function better(table: Table, turns: number, turn: string): Promise<Pick<CoachAdvice, 'better' | 'marks'>> {
  if (!turn) return { better: '', marks: [] };
  const { game, options, position } = table;
  const before: ViewRequest = { game, options, turns: table.turns.slice(0, turns), ...(position ? { position } : {}) };
  try {
    const [marks, { draft_words }] = await Promise.all([
      betterMarks(before, turn),
      viewOf({ ...before, draft: turn.split(',') }),
    ]);
    return { better: [turn, draft_words.join(', ')].filter(Boolean).join(': '), marks };
  } catch {
    return { better: turn, marks: [] };
  }
}

export class Coach {
  readonly advice = signal<CoachAdvice | null>(null);
  private readonly known = new Map<number, Promise<Analysis>>();
  private stops: (() => void)[] = [];
  private seen = -1; // how many turns there are
  private mine = -1; // how many there were when the person was last to move

  constructor(private readonly play: Playing) {}

  follow(table: Table): void {
    const turns = table.turns.length;
    if (turns < this.seen) this.forget(turns);
    this.seen = turns;
    if (this.advice.value && this.isPast(this.advice.value.turns)) this.advice.value = null;
    if (setting.value !== 'on' || !mayCoach(table) || this.play.id !== table.id) {
      this.advice.value = null;
      return;
    }
    const me = mySeats(table)[0]!;
    const { mine } = this;
    if (mine >= 0 && turns > mine && !this.judged.has(mine)) void this.judge(table, mine, me);
    if (isOver(table) || table.view.to_move !== me) return;
    this.mine = turns;
    void this.look(table, turns);
  }

  // Taking back concerns the person's last turn: was there one after this?
  private isPast(turn: number): boolean {
    return this.mine > turn && this.seen > this.mine;
  }

  dismiss = (): void => {
    this.advice.value = null;
  };

  stop(): void {
    for (const stop of this.stops) stop();
    this.stops = [];
  }

  private readonly judged = new Set<number>();

  private forget(turns: number): void {
    this.advice.value = null;
    if (this.mine > turns) this.mine = -1;
    for (const at of [...this.known.keys()]) if (at > turns) this.known.delete(at);
    for (const at of [...this.judged]) if (at >= turns) this.judged.delete(at);
  }

  // `instead`: what was better than the last turn; the answer says why.
  private look(table: Table, turns: number, instead: readonly string[] = []): Promise<Analysis> {
    let asked = this.known.get(turns);
    if (!asked) {
      const question: SocketMessage = {
        type: 'analyse',
        game: table.game,
        options: table.options,
        turns: table.turns.slice(0, turns),
        time: kTime,
        lines: 1,
      };
      if (table.position) question['position'] = table.position;
      if (instead.length > 0) question['instead'] = instead;
      const work = thinkerOf(table.game).begin(question);
      this.stops.push(work.stop);
      asked = work.answer.then((answer) => answer['analysis'] as Analysis);
      this.known.set(turns, asked);
      asked.catch(() => this.known.delete(turns));
    }
    return asked;
  }

  private marksOf(reason: Reason | undefined): Candidate[] {
    const board = this.play.board.value;
    return board && reason ? reasonMarks(board, reason) : [];
  }

  private async judge(table: Table, at: number, me: number): Promise<void> {
    if (!this.known.has(at)) return; // the coach came later
    this.judged.add(at);
    try {
      const before = await this.look(table, at);
      if (before.to_move !== me) return;
      const instead = before.lines.slice(0, 1).map(wholeTurn);
      const after = await this.look(table, at + 1, instead);
      const loss = lossOf(before, after, me, table.seats.length);
      if (loss < kCoachLoss) return;
      const known = await better(table, at, instead[0] ?? '');
      if (this.seen > at && !this.isPast(at)) {
        const reason = after.reasons?.[0];
        const marks = [...known.marks, ...this.marksOf(reason)];
        this.advice.value = { ...known, turns: at, turn: table.turns[at]!, loss, why: reason?.text ?? '', marks };
        say(adviceWords(this.advice.value)); // the screen shows it too
      }
    } catch {
      // No engine, no advice.
    }
  }
}
