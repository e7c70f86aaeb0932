// A table and what its events make of it. Pure: the server's events in, the next state out.
import type { Table, TableEvent, TableNews } from '../api';

export function applyEvent(table: Table, event: TableEvent): Table {
  const next = { ...table, event: event.event };
  switch (event.kind) {
    case 'seated':
      return withClocks(withSeat(next, event.player, { name: event.name, taken: true, online: true }), event);
    case 'seat':
      return withClocks(withSeat(next, event.player, { who: event.who, taken: true }), event);
    case 'turn':
      return {
        ...next,
        turns: [...table.turns.slice(0, event.turns - 1), event.turn],
        view: event.view,
        clocks: event.clocks,
        running: event.running,
        at: event.at,
        thinking: null,
        offers: { ...table.offers, draw: [], takeback: null },
        result: event.result ?? table.result,
        reason: event.reason ?? table.reason,
      };
    case 'takeback':
      return takeback(next, event);
    case 'draw':
      return {
        ...next,
        offers: { ...table.offers, draw: offered(table.offers.draw, event.player, event.answer) },
        result: event.result ?? table.result,
        reason: event.reason ?? table.reason,
      };
    case 'rematch':
      return {
        ...next,
        offers: { ...table.offers, rematch: offered(table.offers.rematch, event.player, event.answer) },
        rematch: event.rematch ?? table.rematch,
      };
    case 'end':
      return {
        ...next,
        result: event.result,
        reason: event.reason,
        running: null,
        clocks: stopped(table, event.at),
        at: event.at,
        thinking: null,
        offers: { draw: [], takeback: null, rematch: [] },
      };
  }
}

function withSeat(table: Table, player: number, change: Partial<Table['seats'][number]>): Table {
  return {
    ...table,
    seats: table.seats.map((seat) => (seat.player === player ? { ...seat, ...change } : seat)),
  };
}

type Clocked = { at: number; clocks?: Table['clocks']; running?: number | null };

const withClocks = (table: Table, { at, clocks, running }: Clocked): Table =>
  clocks ? { ...table, clocks, running: running ?? null, at } : table;

function takeback(table: Table, event: TableEvent & { kind: 'takeback' }): Table {
  if (event.answer === 'ask' && !event.view) {
    const turns = event.turns ?? table.offers.takeback?.turns ?? 1;
    return { ...table, offers: { ...table.offers, takeback: { player: event.player, turns } } };
  }
  const next = { ...table, offers: { ...table.offers, takeback: null } };
  if (!event.view) return next;
  return {
    ...next,
    turns: table.turns.slice(0, event.turns ?? table.turns.length),
    view: event.view,
    clocks: event.clocks ?? table.clocks,
    running: event.running ?? null,
    at: event.at,
    thinking: null,
    result: 'none',
  };
}

// Who offers now: an answer of the others settles everything.
function offered(players: number[], player: number, answer: string): number[] {
  if (answer === 'ask') return [...players.filter((other) => other !== player), player];
  if (answer === 'withdraw') return players.filter((other) => other !== player);
  return [];
}

// The clock that ran stands where the end found it.
const stopped = (table: Table, at: number): Table['clocks'] =>
  table.clocks.map((clock) =>
    clock.player === table.running
      ? { ...clock, left: Math.max(0, clock.left - Math.max(0, at - table.at)) }
      : clock,
  );

export function applyNews(table: Table, news: TableNews): Table {
  switch (news.type) {
    case 'online':
      return withSeat(table, news.player, { online: news.online });
    case 'thinking':
      return {
        ...table,
        thinking: { player: news.player, since: news.since, limit: news.limit },
      };
    case 'review_ready':
      return { ...table, review: 'done' };
    case 'notice':
      return table;
  }
}

export const mySeats = (table: Table): number[] =>
  table.seats.filter((seat) => seat.yours).map((seat) => seat.player);

export const isOver = (table: Table): boolean => table.result !== 'none';

// Nothing is played before everybody is there.
export const isWaiting = (table: Table): boolean => table.seats.some((seat) => !seat.taken);

export const mayAct = (table: Table): boolean =>
  !isOver(table) && !isWaiting(table) && mySeats(table).includes(table.view.to_move);

export const isHuman = (who: string): boolean => who === 'human';

// Only computers or oneself sit opposite: turns may be taken back without asking.
export const isAlone = (table: Table): boolean =>
  table.seats.every((seat) => seat.yours || !isHuman(seat.who));

// The players who still play, from the one to move on.
export function turnOrder(table: Table): number[] {
  const count = table.seats.length;
  const order = Array.from({ length: count }, (_, i) => ((table.view.to_move - 1 + i) % count) + 1);
  return order.filter((player) => !table.view.out.includes(player));
}

// Whom a rule forces the player to move to block, 0 where it does not.
export const mustBlock = (table: Table): number =>
  (table.view.must_block ?? []).length > 0 ? (turnOrder(table)[1] ?? 0) : 0;
