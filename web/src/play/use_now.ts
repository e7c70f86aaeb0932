// A clock for things that tick on the screen.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { socketOf } from '../socket';

// The time of whoever has the table, renewed while `running`.
export function useNow(table: string, running: boolean, every = 100): number {
  const serverNow = (): number => Date.now() + socketOf(table).skew;
  const now = useSignal(serverNow());
  useEffect(() => {
    now.value = serverNow();
    if (!running) return undefined;
    const timer = setInterval(() => (now.value = serverNow()), every);
    return () => clearInterval(timer);
  }, [table, running, every]);
  return now.value;
}
