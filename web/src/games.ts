// The games that the server has, in its order and its words.
import { effect, signal } from '@preact/signals';
import * as api from './api';
import type { Game } from './api';
import { errorWords } from './errors';
import { language } from './settings';

export const games = signal<readonly Game[]>([]);
export const gamesProblem = signal(''); // why there are none

// Asked for at the start and in every new language.
export function startGames(): void {
  effect(() => {
    const asked = language.value;
    api.games().then(
      (found) => {
        if (asked === language.peek()) games.value = found.games;
        gamesProblem.value = '';
      },
      (error: unknown) => (gamesProblem.value = games.peek().length === 0 ? errorWords(error) : ''),
    );
  });
}

export const gameNamed = (name: string): Game | undefined => games.value.find((game) => game.name === name);
export const gameTitle = (name: string): string => gameNamed(name)?.title ?? '';
