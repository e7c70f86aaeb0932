// Messages over a wire: requests with promises, tables that are watched, reconnecting.
import { signal } from '@preact/signals';
import { ApiError, type Presence, type Table, type TableEvent, type TableNews } from './api';
import { isLasting } from './errors';
import type { Wire } from './source';

export type SocketMessage = { [key: string]: unknown };

export interface Watcher {
  table(table: Table): void; // the whole state: at first, and when events were missed
  event(event: TableEvent): void; // in order, without gaps
  news(news: TableNews): void;
  refused(error: ApiError): void; // it is asked for again unless the refusal is a lasting one
}

interface Pending {
  message: SocketMessage;
  posted: boolean; // on this connection
  resolve(answer: SocketMessage): void;
  reject(error: ApiError): void;
  progress?: (message: SocketMessage) => void;
}

interface Watch {
  token: string | undefined;
  seen: number; // number of the last event; -1: nothing yet
  asking: boolean;
  heard: boolean; // the server answered on this connection: acts are welcome
  delay: number; // until it is asked for again, after a refusal
  timer: ReturnType<typeof setTimeout> | undefined;
  watcher: Watcher;
}

export const kFirstDelay = 1_000;
export const kLastDelay = 30_000;
// A server that restarts is back soon, and another one may be there at once: for a while the next
// try comes between these two, by chance, so that not all pages come back at the same moment.
export const kSoonestDelay = 200;
export const kSoonDelay = 2_000;
export const kSoonFor = 180_000;
// A connection that is silent for so long after a ping, or does not open, is dead.
export const kPingEvery = 20_000;
export const kPingWait = 5_000;
// Whoever has played a turn does not wait that long to learn that nobody is there.
export const kActWait = 3_000;
const kOpenWait = 10_000;
// The last part of such a wait. A page that was busy or asleep finds its timers due before it has read what came
// meanwhile: it gets so much time to read.
export const kLastWait = 500;

// What engines work on is asked once more; whoever asked waits until there is a connection again.
const kAgain = new Set<unknown>(['analyse', 'review']);
const kWatching = new Set<unknown>(['watch', 'unwatch']);

// Doubles up to the limit.
export const nextDelay = (delay: number): number => Math.min(delay * 2, kLastDelay);

export class Socket {
  readonly online = signal<'connecting' | 'online' | 'offline'>('connecting');
  // How far the server's clock is ahead of ours, in milliseconds.
  skew = 0;

  private socket: Wire | null = null;
  private number = 0;
  private delay = kFirstDelay;
  private lost: number | undefined; // when the connection was lost
  private timer: ReturnType<typeof setTimeout> | undefined;
  private patience: ReturnType<typeof setTimeout> | undefined; // until a silent connection is given up
  private readonly pending = new Map<number, Pending>();
  private readonly watches = new Map<string, Watch>();

  // `lostError`: what those are told at once who wait when the wire is lost; without it they wait for the next one.
  constructor(
    private readonly wire: () => Wire,
    private readonly lostError: ApiError | null = null,
  ) {}

  // Watches a table until the returned function is called.
  watch(table: string, token: string | undefined, watcher: Watcher): () => void {
    const watch: Watch = {
      token,
      seen: -1,
      asking: false,
      heard: false,
      delay: kFirstDelay,
      timer: undefined,
      watcher,
    };
    this.watches.set(table, watch);
    this.connect();
    if (this.isOpen()) this.askWatch(table, watch);
    return () => {
      if (this.watches.get(table) !== watch) return;
      clearTimeout(watch.timer);
      this.watches.delete(table);
      if (this.isOpen()) this.send({ type: 'unwatch', table }).catch(() => undefined);
    };
  }

  // Asks at once for a table that was refused.
  watchAgain(table: string): void {
    const watch = this.watches.get(table);
    if (!watch || watch.heard) return;
    if (this.isOpen()) this.askWatch(table, watch);
    else this.retry();
  }

  // Sends a request; waits for the connection if there is none yet.
  send(message: SocketMessage, progress?: (message: SocketMessage) => void): Promise<SocketMessage> {
    return this.begin(message, progress).answer;
  }

