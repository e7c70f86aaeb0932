// The choice of a game, for addresses that name none.
import type { ComponentChildren } from 'preact';
import type { Game } from '../api';
import { games, gamesProblem } from '../games';
import { LiveBoard } from '../home/live_board';
import { type Message, t } from '../i18n';

interface ChooseProps {
  to: string; // the screen, "/learn"
  intro: Message; // what one does there
  more?: (game: Game) => ComponentChildren; // of each game
}

export function ChooseGame({ to, intro, more }: ChooseProps) {
  return (
    <>
      <p class="intro">{t(intro)}</p>
      {gamesProblem.value && (
        <p class="notice error" role="alert">
          {gamesProblem}
        </p>
      )}
      <ul class="choose-game">
        {games.value.map((game) => (
          <li key={game.name}>
            <a class="card" href={`${to}/${game.name}`}>
              <LiveBoard game={game} lively={false} />
              <span class="choose-words">
                <b>{game.title}</b>
                <span class="hint">{game.tag}</span>
                {more?.(game)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
