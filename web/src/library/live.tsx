// Public tables: to watch, or to take an open seat.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { LiveGame } from '../api';
import { errorWords } from '../errors';
import { gameTitle } from '../games';
import { Message, t } from '../i18n';
import { seatOf } from '../play/seats';
import { clockRuleText } from '../play/rules';
import { language } from '../settings';
import { live } from './fetch';
import { GameRow, playerWords, turnsWords } from './row';

const kEvery = 5_000; // milliseconds between two looks, while the page is seen

function LiveRow({ game }: { game: LiveGame }) {
  const players = game.players
    .map((player) => (player.taken ? playerWords(player) : t(Message.kWebLiveWaiting)))
    .join(' – ');
  const words = `${gameTitle(game.game)}, ${players}`;
  const waiting = game.state === 'waiting';
  const own = Boolean(seatOf(game.id)?.token);
  return (
    <GameRow
      game={game.game}
      players={players}
      badge={waiting ? t(Message.kWebLiveWaiting) : ''}
      facts={[
        clockRuleText(game.clock),
        turnsWords(game.turns),
        game.spectators > 0 ? t(Message.kWebSpectators, game.spectators) : '',
      ]}
    >
      {waiting && !own && (
        <a class="button small main" href={`/g/${game.id}?join`} aria-label={`${t(Message.kWebJoin)}: ${words}`}>
          {t(Message.kWebJoin)}
        </a>
      )}
      <a
        class="button small"
        href={`/g/${game.id}`}
        aria-label={`${t(own ? Message.kWebOpenGame : Message.kWebWatch)}: ${words}`}
      >
        {t(own ? Message.kWebOpenGame : Message.kWebWatch)}
      </a>
    </GameRow>
  );
}

function useLive() {
  const games = useSignal<readonly LiveGame[] | null>(null);
  const problem = useSignal('');
  useEffect(() => {
    let wanted = true;
    const look = () => {
      if (document.hidden) return;
      live().then(
        (found) => {
          if (!wanted) return;
          games.value = found.games;
          problem.value = '';
        },
        (error: unknown) => {
          if (wanted) problem.value = errorWords(error);
        },
      );
    };
    look();
    const timer = setInterval(look, kEvery);
    document.addEventListener('visibilitychange', look);
    return () => {
      wanted = false;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [language.value]);
  return { games: games.value, problem: problem.value };
}

export function Live() {
  const { games, problem } = useLive();
  return (
    <>
      <p class="hint">{t(Message.kWebLiveIntro)}</p>
      {problem && (
        <p class="notice error" role="alert">
          {problem}
        </p>
      )}
      {games?.length === 0 && (
        <p class="notice">
          {t(Message.kWebLiveEmpty)} <a href="/new?with=friend">{t(Message.kWebNewGame)}</a>
        </p>
      )}
      <ul class="game-list">
        {games?.map((game) => (
          <LiveRow key={game.id} game={game} />
        ))}
      </ul>
    </>
  );
}
