// Setting up a game: who plays, on which side, with which clock and options.
import '../core';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import * as api from '../api';
import type { BoardInfo, Game, Options } from '../api';
import type { ScreenProps } from '../app_contract';
import { alarm } from '../app_live';
import { coloursOf } from '../board/colours';
import { errorWords } from '../errors';
import { games, gamesFailed, gameTitle } from '../games';
import { capital, t, type MessageName } from '../i18n';
import { navigate } from '../router';
import { playerName, read, write } from '../settings';
import { colourName } from '../play/names';
import { gameTag, Rules } from '../play/rules';
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
      (info) => wanted && (board.value = info),
      (refused: unknown) => wanted && onRefused(errorWords(refused)),
    );
    return () => void (wanted = false);
  }, [game, api.optionsText(options)]);
  return board.value;
}

function Seats({ game, setup, onSetup, board }: PartProps & { board: BoardInfo | null }) {
  const { seats, options } = setup;
  const players = playersOf(options);
  return (
    <section class="card panel first" aria-labelledby="setup-seats">
      <h2 id="setup-seats">{t('kWebPlayers')}</h2>
      {seats.slice(0, players).map((who, at) => (
        <SeatField
          key={at}
          game={game.name}
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
          {t('kWebSwapSides')}
        </button>
        <Check name="kWebRandomSides" value={setup.shuffle} onValue={(shuffle) => onSetup({ ...setup, shuffle })} />
      </div>
      {seats.slice(0, players).includes('open') && (
        <label class="field">
          <span class="label">{t('kWebYourName')}</span>
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

const Check = ({ name, value, onValue }: { name: MessageName; value: boolean; onValue: (value: boolean) => void }) => (
  <label class="check">
    <input type="checkbox" checked={value} onChange={(event) => onValue(event.currentTarget.checked)} />
    {t(name)}
  </label>
);

const Help = ({ game, setup, onSetup }: PartProps) => (
  <section class="card panel" aria-labelledby="setup-help">
    <h2 id="setup-help">{t('kWebHelpDuring')}</h2>
    <Check name="kWebExploration" value={setup.exploration} onValue={(exploration) => onSetup({ ...setup, exploration })} />
    {game.name === 'yavalath' && (
      <Check name="kWebAids" value={setup.aids} onValue={(aids) => onSetup({ ...setup, aids })} />
    )}
  </section>
);

function Form({ game, wanted, from }: { game: Game; wanted: string | null; from: Beginning | null }) {
  const setup = useSignal<Setup>(firstSetup(game, wanted, from));
  const busy = useSignal(false);
  const error = useSignal('');
  const { options, clock } = setup.value;
  const seats = setup.value.seats.slice(0, playersOf(options));
  const board = useBoard(game.name, options, (words) => (error.value = words));
  const part: PartProps = { game, setup: setup.value, onSetup: (next) => (setup.value = next) };

  const start = async () => {
    busy.value = true;
    error.value = '';
    if (!from) write(`setup.${game.name}`, JSON.stringify(setup.value));
    try {
      const made = await api.createTable(tableOf(game.name, setup.value, playerName.value.trim(), Math.random, from ?? {}));
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
      {from && <p class="notice">{t('kWebStartsFrom')}</p>}
      <Seats {...part} board={board} />
      <section class="card panel" aria-labelledby="setup-clock">
        <h2 id="setup-clock">{t('kWebClock')}</h2>
        <ClockField clock={clock} onClock={(next) => (setup.value = { ...setup.value, clock: next })} />
      </section>
      {game.options.length > 0 && !from && (
        <section class="card panel" aria-labelledby="setup-options">
          <h2 id="setup-options">{t('kWebOptions')}</h2>
          <OptionFields game={game} options={options} onOption={(key, value) => (setup.value = withOption(setup.value, key, value))} />
        </section>
      )}
      <Help {...part} />
      {error.value && <p class="notice error">{error.value}</p>}
      <div class="start-row">
        <button type="submit" class="button main big" disabled={busy.value}>
          {t(seats.includes('open') ? 'kWebCreateInvite' : seats.every((seat) => seat === 'me') ? 'kWebStartHotSeat' : 'kWebStartGame')}
        </button>
      </div>
    </form>
  );
}

export default function NewGameScreen({ route }: ScreenProps) {
  const name = route.name || (games.value[0]?.name ?? '');
  const game = games.value.find((one) => one.name === name);
  const wanted = route.query.get('with');
  const from = beginningOf(route.query);
  return (
    <div class="page new-game">
      <div class="new-head">
        <div>
          <p class="eyebrow">{t('kWebNewGame')}</p>
          <h1>{gameTitle(name)}</h1>
          <p class="hint">{gameTag(name)}</p>
          <nav class="segments" aria-label={t('kWebGames')}>
            {games.value.map(({ name: one, title }) => (
              <a key={one} href={`/new/${one}${wanted ? `?with=${encodeURIComponent(wanted)}` : ''}`} aria-current={one === name ? 'page' : undefined}>
                <span>{title}</span>
              </a>
            ))}
          </nav>
          <details><summary>{t('kWebRules')}</summary><Rules game={name} /></details>
        </div>
        <div class="new-picture">{game && <LiveBoard key={name} game={name} lively={false} />}</div>
      </div>
      {gamesFailed.value && <p class="notice error">{t('kWebOffline')}</p>}
      {games.value.length > 0 && !game && <p class="notice">{t('kWebMissing')}</p>}
      {game && <Form key={`${name} ${route.query}`} game={game} wanted={wanted} from={from} />}
    </div>
  );
}
