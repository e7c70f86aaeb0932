// Getting a review: a fast pass, then a closer look, both by the server. It may be stopped, with what was
// found so far, and go on later.
import { signal } from '@preact/signals';
import type { Effort, Judged } from '../api';
import { errorWords } from '../errors';
import { socket, type Message } from '../socket';
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
    try {
      while (this.pass.value < kPasses.length) {
        this.done.value = 0;
        const answer = await this.ask(kPasses[this.pass.value]!);
        if (this.gone) return;
        this.take({ record: answer['review'] as GameRecord, judged: answer['judged'] as Judged });
        if (this.stopping) break;
        this.pass.value += 1;
      }
      this.state.value = this.stopping ? 'stopped' : 'done';
    } catch (error) {
      this.state.value = 'stopped';
      if (!this.stopping) this.problem.value = errorWords(error);
    }
  }

  stop(): void {
    this.stopping = true;
    this.stopRequest?.();
  }

  dispose(): void {
    this.gone = true;
    this.stop();
  }

  private take(found: Review): void {
    this.review.value = this.stopping ? laidOver(this.review.value, found) : found;
  }

  private ask(effort: Effort): Promise<Message> {
    const request = socket.begin({ type: 'review', ...this.subject, effort }, (message) => {
      this.done.value = Number(message['done'] ?? 0);
      this.total.value = Number(message['total'] ?? 0);
    });
    this.stopRequest = request.stop;
    return request.answer;
  }
}
