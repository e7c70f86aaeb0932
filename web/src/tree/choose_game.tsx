// The choice of a game, for addresses that name none.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { games, type Game } from '../api';
import { errorWords } from '../errors';
import { LiveBoard } from '../home/live_board';
import { language } from '../settings';

/** `to`: the screen, "/learn". */
export function ChooseGame({ to }: { to: string }) {
  const all = useSignal<readonly Game[]>([]);
  const problem = useSignal('');
  useEffect(() => {
    games().then(
      (found) => { all.value = found.games; },
      (error: unknown) => { problem.value = errorWords(error); },
    );
  }, [language.value]);
  return (
    <>
      {problem.value && <p class="notice error" role="alert">{problem}</p>}
      <ul class="choose-game">
        {all.value.map((game) => (
          <li key={game.name}>
            <a class="card" href={`${to}/${game.name}`}>
              <LiveBoard game={game.name} lively={false} />
              <span>{game.title}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
