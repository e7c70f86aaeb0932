// What the page and the thread of the engine say to each other.

export const kEngineFile = 'engine.wasm';

// What the program calls a file, where it is, and how many bytes it has.
export type EngineFiles = Record<string, { readonly name: string; readonly size: number }>;

export type ToWorker =
  | { start: { files: EngineFiles; folder: string } }
  | { id: number; method: string; path: string; body: unknown; token: string | undefined; lang: string }
  | { open: true; lang: string }
  | { socket: object };

export type FromWorker =
  | { ready: true }
  | { stale: true } // another tab has kept something
  | { failed: string }
  | { progress: { name: string; share: number } }
  | { id: number; status: number; body?: unknown }
  | { socket: object };

// What the program tells whoever runs it, besides answers.
export type FromProgram =
  | { need: string }
  | { keep: { table: string; state: string | null } }
  | Extract<FromWorker, { id: number } | { socket: object }>;
