// Setting up a game: who plays, on which side, with which clock and options.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import * as api from '../api';
import type { BoardInfo, Game, Options } from '../api';
import type { ScreenProps } from '../router';
import { alarm } from '../app_live';
import { Toggle } from '../app_switch';
import { coloursOf } from '../board/colours';
import { errorWords } from '../errors';
import { gameNamed, games, gamesProblem, gameTitle } from '../games';
import { capital, Message, t } from '../i18n';
import { hasServer } from '../place';
import { navigate } from '../router';
import { playerName, read, write } from '../settings';
import { colourName } from '../play/names';
import { Rules } from '../play/rules';
import { holdSeat } from '../play/seats';
import { ClockField, OptionFields, SeatField } from './new_game_fields';
import { LiveBoard } from './live_board';
import {
  beginningOf,
  initialSetup,
  parseSetup,
  playersOf,
  tableOf,
  withOption,
  withSeat,
  type Beginning,
  type Setup,
} from './setup';

function firstSetup(game: Game, wanted: string | null, from: Beginning | null): Setup {
  const setup = initialSetup(game, wanted, parseSetup(read(`setup.${game.name}`)));
  return from ? { ...setup, options: { ...setup.options, ...from.options } } : setup;
}

interface PartProps {
  game: Game;
  setup: Setup;
  onSetup: (setup: Setup) => void;
}

// The board of the game with these options, which knows the colours.
function useBoard(game: string, options: Options, onRefused: (words: string) => void): BoardInfo | null {
  const board = useSignal<BoardInfo | null>(null);
  useEffect(() => {
    let wanted = true;
    api.boardInfo(game, options).then(
      (info) => {
        if (wanted) board.value = info;
      },
      (refused: unknown) => wanted && onRefused(errorWords(refused)),
    );
    return () => {
      wanted = false;
    };
  }, [game, api.optionsText(options)]);
  return board.value;
}

function Seats({ game, setup, onSetup, board }: PartProps & { board: BoardInfo | null }) {
  const { seats, options } = setup;
  const players = playersOf(options);
  return (
    <section class="card panel" aria-labelledby="setup-seats">
      <h2 id="setup-seats">{t(Message.kWebPlayers)}</h2>
      {seats.slice(0, players).map((who, at) => (
        <SeatField
          key={at}
          game={game}
          players={players}
          player={at + 1}
          side={capital(board ? colourName(board, at + 1) : String(at + 1))}
          colour={board ? (coloursOf(board)[at] ?? '') : ''}
          who={who}
          levelTime={setup.levelTime}
          onWho={(next) => onSetup(withSeat(setup, at, next))}
          onLevelTime={(levelTime) => onSetup({ ...setup, levelTime })}
        />
      ))}
      <div class="row">
        <button
          type="button"
          class="button small"
          onClick={() => onSetup({ ...setup, seats: [...seats.slice(1, players), seats[0]!, ...seats.slice(players)] })}
        >
          {t(Message.kWebSwapSides)}
        </button>
        <Check
          name={Message.kWebRandomSides}
          value={setup.shuffle}
          onValue={(shuffle) => onSetup({ ...setup, shuffle })}
        />
      </div>
      {seats.slice(0, players).includes('open') && (
        <label class="field">
          <span class="label">{t(Message.kWebYourName)}</span>
          <input
            type="text"
            maxLength={40}
            autocomplete="nickname"
            value={playerName.value}
            onInput={(event) => (playerName.value = event.currentTarget.value)}
          />
        </label>
      )}
    </section>
  );
}

const Check = ({ name, value, onValue }: { name: Message; value: boolean; onValue: (value: boolean) => void }) => (
  <label class="check">
    <input type="checkbox" checked={value} onChange={(event) => onValue(event.currentTarget.checked)} />
    {t(name)}
  </label>
);

const Help = ({ game, setup, onSetup }: PartProps) => (
  <section class="card panel" aria-labelledby="setup-help">
    <h2 id="setup-help">{t(Message.kWebHelpDuring)}</h2>
    <Check
      name={Message.kWebExploration}
      value={setup.exploration}
      onValue={(exploration) => onSetup({ ...setup, exploration })}
    />
    {game.aids && <Check name={Message.kWebAids} value={setup.aids} onValue={(aids) => onSetup({ ...setup, aids })} />}
  </section>
);

