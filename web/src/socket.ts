// The page's one socket.
import * as api from './api';
import { ApiError, type View, type ViewRequest } from './api';
import { kPingEvery, Socket } from './connection';
import { network } from './network';
import { language } from './settings';

export type { SocketMessage } from './connection';

export const socket = new Socket(network.wire);

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
    if (!first) socket.reopen();
    first = false;
  });
}
