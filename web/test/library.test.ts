// Games that the browser keeps: which, and how they are found.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Result } from '../src/api';

// A browser that keeps things.
const kept = new Map<string, string>();
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  },
  location: { protocol: 'http:', host: 'h', pathname: '/', search: '' },
});

const { between, found, kAnyGame, standingOf } = await import('../src/library/search');
const { archiveQuery, forEach, foundRecords, records } = await import('../src/library/fetch');
const { ApiError } = await import('../src/api');
const { bounded, heldSeats } = await import('../src/play/seats');
const { keepGame } = await import('../src/play/keep_game');
type HeldSeat = import('../src/play/seats').HeldSeat;

const day = (text: string): number => new Date(`${text}T12:00`).getTime();

function game(id: string, change: Partial<HeldSeat> = {}, result: Result = 'none', rival = 'Rui'): HeldSeat {
  return {
    id,
    game: 'yavalath',
    token: 'secret',
    invites: [],
    at: 0,
    over: result !== 'none',
    kept: {
      players: [
        { name: 'Ana', who: 'human', mine: true },
        { name: rival, who: 'human', mine: false },
      ],
      result,
      turns: 9,
      created: day('2026-11-18'),
    },
    ...change,
  };
}

const names = (one: { name: string }): string => one.name;
const ids = (games: readonly HeldSeat[]): string => games.map(({ id }) => id).join(' ');

test('how a game stands for whoever kept it', () => {
  assert.equal(standingOf(game('a')), 'running');
  assert.equal(standingOf(game('a', {}, 'p1win')), 'won');
  assert.equal(standingOf(game('a', {}, 'p2win')), 'lost');
  assert.equal(standingOf(game('a', {}, 'draw')), 'draw');
  assert.equal(standingOf(game('a', { watched: true }, 'p1win')), 'watched');
  const alone = game('a', {}, 'p1win');
  for (const player of alone.kept!.players) player.mine = true;
  assert.equal(standingOf(alone), 'finished');
  assert.equal(standingOf({ ...game('a', {}, 'p1win'), kept: undefined } as unknown as HeldSeat), 'finished');
});

test('games are found by game, opponent, result and date', () => {
  const games = [
    game('a', {}, 'p1win', 'José'),
    game('b', { game: 'eigenstate' }, 'p2win'),
    game('c'),
    game('d', { watched: true }, 'draw'),
  ];
  games[2]!.kept!.created = day('2026-11-19');
  const search = (change: object) => ids(found(games, { ...kAnyGame, ...change }, names));
  assert.equal(search({}), 'a b c d');
  assert.equal(search({ game: 'eigenstate' }), 'b');
  assert.equal(search({ player: ' jose' }), 'a');
  assert.equal(search({ player: 'ana' }), 'd'); // one's own name is no opponent's; of a watched game all count
  assert.equal(search({ standing: 'won' }), 'a');
  assert.equal(search({ standing: 'watched' }), 'd');
  assert.equal(search({ from: '2026-11-19' }), 'c');
  assert.equal(search({ to: '2026-11-18' }), 'a b d');
  assert.equal(search({ from: '2026-11-18', to: '2026-11-18', player: 'rui' }), 'b d');
});

test('days go from their beginning to their end', () => {
  const { from, to } = between({ from: '2026-03-01', to: '2026-03-01' });
  assert.equal(new Date(from!).getHours(), 0);
  assert.equal(new Date(to!).getDate(), 2);
  assert.deepEqual(between({ from: '', to: 'nonsense' }), {});
});

test('the archive is asked in its own words', () => {
  const search = { ...kAnyGame, game: 'yavalath', player: ' Ana ', standing: 'p1win', from: '2026-03-01' };
  const query = archiveQuery(search);
  assert.equal(query.get('player'), 'Ana');
  assert.equal(query.get('result'), 'p1win');
  assert.equal(query.get('from'), String(new Date('2026-03-01T00:00').getTime()));
  assert.equal(query.has('to'), false);
  assert.equal(archiveQuery(kAnyGame).size, 0);
});

test('where there are too many, seats of games that are played stay', () => {
  const games = [game('a', {}, 'draw'), game('b'), game('c', { watched: true }), game('d', {}, 'draw'), game('e')];
  assert.equal(ids(bounded(games, 5)), 'a b c d e');
  assert.equal(ids(bounded(games, 3)), 'a b e');
  assert.equal(ids(bounded(games, 1)), 'b');
});

test('a table that is looked at is kept, and keeps its seat', () => {
  const table = {
    id: 'w',
    game: 'yavalath',
    seats: [
      { player: 1, who: 'human', name: 'Ana', taken: true, online: true, yours: false, show: false },
      { player: 2, who: 'level:3', name: '', taken: true, online: true, yours: false, show: true },
    ],
    turns: ['e5'],
    result: 'none',
    created: 5,
  };
  type Table = Parameters<typeof keepGame>[0];
  keepGame(table as unknown as Table);
  assert.equal(heldSeats.value[0]!.watched, true);
  keepGame({ ...table, result: 'p2win', turns: ['e5', 'd4'] } as unknown as Table);
  assert.equal(heldSeats.value.length, 1);
  assert.equal(heldSeats.value[0]!.over, true);
  assert.deepEqual(heldSeats.value[0]!.kept?.turns, 2);
  keepGame(table as unknown as Table); // taken back
  assert.equal(heldSeats.value[0]!.over, false);
});

test('records become one text in their order; what is gone is counted', async () => {
  Object.assign(globalThis, {
    fetch: async (path: string) => {
      if (path.includes('gone')) {
        return { ok: false, status: 404, json: async () => ({ error: { code: 'no_such_table', message: '' } }) };
      }
      return { ok: true, text: async () => `record of ${/tables\/(\w+)/.exec(path)![1]}\n\n` };
    },
  });
  const counts: number[] = [];
  const { text, missing } = await records(['a', 'gone', 'b'], (count) => counts.push(count));
  assert.equal(text, 'record of a\n\nrecord of b\n');
  assert.equal(missing, 1);
  assert.deepEqual(counts, [1, 2, 3]);
});

test('the archive is fetched to its end, text by text', async () => {
  const texts: Record<string, string> = {
    '': '[Game "yavalath"]\n\ne5\n\n[Game "yavalath"]\n\nd4\n',
    'b-2': '[Game "eigenstate"]\n',
  };
  const asked: string[] = [];
  Object.assign(globalThis, {
    fetch: async (path: string) => {
      asked.push(path);
      const before = new URL(path, 'http://x').searchParams.get('before') ?? '';
      return { ok: true, text: async () => texts[before], headers: new Headers(before ? {} : { 'X-Next': 'b-2' }) };
    },
  });
  const counts: number[] = [];
  const { text } = await foundRecords({ ...kAnyGame, player: 'Ana' }, (count) => counts.push(count));
  assert.equal(text, '[Game "yavalath"]\n\ne5\n\n[Game "yavalath"]\n\nd4\n\n[Game "eigenstate"]\n');
  assert.deepEqual(counts, [2, 3]);
  assert.deepEqual(asked, ['/api/archive/records?player=Ana', '/api/archive/records?player=Ana&before=b-2']);
});

test('other refusals end the work, whatever is under way', async () => {
  const refused = new ApiError('damaged', '', 500);
  await assert.rejects(
    forEach([1, 2, 3], async (item) => {
      if (item === 2) throw refused;
    }),
    refused,
  );
});
