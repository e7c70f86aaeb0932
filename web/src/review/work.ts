// Getting a review: a fast pass, then a closer look, both by the server. It may be stopped, with what was
// found so far, and go on later.
import { signal } from '@preact/signals';
import type { Effort, Judged } from '../api';
import { errorWords } from '../errors';
import { socket } from '../socket';
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
  readonly problem = signal('');
  private stopping = false;
  private gone = false;
  private stopRequest: (() => void) | null = null;

  constructor(private readonly subject: Subject) {}

  /** Begins, or goes on with the pass that was stopped. */
  async run(): Promise<void> {
    this.stopping = false;
    this.problem.value = '';
    this.state.value = 'working';
    while (this.pass.value < kPasses.length) {
      this.done.value = 0;
      const found = await this.ask(kPasses[this.pass.value]!);
      if (this.gone) return;
      if (found) this.review.value = this.stopping ? laidOver(this.review.value, found) : found;
      if (this.stopping || !found) {
        this.state.value = 'stopped';
        return;
      }
      this.pass.value += 1;
    }
    this.state.value = 'done';
  }

  stop(): void {
    this.stopping = true;
    this.stopRequest?.();
  }

  dispose(): void {
    this.gone = true;
    this.stop();
  }

  /** Null where it could not be had. */
  private async ask(effort: Effort): Promise<Review | null> {
    const request = socket.begin({ type: 'review', ...this.subject, effort }, (message) => {
      this.done.value = Number(message['done'] ?? 0);
      this.total.value = Number(message['total'] ?? 0);
    });
    this.stopRequest = request.stop;
    try {
      const answer = await request.answer;
      return { record: answer['review'] as GameRecord, judged: answer['judged'] as Judged };
    } catch (error) {
      if (!this.stopping) this.problem.value = errorWords(error);
      return null;
    }
  }
}
