// A table and what its events make of it. Pure: the server's events in, the next state out.
import type { Offers, Presence, Table, TableEvent, TableNews } from '../api';

export function applyEvent(table: Table, event: TableEvent): Table {
  // What is offered follows from rules that the server has.
  const next = { ...table, event: event.event, offers: event.offers };
  switch (event.kind) {
    case 'seated':
      return withClocks(
        withSeat(next, [event.player], { name: event.name, taken: true, online: true, show: event.show === true }),
        event,
      );
    case 'seat':
      return withClocks(
        withSeat(next, [event.player], { who: event.who, taken: true, online: true, yours: false }),
        event,
      );
    case 'turn':
      return {
        ...next,
        turns: [...table.turns.slice(0, event.turns - 1), event.turn],
        turn_words: [...table.turn_words.slice(0, event.turns - 1), event.view.last_words],
        movers: [...table.movers.slice(0, event.turns - 1), event.player],
        view: event.view,
        clocks: event.clocks,
        running: event.running,
        waits: event.waits,
        at: event.at,
        thinking: null,
        result: event.result ?? table.result,
        reason: event.reason ?? table.reason,
      };
    case 'seen':
      return withClocks(next, event);
    case 'takeback':
      return takeback(next, event);
    case 'draw':
      return next; // one that everybody wants is followed by the end
    case 'rematch':
      return {
        ...next,
        rematch: event.rematch ?? table.rematch,
      };
    case 'show':
      return withSeat(next, [event.player, ...(event.also ?? [])], { show: event.show });
    case 'deleted':
      return withSeat(next, [event.player, ...(event.also ?? [])], { name: '', yours: false, online: false });
    case 'end':
      return {
        ...next,
        result: event.result,
        reason: event.reason,
        running: null,
        waits: null,
        clocks: stopped(table, event.at),
        at: event.at,
        thinking: null,
      };
  }
}

function withSeat(table: Table, players: readonly number[], change: Partial<Table['seats'][number]>): Table {
  return {
    ...table,
    seats: table.seats.map((seat) => (players.includes(seat.player) ? { ...seat, ...change } : seat)),
  };
}

type Clocked = Pick<Table, 'at' | 'clocks' | 'running' | 'waits'>;

const withClocks = (table: Table, { at, clocks, running, waits }: Clocked): Table => ({
  ...table,
  clocks,
  running,
  waits,
  at,
});

function takeback(table: Table, event: TableEvent & { kind: 'takeback' }): Table {
  if (!event.view) return table;
  return {
    ...table,
    turns: table.turns.slice(0, event.turns ?? table.turns.length),
    turn_words: table.turn_words.slice(0, event.turns ?? table.turns.length),
    movers: table.movers.slice(0, event.turns ?? table.turns.length),
    view: event.view,
    clocks: event.clocks ?? table.clocks,
    running: event.running ?? null,
    waits: event.waits ?? null,
    at: event.at,
    thinking: null,
    result: 'none',
  };
}

// How long the clock that runs has run by then; at first it may wait for somebody.
export const ran = (table: Table, now: number): number =>
  Math.max(0, now - Math.max(table.at, table.waits?.until ?? 0));

// The clock that ran stands where the end found it.
const stopped = (table: Table, at: number): Table['clocks'] =>
  table.clocks.map((clock) =>
    clock.player === table.running ? { ...clock, left: Math.max(0, clock.left - ran(table, at)) } : clock,
  );

export function applyNews(table: Table, news: TableNews): Table {
  switch (news.type) {
    case 'online':
      return withSeat(table, [news.player], { online: news.online });
    case 'spectators':
      return { ...table, spectators: news.spectators };
    case 'thinking':
      return {
        ...table,
        thinking: { player: news.player, since: news.since, limit: news.limit },
      };
    case 'now':
      return present(table, news);
    case 'review_ready':
      return { ...table, review: 'done' };
    case 'phrase':
    case 'notice':
      return table;
  }
}

// What changed without events while nobody listened.
const present = (
  table: Table,
  { online, thinking, clocks, running, waits, at, review, spectators }: Presence,
): Table => ({
  ...table,
  thinking,
  clocks,
  running,
  waits,
  at,
  review,
  spectators,
  seats: table.seats.map((seat) => ({ ...seat, online: online.includes(seat.player) })),
});

export const mySeats = (table: Table): number[] => table.seats.filter((seat) => seat.yours).map((seat) => seat.player);

// Who offers something that none of one's own seats agreed to yet; 0: nobody.
export function askedBy(table: Table, what: keyof Offers): number {
  const mine = mySeats(table);
  const { takeback } = table.offers;
  const agreed = what !== 'takeback' ? table.offers[what] : takeback ? [takeback.player, ...takeback.agreed] : [];
  return mine.length === 0 || agreed.some((player) => mine.includes(player)) ? 0 : (agreed[0] ?? 0);
}

export const isOver = (table: Table): boolean => table.result !== 'none';

// Nothing is played before everybody is there.
export const isWaiting = (table: Table): boolean => table.seats.some((seat) => !seat.taken);

export const mayAct = (table: Table): boolean =>
  !isOver(table) && !isWaiting(table) && mySeats(table).includes(table.view.to_move);

export const isHuman = (who: string): boolean => who === 'human';

// Only computers or oneself sit opposite: turns may be taken back without asking.
export const isAlone = (table: Table): boolean => table.seats.every((seat) => seat.yours || !isHuman(seat.who));

// A coach only where nobody else is at a disadvantage by it.
export const mayCoach = (table: Table): boolean => table.exploration && isAlone(table) && mySeats(table).length === 1;

// The players who still play, from the one to move on.
export function turnOrder(table: Table): number[] {
  const count = table.seats.length;
  const order = Array.from({ length: count }, (_, i) => ((table.view.to_move - 1 + i) % count) + 1);
  return order.filter((player) => !table.view.out.includes(player));
}

// Whom a rule forces the player to move to block, 0 where it does not.
export const mustBlock = (table: Table): number =>
  (table.view.must_block ?? []).length > 0 ? (turnOrder(table)[1] ?? 0) : 0;
