// Getting a review: a fast pass, then a closer look, both by an engine. It may be stopped, with what was
// found so far, and go on later.
import { signal } from '@preact/signals';
import type { Effort, Judged } from '../api';
import { errorWords } from '../errors';
import { thinkerOf, thinksHere } from '../socket';
import type { GameRecord } from '../tree/record';
import { laidOver, type Review } from './model';

export type Subject = { table: string } | { record: GameRecord };

const kPasses: readonly Effort[] = ['quick', 'normal'];

export class ReviewWork {
  readonly review = signal<Review | null>(null);
  readonly state = signal<'working' | 'stopped' | 'done'>('working');
  readonly pass = signal(0);
  readonly done = signal(0);
  readonly total = signal(0);
  readonly wait = signal(0); // about how many seconds until the pass is done
  readonly problem = signal('');
  private stopping = false;
  private runs = 0; // only the newest one counts
  private stopRequest: (() => void) | null = null;

  // The record goes to whoever does not have the table.
  constructor(
    private readonly subject: Subject,
    private readonly record: GameRecord,
  ) {}

  /** Begins, or goes on with the pass that was stopped. */
  async run(): Promise<void> {
    const run = ++this.runs;
    this.stopping = false;
    this.problem.value = '';
    this.state.value = 'working';
    while (this.pass.value < kPasses.length) {
      this.done.value = 0;
      this.wait.value = 0;
      const found = await this.ask(kPasses[this.pass.value]!);
      if (run !== this.runs) return;
      if ('problem' in found) {
        if (!this.stopping) this.problem.value = found.problem;
      } else {
        this.review.value = this.stopping ? laidOver(this.review.value, found) : found;
      }
      if (this.stopping || 'problem' in found) {
        this.state.value = 'stopped';
        return;
      }
      this.pass.value += 1;
    }
    this.state.value = 'done';
  }

  /** From the beginning, in another language: the words of a review are the server's. */
  again(): void {
    this.stopRequest?.();
    this.pass.value = 0;
    void this.run();
  }

  stop(): void {
    this.stopping = true;
    this.stopRequest?.();
  }

  dispose(): void {
    ++this.runs;
    this.stop();
  }

  private async ask(effort: Effort): Promise<Review | { problem: string }> {
    const { game } = this.record;
    const subject = thinksHere(game) ? { record: this.record } : this.subject;
    const request = thinkerOf(game).begin({ type: 'review', ...subject, effort }, (message) => {
      this.done.value = Number(message['done'] ?? 0);
      this.total.value = Number(message['total'] ?? 0);
      this.wait.value = Number(message['wait_s'] ?? 0);
    });
    this.stopRequest = request.stop;
    try {
      const answer = await request.answer;
      return { record: answer['review'] as GameRecord, judged: answer['judged'] as Judged };
    } catch (error) {
      return { problem: errorWords(error) };
    }
  }
}
