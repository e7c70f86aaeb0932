// A game against computers, or of several people on one screen, goes on elsewhere: from the server in this browser or
// the other way round. Its turns go along, from where it began.
import * as api from '../api';
import type { Table } from '../api';
import { isOwnTable } from '../local';
import { engineKnows, hasServer } from '../place';
import { navigate } from '../router';
import { socketOf } from '../socket';
import { forgetSeat, holdSeat, seatOf } from './seats';
import { isAlone, isOver, mySeats } from './table_state';

// Clocks cannot be taken along.
export const mayGoOn = (table: Table): boolean =>
  hasServer && engineKnows(table.game) && isAlone(table) && mySeats(table).length > 0 && !isOver(table) && !table.clock;

// Does the game wait for a server that cannot be reached, though it could go on without it?
export const isCutOff = (table: Table): boolean =>
  mayGoOn(table) && !isOwnTable(table.id) && socketOf(table.id).online.value === 'offline';

export async function goOn(table: Table): Promise<void> {
  const here = !isOwnTable(table.id);
  const { game, options, position, turns, exploration, aids } = table;
  const seats = table.seats.map(({ yours, who, name }) => (yours ? { who: 'me', ...(name ? { name } : {}) } : { who }));
  const wanted = { game, options, ...(position ? { position } : {}), turns, seats, clock: null, exploration, aids };
  const made = await api.createTable(wanted, here);
  holdSeat({ id: made.id, game, token: made.token, invites: [] });
  const { token } = seatOf(table.id) ?? {};
  if (!here && token) void api.act(table.id, 'delete', {}, token).catch(() => undefined);
  forgetSeat(table.id);
  navigate(`/g/${made.id}`);
}