  // The same, for requests that last and may be stopped by their number.
  begin(
    message: SocketMessage,
    progress?: (message: SocketMessage) => void,
  ): { answer: Promise<SocketMessage>; stop(): void } {
    const number = ++this.number;
    const answer = new Promise<SocketMessage>((resolve, reject) => {
      const pending: Pending = { message: { ...message, request: number }, posted: false, resolve, reject };
      if (progress) pending.progress = progress;
      this.pending.set(number, pending);
      this.connect();
      this.post(pending);
    });
    const stop = () => {
      if (!this.pending.has(number)) return;
      if (this.isOpen()) this.send({ type: 'stop', of: number }).catch(() => undefined);
      else this.finish(number)?.reject(new ApiError('stopped', ''));
    };
    return { answer, stop };
  }

  // Tries again at once: the person asked, or the browser says that it is online.
  retry(): void {
    if (this.socket) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.connect();
  }

  // Something changed outside: is the connection still good, or can it be had again?
  check(): void {
    if (this.timer !== undefined) this.retry();
    else this.ping();
  }

  // Is the other side still there? Without an answer the connection is made anew.
  ping(wait = kPingWait): void {
    if (!this.isOpen()) return;
    this.send({ type: 'ping' }).catch(() => undefined);
    if (this.patience === undefined) this.expect(wait);
  }

  // The language of answers is fixed when the connection opens. What tables say comes anew.
  reopen(): void {
    for (const watch of this.watches.values()) watch.seen = -1;
    this.delay = 0;
    this.drop();
  }

  private isOpen(): boolean {
    return this.socket?.readyState === 1;
  }

  private connect(): void {
    if (this.socket || this.timer !== undefined) return;
    if (this.online.value !== 'offline') this.online.value = 'connecting';
    let socket: Wire;
    try {
      socket = this.wire();
    } catch {
      this.later();
      return;
    }
    this.socket = socket;
    this.expect(kOpenWait);
    socket.onopen = () => this.opened();
    socket.onmessage = (event) => this.received(String(event.data));
    socket.onclose = () => this.closed();
  }

  // A dead connection may take minutes to close by itself.
  private drop(): void {
    if (!this.socket) return;
    const { socket } = this;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.closed();
  }

  private opened(): void {
    this.calm();
    this.online.value = 'online';
    if (!this.lostError) this.delay = kFirstDelay;
    this.lost = undefined;
    for (const [table, watch] of this.watches) this.askWatch(table, watch);
    this.postAll();
  }

  private closed(): void {
    this.calm();
    this.socket = null;
    for (const watch of this.watches.values()) {
      watch.asking = watch.heard = false;
      clearTimeout(watch.timer);
    }
    for (const [number, pending] of [...this.pending]) {
      const { posted, message } = pending;
      pending.posted = false;
      // An act that was sent may or may not have been stored; only the state that comes next can tell.
      if (this.lostError) this.finish(number)?.reject(this.lostError);
      else if (posted && !kAgain.has(message['type'])) this.finish(number)?.reject(new ApiError('offline', ''));
    }
    this.later();
  }

  // Something has to come by then.
  private expect(wait: number): void {
    this.patience = setTimeout(() => {
      this.patience = setTimeout(() => this.drop(), kLastWait);
    }, wait - kLastWait);
  }

  private calm(): void {
    clearTimeout(this.patience);
    this.patience = undefined;
  }

  private later(): void {
    const atOnce = this.delay === 0;
    if (!atOnce) this.online.value = 'offline';
    if (this.lostError && this.watches.size === 0) return; // nobody waits: it is connected when something is asked
    this.lost ??= Date.now();
    const soon = !this.lostError && Date.now() - this.lost < kSoonFor;
    const [least, most] = soon ? [kSoonestDelay, kSoonDelay] : [this.delay, this.delay * 1.1];
    this.delay = soon ? kFirstDelay : nextDelay(this.delay);
    this.timer = setTimeout(
      () => {
        this.timer = undefined;
        this.connect();
      },
      atOnce ? 0 : least + Math.random() * (most - least),
    );
  }

  private postAll(): void {
    for (const pending of this.pending.values()) this.post(pending);
  }

