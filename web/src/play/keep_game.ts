// What this browser keeps of a table that it shows.
import type { Table } from '../api';
import { holdSeat, seatOf, updateSeat, type KeptGame } from './seats';
import { isOver, mySeats } from './table_state';

export const summary = ({ seats, result, turns, created }: Table): KeptGame => ({
  players: seats.map(({ name, who, yours }) => ({ name, who, mine: yours })),
  result,
  turns: turns.length,
  created,
});

// A game that was taken back goes on.
export function keepGame(table: Table): void {
  const { id, game } = table;
  if (!seatOf(id)) holdSeat({ id, game, token: null, invites: [], watched: mySeats(table).length === 0 });
  const known = seatOf(id);
  const kept = summary(table);
  const over = isOver(table);
  const noHelp = !table.exploration;
  if (known?.over === over && known.noHelp === noHelp && JSON.stringify(known.kept) === JSON.stringify(kept)) return;
  updateSeat(id, { over, kept, noHelp });
}
