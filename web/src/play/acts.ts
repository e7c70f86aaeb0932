// How what a person does at a table goes out.
import * as api from '../api';
import { ApiError } from '../api';
import { socketOf } from '../socket';

// Over the socket; without one by a plain request, of which nobody tells: then the answer is true.
// Where the socket breaks nobody knows what was done: only turns go out once more, because they carry
// how many were seen.
export async function sendAct(
  id: string,
  token: string | undefined,
  type: string,
  body: Record<string, unknown>,
): Promise<boolean> {
  const socket = socketOf(id);
  if (socket.online.value !== 'offline' || !token) {
    try {
      await socket.send({ type, table: id, ...body });
      return false;
    } catch (error) {
      const lost = error instanceof ApiError && error.code === 'offline';
      if (!lost || type !== 'turn' || !token) throw error;
    }
  }
  await api.act(id, type === 'turn' ? 'turns' : type, body, token);
  return true;
}
