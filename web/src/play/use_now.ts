// A clock for things that tick on the screen.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { socket } from '../socket';

const serverNow = (): number => Date.now() + socket.skew;

// The server's time, renewed while `running`.
export function useNow(running: boolean, every = 100): number {
  const now = useSignal(serverNow());
  useEffect(() => {
    now.value = serverNow();
    if (!running) return undefined;
    const timer = setInterval(() => (now.value = serverNow()), every);
    return () => clearInterval(timer);
  }, [running, every]);
  return now.value;
}
