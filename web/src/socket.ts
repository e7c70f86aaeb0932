// The page's sockets, one to each that answers, and which of them is for what.
import * as api from './api';
import { ApiError, type View, type ViewRequest } from './api';
import { kPingEvery, Socket } from './connection';
import { isOwnTable, local } from './local';
import { network } from './network';
import { engineKnows, hasServer } from './place';
import { heldSeats } from './play/seats';
import { engineAt, language } from './settings';

export type { SocketMessage } from './connection';

export const socket = new Socket(network.wire);
const own = new Socket(local.wire, new ApiError('engine_stopped', ''));

export const socketOf = (table: string): Socket => (isOwnTable(table) || !hasServer ? own : socket);

// A game that is played without help: only the server knows whether a position is of that game.
const playsWithoutHelp = (game: string): boolean =>
  heldSeats.peek().some((seat) => seat.game === game && seat.noHelp && !seat.over && !isOwnTable(seat.id));

// Does the engine in this browser think about this game? Where the server is out of reach it does in any case.
export function thinksHere(game: string): boolean {
  if (!hasServer || !engineKnows(game)) return engineKnows(game);
  return !playsWithoutHelp(game) && (engineAt.peek() === 'browser' || socket.online.peek() === 'offline');
}

export const thinkerOf = (game: string): Socket => (thinksHere(game) || !hasServer ? own : socket);

const overSocket = async (asked: ViewRequest): Promise<View> =>
  (await socket.send({ type: 'view', ...asked }))['view'] as View;

// A view over the socket where there is one, else by a single request; where that fails too, the
// question waits for the connection.
export async function askView(asked: ViewRequest): Promise<View> {
  const ways = [api.view, overSocket];
  for (let way = socket.online.value === 'online' ? 1 : 0; ; ++way) {
    try {
      return await ways[way % 2]!(asked);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'offline') throw error;
    }
  }
}

export function startSocket(): void {
  setInterval(() => socket.ping(), kPingEvery);
  addEventListener('online', () => socket.check());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') socket.check();
  });
  let first = true;
  language.subscribe(() => {
    if (!first) for (const each of [socket, own]) each.reopen();
    first = false;
  });
}
