import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { games, type Game } from '../api';
import { language } from '../settings';

/** What the server tells of a game; null until it is known or where there is none of that name. */
export function useGame(name: string): Game | null {
  const found = useSignal<Game | null>(null);
  useEffect(() => {
    let gone = false;
    games().then(
      (all) => {
        if (!gone) found.value = all.games.find((game) => game.name === name) ?? null;
      },
      () => undefined, // the board's own request tells what is wrong
    );
    return () => {
      gone = true;
    };
  }, [name, language.value]);
  return found.value;
}
