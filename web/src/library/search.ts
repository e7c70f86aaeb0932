// Finding games among those that this browser keeps. Pure.
import type { Result } from '../api';
import type { HeldSeat, KeptPlayer } from '../play/seats';

export const kStandings = ['running', 'won', 'lost', 'draw', 'finished', 'watched'] as const;
export type Standing = (typeof kStandings)[number];

export interface Search {
  game: string; // '': any, as in all others
  player: string;
  standing: string;
  from: string; // days, as a field of dates has them: 2026-11-18
  to: string;
}

export const kAnyGame: Search = { game: '', player: '', standing: '', from: '', to: '' };

export const winnerOf = (result: Result): number => Number(/^p(\d)win$/.exec(result)?.[1] ?? 0);

// How a game stands for whoever uses this browser; `finished` where all seats were his own, or nothing is known.
export function standingOf({ watched, over, kept }: HeldSeat): Standing {
  if (watched) return 'watched';
  if (!over) return 'running';
  if (kept?.result === 'draw') return 'draw';
  const mine = kept?.players.filter((player) => player.mine).length ?? 0;
  const winner = kept?.players[winnerOf(kept.result) - 1];
  if (!winner || mine === 0 || mine === kept!.players.length) return 'finished';
  return winner.mine ? 'won' : 'lost';
}

export const dateOf = ({ kept, at }: HeldSeat): number => kept?.created ?? at;

// Whom one played; of a game that was watched, everybody.
export function opponentsOf({ kept, watched }: HeldSeat): KeptPlayer[] {
  return (kept?.players ?? []).filter((player) => watched || !player.mine);
}

// "José" is found by "jose".
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

// The points in time between which days lie; the last day counts to its end.
export function between({ from, to }: Pick<Search, 'from' | 'to'>): { from?: number; to?: number } {
  const start = Date.parse(`${from}T00:00`);
  const end = new Date(`${to}T00:00`);
  end.setDate(end.getDate() + 1);
  return {
    ...(Number.isNaN(start) ? {} : { from: start }),
    ...(Number.isNaN(end.getTime()) ? {} : { to: end.getTime() }),
  };
}

export function found(
  games: readonly HeldSeat[],
  search: Search,
  nameOf: (player: KeptPlayer) => string,
): readonly HeldSeat[] {
  const { from = -Infinity, to = Infinity } = between(search);
  const player = plain(search.player.trim());
  return games.filter(
    (each) =>
      (!search.game || each.game === search.game) &&
      (!search.standing || standingOf(each) === search.standing) &&
      (!player || opponentsOf(each).some((one) => plain(nameOf(one)).includes(player))) &&
      dateOf(each) >= from &&
      dateOf(each) < to,
  );
}
