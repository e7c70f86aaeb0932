// The program for browsers as a test uses it: requests that are waited for, a socket, tables that are kept.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Host } from '../src/local/host';
import { problem, answerOf } from './contract';

export type Json = Record<string, unknown>;

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
// ./test says where it was built; whoever has not built it can still try the rest of the page.
const asked = process.env['TABULEIRO_ENGINE'];
const built = asked ?? join(root, 'build', 'test', 'wasm', 'engine.wasm');
export const kNoEngine = asked === undefined && !existsSync(built) ? `${built} is not built` : false;
const kSlice = 50;
const kPatience = 60_000;

/** The program's bytes, or those of another build of it beside it. */
export const bytesOf = (beside?: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(readFileSync(beside === undefined ? built : join(dirname(built), beside)));
export const isBuilt = (name: string): boolean => existsSync(join(dirname(built), name));

let compiled: Promise<WebAssembly.Module> | undefined;
export const program = (): Promise<WebAssembly.Module> => (compiled ??= WebAssembly.compile(bytesOf()));

const inRepository = (name: string): string =>
  join(root, name.startsWith('puzzles/') ? name.replace('puzzles/', 'src/puzzles/sets/') : name);

export class Local {
  readonly said: Json[] = [];
  readonly needed: string[] = [];
  readonly kept = new Map<string, string>();
  longest = 0; // milliseconds of one run
  private host!: Host;
  private number = 0;
  private readonly coming: string[] = [];

  private constructor(
    private readonly fetched: (name: string) => Uint8Array,
    private readonly slice: number,
  ) {}

  static async start(
    fetched = (name: string): Uint8Array => readFileSync(inRepository(name)),
    kept = new Map<string, string>(),
    { module, slice = kSlice, leaving }: { module?: WebAssembly.Module; slice?: number; leaving?: () => void } = {},
  ): Promise<Local> {
    const local = new Local(fetched, slice);
    local.host = await Host.start(module ?? (await program()), (message) => local.hear(message as Json), leaving);
    local.host.message({ restore: [...kept].map(([table, state]) => ({ table, state })) });
    for (const [table, state] of kept) local.kept.set(table, state);
    local.host.message({ open: true, lang: 'en' });
    return local;
  }

  private hear(message: Json): void {
    if (typeof message['need'] === 'string') {
      this.needed.push(message['need']);
      this.coming.push(message['need']);
    } else if (message['keep']) {
      const { table, state } = message['keep'] as { table: string; state: string | null };
      if (state === null) this.kept.delete(table);
      else this.kept.set(table, state);
    } else {
      this.said.push(message);
    }
  }

  post(message: unknown): void {
    this.host.message(message);
  }

  // As in a browser files come after the program has gone on with what else it has to do.
  private run(): number {
    const next = this.host.run(this.slice);
    const come = this.coming.splice(0);
    for (const name of come) this.host.file(name, this.fetched(name));
    return come.length > 0 ? 0 : next;
  }

  /** Runs until what is looked for was said. */
  async until<T>(find: () => T | undefined): Promise<T> {
    const end = performance.now() + kPatience;
    while (performance.now() < end) {
      const found = find();
      if (found !== undefined) return found;
      const begin = performance.now();
      const next = this.run();
      this.longest = Math.max(this.longest, performance.now() - begin);
      if (next > 0 && find() === undefined) await new Promise((resolve) => setTimeout(resolve, next));
      if (next < 0 && find() === undefined) assert.fail(`nothing more to do: ${JSON.stringify(this.said.slice(-3))}`);
    }
    assert.fail(`not within ${kPatience} ms`);
  }

  async request(method: string, path: string, body?: unknown, token?: string): Promise<{ status: number; body: Json }> {
    const id = ++this.number;
    this.post({ id, method, path, body, token, lang: 'en' });
    return this.until(() => this.said.find((message) => message['id'] === id) as never);
  }

  /** A request that is granted, with an answer as the contract has it; `route`: where its path has arguments. */
  async ask(method: string, path: string, body?: unknown, token?: string, route = path.split('?')[0]): Promise<Json> {
    const answer = await this.request(method, path, body, token);
    assert.ok(answer.status < 300, JSON.stringify(answer));
    assert.equal(problem(answerOf(`${method} ${route}`, answer.status), answer.body), '', path);
    return answer.body;
  }

  /** The code of a refusal. */
  async refusal(method: string, path: string, body?: unknown, token?: string): Promise<string> {
    const answer = await this.request(method, path, body, token);
    assert.ok(answer.status >= 400, JSON.stringify(answer));
    assert.equal(problem('Error', answer.body), '');
    return (answer.body['error'] as Json)['code'] as string;
  }

  send(message: Json): number {
    const request = ++this.number;
    this.post({ socket: { request, ...message } });
    return request;
  }

  messages(type: string): Json[] {
    return this.said
      .map((message) => message['socket'] as Json | undefined)
      .filter((m) => m?.['type'] === type) as Json[];
  }

  /** What a request over the socket is answered. */
  answer(request: number): Promise<Json> {
    return this.until(() =>
      [...this.messages('ok'), ...this.messages('error')].find((message) => message['request'] === request),
    );
  }
}
