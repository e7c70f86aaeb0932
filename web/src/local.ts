// The engine in this browser: the same program as the server's, compiled for browsers, in a thread of its own.
// What it consists of is loaded when something is first asked of it.
import { signal } from '@preact/signals';
import { hasEngine } from './place';
import { ApiError, type Source, type Wire } from './source';

// Tables that stand in this browser; a server makes no such ids.
export const isOwnTable = (id: string): boolean => id.startsWith('local-');

// How much of it has come while it is loaded, from 0 to 1.
export const engineComing = signal<number | null>(null);

const load = () => import('./local/engine');

// Closed until the engine is there.
class LocalWire implements Wire {
  readyState = 0;
  onopen: Wire['onopen'] = null;
  onmessage: Wire['onmessage'] = null;
  onclose: Wire['onclose'] = null;
  private leave: () => void = () => undefined;
  private post: (text: string) => void = () => undefined;

  constructor() {
    load()
      .then(({ connect }) =>
        connect(
          (text) => this.onmessage?.(new MessageEvent('message', { data: text })),
          () => this.close(),
        ),
      )
      .then(
        ({ post, leave }) => {
          if (this.readyState !== 0) return leave();
          Object.assign(this, { post, leave, readyState: 1 });
          this.onopen?.(new Event('open'));
        },
        () => this.close(),
      );
  }

  send(text: string): void {
    this.post(text);
  }

  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.leave();
    this.onclose?.(new Event('close') as CloseEvent);
  }
}

export const local: Source = {
  async ask(question) {
    if (!hasEngine) throw new ApiError('no_engine', '');
    const engine = await load().catch(() => {
      throw new ApiError('no_engine', '');
    });
    return engine.ask(question);
  },
  wire: () => new LocalWire(),
};
