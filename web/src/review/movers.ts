import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { alarm } from '../app_live';
import { errorWords } from '../errors';
import type { GameRecord } from '../tree/record';
import { viewOf } from '../tree/views';

async function moversOf(record: GameRecord, wanted: () => boolean): Promise<number[]> {
  const turns = record.turns.map((turn) => (typeof turn === 'string' ? turn : turn.turn));
  const found: number[] = [];
  for (let i = 0; i < turns.length && wanted(); ++i) {
    const view = await viewOf({
      game: record.game,
      options: { ...record.options },
      ...(record.position ? { position: record.position } : {}),
      turns: turns.slice(0, i),
    });
    found.push(view.to_move);
  }
  return found;
}

/**
 * Who plays each turn of a record, 0 until it is known. Only the rules know that players take turns
 * or are skipped, so the server is asked, one position after the other.
 */
export function useMovers(record: GameRecord): readonly number[] {
  const movers = useSignal<readonly number[]>(record.turns.map(() => 0));
  useEffect(() => {
    let gone = false;
    moversOf(record, () => !gone).then(
      (found) => { if (!gone) movers.value = found; },
      (error: unknown) => { if (!gone) alarm(errorWords(error)); },
    );
    return () => { gone = true; };
  }, []);
  return movers.value;
}
