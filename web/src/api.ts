// The server's interface as docs/api.md has it: types, and single requests over HTTP.
import { language } from './settings';

export type Result = 'none' | 'p1win' | 'p2win' | 'p3win' | 'draw';
export type Options = Record<string, string>;

export interface GameOption {
  key: string;
  values: string[];
  default: string;
  description: string;
}

export interface Game {
  name: string;
  title: string;
  options: GameOption[];
  start: string;
  multi_step: boolean;
}

export interface Games {
  games: Game[];
  who: string[];
}

export interface Cell {
  name: string;
  x: number;
  y: number;
  row: number;
  column: number;
  far?: number;
}

export interface Hole {
  name: string;
  column: number;
  row: number;
}

export interface BoardInfo {
  game: string;
  options: Options;
  shape: 'square' | 'hexagon';
  players: number;
  colours: string[];
  cells: Cell[];
  holes: Hole[];
}

export interface Piece {
  cell: number;
  player: number;
  pegs?: number[];
  locked?: boolean;
}

export interface Counter {
  player: number;
  kind: 'pool' | 'far-row';
  label: string;
  value: number;
}

export type TraceKind =
  | 'place' | 'move' | 'capture' | 'replace' | 'push_off' | 'peg' | 'swap' | 'sacrifice' | 'end';

export interface Trace {
  kind: TraceKind;
  player: number;
  from?: number;
  to?: number;
  hole?: number;
}

export interface Step {
  action: string;
  kind: string;
  from?: number;
  to?: number;
  hole?: number;
  label?: string;
  traces?: Trace[];
}

export interface Outcome {
  result: Result;
  reason: string;
  line?: number[];
}

export interface View {
  game: string;
  options: Options;
  position: string;
  to_move: number;
  turn: number;
  pieces: Piece[];
  counters: Counter[];
  out: number[];
  last: Trace[];
  draft: string[];
  draft_kinds: string[]; // of its actions, as steps have them
  draft_state: 'empty' | 'incomplete' | 'complete';
  prompt: string;
  legal: Step[];
  must_block: number[];
  aids?: { wins: number[]; loses: number[] }; // where a stone wins or loses at once
  outcome: Outcome;
}

export interface ViewRequest {
  game: string;
  options?: Options;
  position?: string;
  turns?: string[];
  draft?: string[];
  aids?: boolean;
}

export interface EditRequest {
  game: string;
  options?: Options;
  position: string;
  pieces?: Piece[];
  to_move?: number;
  counters?: { player: number; value: number }[];
}

// The JSON twin of docs/records.md.
export interface RecordTurn {
  turn: string;
  clock_ms?: number;
  win?: number[];
  glyphs?: number[];
  comment?: string;
  variations?: (string | RecordTurn)[][];
}

export interface GameRecord {
  game: string;
  options?: Options;
  position?: string;
  players?: string[];
  tags?: Record<string, string>;
  comment?: string;
  result?: string;
  reason?: string;
  turns: (string | RecordTurn)[];
}

export type RecordFormat = 'pgn' | 'json' | 'abstractplay';

export type ClockRule =
  | { kind: 'game'; initial: number; increment: number }
  | { kind: 'turn'; initial: number };

export interface NewTable {
  game: string;
  options?: Options;
  position?: string;
  turns?: string[];
  seats: { who: string; name?: string }[];
  clock: ClockRule | null;
  exploration: boolean;
  aids: boolean;
  level_time?: number;
}

export interface Seat {
  player: number;
  who: string;
  name: string;
  taken: boolean;
  online: boolean;
  yours: boolean;
}

export interface ClockLeft {
  player: number;
  left: number;
}

export interface Thinking {
  player: number;
  since: number;
  limit: number;
}

export interface Offers {
  draw: number[];
  takeback: { player: number; turns: number; agreed: number[] } | null;
  rematch: number[];
}

export interface Table {
  id: string;
  game: string;
  options: Options;
  position: string;
  created: number;
  event: number;
  seats: Seat[];
  clock: ClockRule | null;
  clocks: ClockLeft[];
  running: number | null;
  at: number;
  turns: string[];
  view: View;
  thinking: Thinking | null;
  offers: Offers;
  result: Result;
  reason?: string;
  rematch: string | null;
  exploration: boolean;
  aids: boolean;
  review: 'none' | 'running' | 'done';
}

export interface Created {
  id: string;
  token: string | null; // null where every seat is somebody else's
  seats: number[];
  invites: { player: number; token: string }[];
  table: Table;
}

export interface Joined {
  token: string;
  seats: number[];
  table: Table;
}

export type Answer = 'ask' | 'accept' | 'decline' | 'withdraw';

export interface Proven {
  result: 'win' | 'loss';
  turns: number;
}

export interface AnalysisLine {
  rank: number;
  value: number;
  chance: number;
  chances: number[];
  proven: Proven | null;
  depth: number;
  seldepth: number;
  nodes: number;
  effort: number; // nodes or visits spent on this line alone
  time_ms: number;
  line: string[];
  then: AnalysisLine[];
}

export interface Evaluation {
  value: number;
  chance: number;
  chances: number[];
  terms: { name: string; counts: number[]; weight: number; contribution: number }[];
  weights: Record<string, number> | null;
}

export interface Analysis {
  game: string;
  options: Options;
  position: string;
  to_move: number;
  result: Result;
  reason: string | null;
  evaluation: Evaluation | null;
  lines: AnalysisLine[];
}

export interface AnalysisRequest extends ViewRequest {
  time: number;
  lines: number;
}

export type Effort = 'quick' | 'normal' | 'deep';