  // Sends what may be sent now. The server hears acts at a table only from those who watch it.
  private post(pending: Pending): void {
    if (pending.posted || !this.isOpen()) return;
    const { message } = pending;
    const watch = this.watches.get(String(message['table']));
    if (watch && !watch.heard && !kWatching.has(message['type'])) return;
    pending.posted = true;
    this.socket?.send(JSON.stringify(message));
    const isAct = watch !== undefined && !kWatching.has(message['type']) && !kAgain.has(message['type']);
    if (isAct) this.ping(kActWait);
  }

  private finish(number: number): Pending | undefined {
    const pending = this.pending.get(number);
    this.pending.delete(number);
    return pending;
  }

  private askWatch(table: string, watch: Watch): void {
    if (watch.asking) return;
    watch.asking = true;
    clearTimeout(watch.timer);
    const message: SocketMessage = { type: 'watch', table };
    if (watch.token) message['token'] = watch.token;
    if (watch.seen >= 0) message['after'] = watch.seen;
    this.send(message).then(
      (answer) => this.watched(watch, answer),
      (error: ApiError) => {
        watch.asking = false;
        if (error.code === 'offline' || this.watches.get(table) !== watch) return;
        this.refuseActs(table, error);
        if (!isLasting(error)) this.askWatchLater(table, watch);
        watch.watcher.refused(error);
      },
    );
  }

  private askWatchLater(table: string, watch: Watch): void {
    watch.timer = setTimeout(() => {
      if (this.isOpen() && this.watches.get(table) === watch) this.askWatch(table, watch);
    }, watch.delay);
    watch.delay = nextDelay(watch.delay);
  }

  private watched(watch: Watch, answer: SocketMessage): void {
    watch.asking = false;
    watch.heard = true;
    watch.delay = this.delay = kFirstDelay;
    if (answer['table']) {
      const table = answer['table'] as Table;
      watch.seen = table.event;
      this.skew = table.at - Date.now();
      watch.watcher.table(table);
    } else {
      for (const event of answer['events'] as TableEvent[]) this.event(event);
      // Who is there, who thinks and what the clocks show changes without events.
      if (answer['now']) watch.watcher.news({ type: 'now', ...(answer['now'] as Presence) });
    }
    this.postAll();
  }

  private refuseActs(table: string, error: ApiError): void {
    for (const [number, { message }] of [...this.pending]) {
      if (message['table'] === table) this.finish(number)?.reject(error);
    }
  }

  private received(text: string): void {
    this.calm(); // whatever it is, the other side lives
    const message = JSON.parse(text) as SocketMessage;
    if (message['type'] === 'event') {
      this.event(message as unknown as TableEvent);
    } else if (typeof message['request'] === 'number') {
      this.answered(message['request'], message);
    } else if (message['type'] === 'resync') {
      this.resync(String(message['table']));
    } else {
      this.news(message as unknown as TableNews);
    }
  }

  // The server itself lost count: everything anew.
  private resync(table: string): void {
    const watch = this.watches.get(table);
    if (!watch) return;
    watch.seen = -1;
    this.askWatch(table, watch);
  }

  private answered(number: number, message: SocketMessage): void {
    const pending = this.pending.get(number);
    if (!pending) return;
    if (message['type'] === 'error') {
      const { code, message: words } = message['error'] as { code: string; message: string };
      this.finish(number)?.reject(new ApiError(code, words));
    } else if (isProgress(message)) {
      pending.progress?.(message);
    } else {
      this.finish(number)?.resolve(message);
    }
  }

  private event(event: TableEvent): void {
    const watch = this.watches.get(event.table);
    if (!watch || event.event <= watch.seen) return;
    if (watch.asking && watch.seen < 0) return; // the answer will hold it
    if (event.event > watch.seen + 1) {
      this.askWatch(event.table, watch);
      return;
    }
    watch.seen = event.event;
    // Late events only lower the estimate, so the largest is the truest.
    this.skew = Math.max(this.skew, event.at - Date.now());
    watch.watcher.event(event);
  }

  private news(news: TableNews): void {
    if (news.type === 'notice') {
      for (const watch of this.watches.values()) watch.watcher.news(news);
    } else if ('table' in news) {
      this.watches.get(news.table)?.watcher.news(news);
    }
  }
}

// Analyses and reviews answer several times; only the last one settles the request.
function isProgress(message: SocketMessage): boolean {
  if (message['type'] === 'analysis') return message['done'] !== true;
  if (message['type'] === 'review') return message['review'] === undefined;
  return false;
}
