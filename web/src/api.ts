// What the page asks: its types, which the build makes of the contract, and single requests.
import type {
  Acted,
  Analysis,
  AnalysisRequest,
  BoardInfo,
  Created,
  DailyPuzzle,
  EditRequest,
  Error as Refusal,
  Exported,
  GameRecord,
  Games,
  Imported,
  JoinRequest,
  Joined,
  Lessons,
  NewTable,
  NoticeNews,
  OnlineNews,
  PhraseNews,
  Options,
  Presence,
  Puzzle,
  PuzzleList,
  RecordFormat,
  ReviewNews,
  SpectatorsNews,
  Table,
  ThinkingNews,
  View,
  ViewRequest,
} from 'tabuleiro:api_types';
import { fileAddress } from './place';
import { language } from './settings';
import { ApiError } from './source';
import { ask } from './sources';

export type * from 'tabuleiro:api_types';
export { ApiError };

// What of a table changes without events, in one message or each by itself.
export type TableNews =
  | ({ type: 'now' } & Presence)
  | OnlineNews
  | SpectatorsNews
  | PhraseNews
  | ThinkingNews
  | ReviewNews
  | NoticeNews;

// `here`: by the engine in this browser; `false`: by the server; otherwise by whoever can.
export async function request<T>(
  method: string,
  path: string,
  body?: unknown,
  token?: string,
  here?: boolean,
): Promise<T> {
  const response = await raw(method, path, body, token, here);
  return (await response.json()) as T;
}

async function raw(method: string, path: string, body?: unknown, token?: string, here?: boolean): Promise<Response> {
  const response = await ask({ method, path, body, token, here });
  if (response.ok) return response;
  const refused = (await response.json().catch(() => null)) as Partial<Refusal> | null;
  throw new ApiError(refused?.error?.code ?? 'failed', refused?.error?.message ?? '', response.status);
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

/** `number`: which of several games, from 1. */
export const readRecord = (text: string, number = 1): Promise<Imported> =>
  request('POST', '/api/record', { text, number });
export const exportRecord = (record: GameRecord, format: RecordFormat): Promise<Exported> =>
  request('POST', '/api/record/export', { record, format });

// A game as an animated picture.
export const film = async (record: GameRecord): Promise<Blob> =>
  (await raw('POST', '/api/record/picture.gif', { record })).blob();

export const createTable = (table: NewTable, here?: boolean): Promise<Created> =>
  request('POST', '/api/tables', table, undefined, here);
// Without an invitation an open seat of a public table.
export const joinTable = (id: string, wishes: JoinRequest, invitation: string): Promise<Joined> =>
  request('POST', `/api/tables/${encodeURIComponent(id)}/join`, wishes, invitation);
export const table = (id: string, token?: string): Promise<Table> =>
  request('GET', `/api/tables/${encodeURIComponent(id)}`, undefined, token);
export const act = (id: string, what: string, body: Record<string, unknown>, token: string): Promise<Acted> =>
  request('POST', `/api/tables/${encodeURIComponent(id)}/${what}`, body, token);
// The rules in full, as the document has them.
export const rules = async (game: string, spoken: string): Promise<string> =>
  (await raw('GET', fileAddress(`rules-${encodeURIComponent(game)}.${spoken}.txt`))).text();

export const tableRecord = async (id: string, format: RecordFormat): Promise<string> =>
  (await raw('GET', `/api/tables/${encodeURIComponent(id)}/record?format=${format}`)).text();

// Records of the archive as one text, and where those begin that are not in it.
export async function archiveRecords(query: URLSearchParams): Promise<{ text: string; next: string | null }> {
  const response = await raw('GET', `/api/archive/records?${query}`);
  return { text: await response.text(), next: response.headers.get('X-Next') };
}

export const analysis = (asked: AnalysisRequest, here: boolean): Promise<Analysis> =>
  request('POST', '/api/analysis', asked, undefined, here);
export const lessons = (game: string): Promise<Lessons> =>
  once(`lessons ${game}`, () => request('GET', `/api/lessons?game=${encodeURIComponent(game)}`));
export const puzzles = (game: string): Promise<PuzzleList> =>
  once(`puzzles ${game}`, () => request('GET', `/api/puzzles?game=${encodeURIComponent(game)}`));
export const puzzle = (id: string): Promise<Puzzle> => request('GET', `/api/puzzles/${encodeURIComponent(id)}`);
export const dailyPuzzle = (): Promise<DailyPuzzle> => request('GET', '/api/puzzles/daily');