// What a review says of one turn. Of a turn that it did not reach only the first four are there.
export interface JudgedTurn {
  turn: number; // from 1
  player: number;
  text: string;
  judged: boolean;
  searched?: boolean; // long enough to say something
  before?: number[]; // chances of each player
  win?: number[]; // and after the turn
  loss?: number; // points of the player's own chance
  mark?: '' | '?!' | '?' | '??';
  words?: string;
  steps?: { text: string; loss: number }[];
  best?: string[][];
}

export interface Judged {
  complete: boolean;
  accuracy: (number | null)[];
  turns: JudgedTurn[];
}

export interface LessonStep {
  task: string;
  accept: string[];
  reply?: string;
  praise: string;
  hint: string;
}

export interface Lesson {
  id: string;
  title: string;
  text: string;
  game: string;
  options: Options;
  position: string;
  steps: LessonStep[];
}

// Events of a table; `event` numbers grow by one.
interface EventBase {
  type: 'event';
  table: string;
  event: number;
  at: number;
  offers: Offers; // as they stand after it
}

export type TableEvent = EventBase &
  (
    | { kind: 'seated'; player: number; name: string; clocks?: ClockLeft[]; running?: number | null }
    | {
        kind: 'turn';
        player: number;
        turn: string;
        turns: number;
        clocks: ClockLeft[];
        running: number | null;
        view: View;
        result?: Result;
        reason?: string;
      }
    | {
        kind: 'takeback';
        player: number;
        answer: Answer;
        turns?: number;
        clocks?: ClockLeft[];
        running?: number | null;
        view?: View;
      }
    | { kind: 'draw'; player: number; answer: Answer; result?: Result; reason?: string }
    | { kind: 'rematch'; player: number; answer: Answer; rematch?: string }
    | { kind: 'end'; result: Result; reason: string }
    | { kind: 'seat'; player: number; who: string; clocks?: ClockLeft[]; running?: number | null }
  );

// What of a table changes without events.
export interface Presence {
  online: number[];
  thinking: Thinking | null;
  clocks: ClockLeft[];
  running: number | null;
  at: number;
  review: Table['review'];
}

// News without a number.
export type TableNews =
  | ({ type: 'now' } & Presence)
  | { type: 'online'; table: string; player: number; online: boolean }
  | { type: 'thinking'; table: string; player: number; since: number; limit: number }
  | { type: 'review_ready'; table: string }
  | { type: 'notice'; message: string };

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

async function request<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
  const response = await raw(method, path, body, token);
  return (await response.json()) as T;
}

async function raw(method: string, path: string, body?: unknown, token?: string): Promise<Response> {
  const headers: Record<string, string> = { 'Accept-Language': language.value };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (token) headers['Authorization'] = `Seat ${token}`;
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiError('offline', '');
  }
  if (response.ok) return response;
  const refused = (await response.json().catch(() => null)) as {
    error?: { code: string; message: string };
  } | null;
  throw new ApiError(
    refused?.error?.code ?? 'failed',
    refused?.error?.message ?? '',
    response.status,
  );
}

export const optionsText = (options: Options): string =>
  Object.entries(options)
    .map(([key, value]) => `${key}=${value}`)
    .join(',');

// What never changes is asked once a language (titles and descriptions are translated).
const kept = new Map<string, Promise<unknown>>();

function once<T>(key: string, ask: () => Promise<T>): Promise<T> {
  const full = `${language.value} ${key}`;
  let answer = kept.get(full) as Promise<T> | undefined;
  if (!answer) {
    answer = ask();
    kept.set(full, answer);
    answer.catch(() => kept.delete(full));
  }
  return answer;
}

export const games = (): Promise<Games> => once('games', () => request('GET', '/api/games'));

export function boardInfo(game: string, options: Options = {}): Promise<BoardInfo> {
  const query = `game=${encodeURIComponent(game)}&options=${encodeURIComponent(optionsText(options))}`;
  return once(query, () => request('GET', `/api/board?${query}`));
}

export const view = (asked: ViewRequest): Promise<View> => request('POST', '/api/view', asked);
export const edit = (asked: EditRequest): Promise<View> => request('POST', '/api/edit', asked);

export const readRecord = (text: string): Promise<{ record: GameRecord; views: number }> =>
  request('POST', '/api/record', { text });
export const exportRecord = (record: GameRecord, format: RecordFormat): Promise<{ text: string }> =>
  request('POST', '/api/record/export', { record, format });

export const createTable = (table: NewTable): Promise<Created> =>
  request('POST', '/api/tables', table);
export const joinTable = (id: string, name: string, invitation: string, token: string): Promise<Joined> =>
  request('POST', `/api/tables/${encodeURIComponent(id)}/join`, { name, token }, invitation);
export const table = (id: string, token?: string): Promise<Table> =>
  request('GET', `/api/tables/${encodeURIComponent(id)}`, undefined, token);
export const act = (
  id: string,
  what: string,
  body: Record<string, unknown>,
  token: string,
): Promise<{ event: number }> =>
  request('POST', `/api/tables/${encodeURIComponent(id)}/${what}`, body, token);
export const tableRecord = async (id: string, format: RecordFormat): Promise<string> =>
  (await raw('GET', `/api/tables/${encodeURIComponent(id)}/record?format=${format}`)).text();

export const analysis = (asked: AnalysisRequest): Promise<Analysis> =>
  request('POST', '/api/analysis', asked);
export const lessons = (game: string): Promise<{ lessons: Lesson[] }> =>
  once(`lessons ${game}`, () => request('GET', `/api/lessons?game=${encodeURIComponent(game)}`));
