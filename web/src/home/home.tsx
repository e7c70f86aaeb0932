// The first screen: the games, and the games that wait to be continued.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import * as api from '../api';
import type { Game, Table } from '../api';
import type { ScreenProps } from '../router';
import { games, gamesProblem, gameTitle } from '../games';
import { Message, t } from '../i18n';
import { whoName } from '../play/names';
import { forgetSeat, heldSeats, updateSeat, type HeldSeat } from '../play/seats';
import { mayAct, mySeats } from '../play/table_state';
import { LiveBoard } from './live_board';

const kMostContinued = 6;

function GameCard({ game: info }: { game: Game }) {
  const { name: game, title, tag } = info;
  const lively = useSignal(false);
  return (
    <article
      class="game-card card"
      onMouseEnter={() => (lively.value = true)}
      onMouseLeave={() => (lively.value = false)}
      onFocusIn={() => (lively.value = true)}
      onFocusOut={() => (lively.value = false)}
    >
      <a class="picture" href={`/new/${game}`} tabIndex={-1} aria-hidden="true">
        <LiveBoard game={info} lively={lively.value} />
      </a>
      <div class="game-text">
        <h2>{title}</h2>
        <p class="hint">{tag}</p>
        <div class="row">
          <a
            class="button main"
            href={`/new/${game}?with=computer`}
            aria-label={`${title}: ${t(Message.kWebPlayComputer)}`}
          >
            {t(Message.kWebPlayComputer)}
          </a>
          <a class="button" href={`/new/${game}?with=friend`} aria-label={`${title}: ${t(Message.kWebInvite)}`}>
            {t(Message.kWebInviteShort)}
          </a>
          <a class="button" href={`/new/${game}?with=hotseat`} aria-label={`${title}: ${t(Message.kWebHotSeat)}`}>
            {t(Message.kWebHotSeat)}
          </a>
        </div>
        <p class="more">
          <a href={`/learn/${game}`} aria-label={`${title}: ${t(Message.kWebLearn)}`}>
            {t(Message.kWebLearn)}
          </a>
          <a href={`/puzzles/${game}`} aria-label={`${title}: ${t(Message.kWebPuzzles)}`}>
            {t(Message.kWebPuzzles)}
          </a>
          <a href={`/rules/${game}`} aria-label={`${title}: ${t(Message.kWebFullRules)}`}>
            {t(Message.kWebFullRules)}
          </a>
          <a href={`/analyse/${game}`} aria-label={`${title}: ${t(Message.kWebAnalyse)}`}>
            {t(Message.kWebAnalyse)}
          </a>
        </p>
      </div>
    </article>
  );
}

function opponents(table: Table): string {
  const others = table.seats.filter((seat) => !seat.yours);
  if (others.length === 0) return t(Message.kWebHotSeat);
  return others
    .map((seat) =>
      seat.who === 'human' ? seat.name || t(seat.taken ? Message.kWebGuest : Message.kWebOpenSeat) : whoName(seat.who),
    )
    .join(', ');
}

const turnsWords = (turns: number): string =>
  turns === 1 ? t(Message.kWebTurnPlayed) : t(Message.kWebTurnsPlayed, turns);

function Unfinished({ seat, table }: { seat: HeldSeat; table: Table }) {
  const mine = mayAct(table);
  return (
    <li class="card unfinished">
      <a href={`/g/${seat.id}`}>
        <b>{gameTitle(seat.game)}</b>
        <span class="hint">
          {opponents(table)} · {turnsWords(table.turns.length)}
        </span>
        {mine && mySeats(table).length === 1 && <span class="badge">{t(Message.kWebYourTurn)}</span>}
      </a>
      <button
        type="button"
        class="icon"
        aria-label={t(Message.kWebForget, gameTitle(seat.game))}
        onClick={() => forgetSeat(seat.id)}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M7 7l10 10M17 7L7 17" />
        </svg>
      </button>
    </li>
  );
}

// Tables are asked for once; those that ended or are gone drop out.
function Continue() {
  const tables = useSignal(new Map<string, Table>());
  useEffect(() => {
    for (const seat of heldSeats.value.filter((one) => !one.over && !one.watched).slice(0, kMostContinued)) {
      api.table(seat.id, seat.token ?? undefined).then(
        (table) => {
          if (table.result !== 'none') updateSeat(seat.id, { over: true });
          else tables.value = new Map(tables.value).set(seat.id, table);
        },
        (error: unknown) => {
          if (error instanceof api.ApiError && error.status === 404) forgetSeat(seat.id);
        },
      );
    }
  }, []);
  const open = heldSeats.value.filter((seat) => tables.value.has(seat.id));
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="continue">
      <h2 id="continue">{t(Message.kMenuContinue)}</h2>
      <ul class="unfinished-list">
        {open.map((seat) => (
          <Unfinished key={seat.id} seat={seat} table={tables.value.get(seat.id)!} />
        ))}
      </ul>
    </section>
  );
}

export default function HomeScreen(_: ScreenProps) {
  return (
    <div class="page home">
      <div class="hero">
        <h1>{t(Message.kWebHeroTitle)}</h1>
        <p>{t(Message.kWebHeroText)}</p>
        <p class="more">
          <a href="/puzzles">{t(Message.kWebPuzzleDaily)}</a>
          <a href="/games">{t(Message.kWebMyGames)}</a>
          <a href="/games/live">{t(Message.kWebLiveGames)}</a>
        </p>
      </div>
      <Continue />
      {gamesProblem.value && <p class="notice error">{gamesProblem}</p>}
      <section aria-label={t(Message.kWebGames)} class="games">
        {games.value.map((game) => (
          <GameCard key={game.name} game={game} />
        ))}
      </section>
    </div>
  );
}
