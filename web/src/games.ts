// The games that the server has, in its order and its words.
import { effect, signal } from '@preact/signals';
import * as api from './api';
import type { Game } from './api';
import { language } from './settings';

export const games = signal<readonly Game[]>([]);
export const gamesFailed = signal(false);

// Asked for at the start and in every new language.
export function startGames(): void {
  effect(() => {
    const asked = language.value;
    api.games().then(
      (found) => {
        if (asked === language.peek()) games.value = found.games;
        gamesFailed.value = false;
      },
      () => (gamesFailed.value = games.peek().length === 0),
    );
  });
}

export const gameNamed = (name: string): Game | undefined => games.value.find((game) => game.name === name);
export const gameTitle = (name: string): string => gameNamed(name)?.title ?? '';
