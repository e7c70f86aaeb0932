// What lists of games ask of the server.
import { ApiError, archiveRecords, request, tableRecord, type Archive, type LiveGames } from '../api';
import { between, type Search } from './search';

// The archive's own names of what is searched for.
export function archiveQuery(search: Search): URLSearchParams {
  const { from, to } = between(search);
  const query = new URLSearchParams();
  const player = search.player.trim();
  if (search.game) query.set('game', search.game);
  if (player) query.set('player', player);
  if (search.standing) query.set('result', search.standing);
  if (from !== undefined) query.set('from', String(from));
  if (to !== undefined) query.set('to', String(to));
  return query;
}

export function archive(search: Search, before: string | null): Promise<Archive> {
  const query = archiveQuery(search);
  if (before) query.set('before', before);
  return request('GET', `/api/archive?${query}`);
}

export const live = (): Promise<LiveGames> => request('GET', '/api/live');

const kAtOnce = 4;
const kTries = 8;
const kPause = 1_500; // milliseconds, where the server has too much to do

const rest = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

export const isBusy = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 429 || error.status === 503);

export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

// What the server had no time for is asked again.
async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; ++tries) {
    try {
      return await ask();
    } catch (error) {
      if (!isBusy(error) || tries === kTries) throw error;
      await rest(kPause);
    }
  }
}

// Does the work for each, a few at a time, and whatever the server had no time for again.
export async function forEach<Item>(items: readonly Item[], work: (item: Item, at: number) => Promise<void>) {
  const queue = items.map((item, at) => ({ item, at }));
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { item, at } = next;
      await patiently(() => work(item, at));
    }
  };
  await Promise.all(Array.from({ length: kAtOnce }, worker));
}

export interface Records {
  text: string;
  missing: number;
}

// The records of games as one text, in their order. Those that the server has no more are left out.
export async function records(ids: readonly string[], onDone: (count: number) => void): Promise<Records> {
  const texts: string[] = [];
  let done = 0;
  await forEach(ids, async (id, at) => {
    try {
      texts[at] = (await tableRecord(id, 'pgn')).trim();
    } catch (error) {
      if (!isGone(error)) throw error;
    }
    onDone(++done);
  });
  const there = texts.filter(Boolean);
  return { text: `${there.join('\n\n')}\n`, missing: ids.length - there.length };
}

// The records of everything that a search finds in the archive, however many texts the server makes of them.
export async function foundRecords(search: Search, onDone: (count: number) => void): Promise<Records> {
  const texts: string[] = [];
  let count = 0;
  for (let before: string | null = ''; before !== null; ) {
    const query = archiveQuery(search);
    if (before) query.set('before', before);
    const { text, next } = await patiently(() => archiveRecords(query));
    texts.push(text.trim());
    count += text.match(/^\[Game "/gm)?.length ?? 0;
    onDone(count);
    before = next;
  }
  return { text: `${texts.filter(Boolean).join('\n\n')}\n`, missing: 0 };
}
