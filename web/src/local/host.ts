// The program compiled to WebAssembly (src/local), as whoever runs it sees it: messages in, messages out. It works only
// while run() lasts. Shared by the worker of the page and the tests.

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  tabuleiro_buffer(bytes: number): number;
  tabuleiro_message(bytes: number): void;
  tabuleiro_file(nameBytes: number, bytes: number): void;
  tabuleiro_run(ms: number): number;
}

const kDone = 0; // errors of WASI
const kNoSuchCall = 52;
const kStandardError = 2;
const kRealTime = 0;

export class Host {
  private exports!: Exports;
  private readonly decoder = new TextDecoder();
  private readonly encoder = new TextEncoder();

  private constructor(
    private readonly emit: (message: unknown) => void,
    private readonly leaving: () => void,
  ) {}

  /**
   * `emit` hears what the program says, while run() lasts; it may call message() and file(), but not run(). `leaving` is
   * called where the program is about to wait, for whoever wants to see its stack.
   */
  static async start(
    program: WebAssembly.Module | BufferSource,
    emit: (message: unknown) => void,
    leaving = (): void => undefined,
  ): Promise<Host> {
    const host = new Host(emit, leaving);
    const module = program instanceof WebAssembly.Module ? program : await WebAssembly.compile(program);
    const instance = await WebAssembly.instantiate(module, host.imports(WebAssembly.Module.imports(module)));
    host.exports = instance.exports as unknown as Exports;
    host.exports._initialize();
    return host;
  }

  /** One object of the interface; it is heard in the next run(). */
  message(message: unknown): void {
    this.exports.tabuleiro_message(this.put(this.encoder.encode(JSON.stringify(message))));
  }

  /** A file that was asked for by `{"need":name}`; without bytes: there is none. */
  file(name: string, bytes: Uint8Array): void {
    const before = this.encoder.encode(name);
    const both = new Uint8Array(before.length + bytes.length);
    both.set(before);
    both.set(bytes, before.length);
    this.put(both);
    this.exports.tabuleiro_file(before.length, bytes.length);
  }

  /** Works for about so long; after how many ms it is to be called again (negative: when something comes). */
  run(ms: number): number {
    return this.exports.tabuleiro_run(ms);
  }

  private put(bytes: Uint8Array): number {
    const at = this.exports.tabuleiro_buffer(bytes.length);
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
    return bytes.length;
  }

  private text(at: number, bytes: number): string {
    return this.decoder.decode(new Uint8Array(this.exports.memory.buffer, at, bytes));
  }

  // What the program has of a system: the time, chance, and a place to complain. Whatever else its library could call
  // (files, arguments) is not there.
  private imports(wanted: WebAssembly.ModuleImportDescriptor[]): WebAssembly.Imports {
    const view = () => new DataView(this.exports.memory.buffer);
    const wasi: Record<string, (...given: never[]) => number> = {
      clock_time_get: (clock: number, _precision: bigint, into: number) => {
        const ms = clock === kRealTime ? Date.now() : performance.now();
        view().setBigUint64(into, BigInt(Math.round(ms * 1e6)), true);
        return kDone;
      },
      random_get: (into: number, bytes: number) => {
        crypto.getRandomValues(new Uint8Array(this.exports.memory.buffer, into, bytes));
        return kDone;
      },
      fd_write: (file: number, parts: number, count: number, written: number) => {
        let all = 0;
        let text = '';
        for (let i = 0; i < count; ++i) {
          const bytes = view().getUint32(parts + 8 * i + 4, true);
          text += this.text(view().getUint32(parts + 8 * i, true), bytes);
          all += bytes;
        }
        if (file === kStandardError) console.warn(text.trimEnd());
        view().setUint32(written, all, true);
        return kDone;
      },
    };
    for (const { module, name } of wanted) {
      if (module === 'wasi_snapshot_preview1') wasi[name] ??= () => kNoSuchCall;
    }
    const emit = (at: number, bytes: number) => this.emit(JSON.parse(this.text(at, bytes)));
    return { wasi_snapshot_preview1: wasi as WebAssembly.ModuleImports, tabuleiro: { emit, leaving: this.leaving } };
  }
}
