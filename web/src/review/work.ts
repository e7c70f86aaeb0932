// Getting a review: a fast pass, then a closer look, both by the server.
import { signal } from '@preact/signals';
import type { Effort } from '../api';
import { errorWords } from '../errors';
import { socket, type Message } from '../socket';
import type { GameRecord } from '../tree/record';

export type Subject = { table: string } | { record: GameRecord };

const kPasses: readonly Effort[] = ['quick', 'normal'];

export class ReviewWork {
  readonly review = signal<GameRecord | null>(null);
  readonly pass = signal<Effort | null>('quick'); // under way
  readonly done = signal(0);
  readonly total = signal(0);
  readonly problem = signal('');
  private runs = 0; // only the newest one counts
  private stopRequest: (() => void) | null = null;

  async run(subject: Subject): Promise<void> {
    const run = ++this.runs;
    const newest = (): boolean => run === this.runs;
    this.problem.value = '';
    try {
      for (const effort of kPasses) {
        this.pass.value = effort;
        this.done.value = 0;
        const answer = await this.ask(subject, effort);
        if (!newest()) return;
        this.review.value = answer['review'] as GameRecord;
      }
    } catch (error) {
      if (newest()) this.problem.value = errorWords(error);
    } finally {
      if (newest()) this.pass.value = null;
    }
  }

  stop(): void {
    ++this.runs;
    this.pass.value = null;
    this.stopRequest?.();
  }

  private ask(subject: Subject, effort: Effort): Promise<Message> {
    const request = socket.begin({ type: 'review', ...subject, effort }, (message) => {
      this.done.value = Number(message['done'] ?? 0);
      this.total.value = Number(message['total'] ?? 0);
    });
    this.stopRequest = request.stop;
    return request.answer;
  }
}