const Company = ({ setup, onSetup }: PartProps) => (
  <section class="card panel" aria-labelledby="setup-company">
    <h2 id="setup-company">{t(Message.kWebWhoMaySee)}</h2>
    <Toggle on={setup.show} onToggle={() => onSetup({ ...setup, show: !setup.show })}>
      {t(Message.kWebShowGame)}
      <small class="hint">{t(Message.kWebShowGameHint)}</small>
    </Toggle>
    <Toggle on={setup.open} onToggle={() => onSetup({ ...setup, open: !setup.open })}>
      {t(Message.kWebPublicTable)}
      <small class="hint">{t(Message.kWebPublicTableHint)}</small>
    </Toggle>
  </section>
);

function Form({ game, wanted, from }: { game: Game; wanted: string | null; from: Beginning | null }) {
  const setup = useSignal<Setup>(firstSetup(game, wanted, from));
  const busy = useSignal(false);
  const error = useSignal('');
  const { options, clock } = setup.value;
  const seats = setup.value.seats.slice(0, playersOf(options));
  const needsServer = !hasServer && seats.includes('open');
  const board = useBoard(game.name, options, (words) => (error.value = words));
  const part: PartProps = { game, setup: setup.value, onSetup: (next) => (setup.value = next) };

  const start = async () => {
    busy.value = true;
    error.value = '';
    if (!from) write(`setup.${game.name}`, JSON.stringify(setup.value));
    try {
      const made = await api.createTable(
        tableOf(game.name, setup.value, playerName.value.trim(), Math.random, from ?? {}),
      );
      holdSeat({ id: made.id, game: game.name, token: made.token, invites: made.invites ?? [] });
      navigate(`/g/${made.id}`);
    } catch (refused) {
      error.value = errorWords(refused);
      alarm(error.value);
      busy.value = false;
    }
  };
  return (
    <form
      class="setup"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      {from && <p class="notice">{t(Message.kWebStartsFrom)}</p>}
      <div class="setup-first">
        <Seats {...part} board={board} />
        {error.value && <p class="notice error">{error.value}</p>}
        {needsServer && <p class="notice">{t(Message.kWebNoServer)}</p>}
        <div class="start-row">
          <button type="submit" class="button main big" disabled={busy.value || needsServer}>
            {t(
              seats.includes('open')
                ? Message.kWebCreateInvite
                : seats.every((seat) => seat === 'me')
                  ? Message.kWebStartHotSeat
                  : Message.kWebStartGame,
            )}
          </button>
        </div>
      </div>
      <section class="card panel" aria-labelledby="setup-clock">
        <h2 id="setup-clock">{t(Message.kWebClock)}</h2>
        <ClockField clock={clock} onClock={(next) => (setup.value = { ...setup.value, clock: next })} />
      </section>
      {game.options.length > 0 && !from && (
        <section class="card panel" aria-labelledby="setup-options">
          <h2 id="setup-options">{t(Message.kWebOptions)}</h2>
          <OptionFields
            game={game}
            options={options}
            onOption={(key, value) => (setup.value = withOption(setup.value, key, value))}
          />
        </section>
      )}
      <Help {...part} />
      {hasServer && <Company {...part} />}
    </form>
  );
}

export default function NewGameScreen({ route }: ScreenProps) {
  const name = route.name || (games.value[0]?.name ?? '');
  const game = gameNamed(name);
  const wanted = route.query.get('with');
  const from = beginningOf(route.query);
  return (
    <div class="page new-game">
      <div class="new-head">
        <div>
          <p class="eyebrow">{t(Message.kWebNewGame)}</p>
          <h1>{gameTitle(name)}</h1>
          <p class="hint">{game?.tag}</p>
          <nav class="segments" aria-label={t(Message.kWebGames)}>
            {games.value.map(({ name: one, title }) => (
              <a
                key={one}
                href={`/new/${one}${wanted ? `?with=${encodeURIComponent(wanted)}` : ''}`}
                aria-current={one === name ? 'page' : undefined}
              >
                <span>{title}</span>
              </a>
            ))}
          </nav>
          <details>
            <summary>{t(Message.kWebRules)}</summary>
            <Rules game={name} />
          </details>
        </div>
        <div class="new-picture">{game && <LiveBoard key={name} game={game} lively={false} />}</div>
      </div>
      {gamesProblem.value && <p class="notice error">{gamesProblem}</p>}
      {games.value.length > 0 && !game && <p class="notice">{t(Message.kWebMissing)}</p>}
      {game && <Form key={`${name} ${route.query}`} game={game} wanted={wanted} from={from} />}
    </div>
  );
}
