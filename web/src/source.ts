// What answers the page: a server over the network (network.ts), or the engine in this browser (local/). Both speak
// the contract of src/api/contract, so that nobody who asks has to know which of them answers.

// A refusal. `code` is fixed; the message is for people and in their language.
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status = 0,
  ) {
    super(message);
  }
}

export interface Question {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly token?: string | undefined; // of a seat
  readonly here?: boolean | undefined; // true: the engine in this browser has to answer; false: the server
}

// What messages go over, both ways; a WebSocket is one.
export interface Wire {
  readonly readyState: number; // 1: open
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Source {
  // The answer, also one that refuses; an ApiError `offline` where nothing answers.
  ask(question: Question): Promise<Response>;
  wire(): Wire;
}
