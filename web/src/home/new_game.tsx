// Setting up a game: who plays, on which side, with which clock and options.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import * as api from '../api';
import type { BoardInfo, Game, Games } from '../api';
import type { ScreenProps } from '../app_contract';
import { alarm } from '../app_live';
import { errorWords } from '../errors';
import { capital, t } from '../i18n';
import { navigate } from '../router';
import { playerName, read, write } from '../settings';
import { colourName } from '../play/names';
import { gameTag, gameTitle, Rules } from '../play/rules';
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
  type Beginning,
  type Setup,
} from './setup';

const kGames = ['yavalath', 'epaminondas', 'eigenstate', 'sixteen-stone'];

function firstSetup(game: Game, wanted: string | null, from: Beginning | null): Setup {
  const setup = initialSetup(game, wanted, parseSetup(read(`setup.${game.name}`)));
  return from ? { ...setup, options: { ...setup.options, ...from.options } } : setup;
}

function Form({ game, wanted, from }: { game: Game; wanted: string | null; from: Beginning | null }) {
  const setup = useSignal<Setup>(firstSetup(game, wanted, from));
  const board = useSignal<BoardInfo | null>(null);
  const busy = useSignal(false);
  const error = useSignal('');
  const change = (part: Partial<Setup>) => (setup.value = { ...setup.value, ...part });
  const { options, seats, clock, exploration, aids } = setup.value;
  const optionsKey = api.optionsText(options);
  useEffect(() => {
    let wantedStill = true;
    api.boardInfo(game.name, options).then(
      (info) => wantedStill && (board.value = info),
      (refused: unknown) => wantedStill && (error.value = errorWords(refused)),
    );
    return () => void (wantedStill = false);
  }, [game.name, optionsKey]);

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
  const side = (player: number) => capital(board.value ? colourName(board.value, player) : String(player));
  const friends = seats.some((seat) => seat === 'open');
  const computers = seats.some((seat) => seat !== 'open' && seat !== 'me');
  return (
    <form
      class="setup"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      {from && <p class="notice">{t('kWebStartsFrom')}</p>}
      <section class="card panel first" aria-labelledby="setup-seats">
        <h2 id="setup-seats">{t('kWebPlayers')}</h2>
        {seats.slice(0, playersOf(options)).map((who, at) => (
          <SeatField
            key={at}
            game={game.name}
            player={at + 1}
            side={side(at + 1)}
            colour={board.value?.colours[at] ?? ''}
            who={who}
            onWho={(next) => change({ seats: seats.map((old, i) => (i === at ? next : old)) })}
          />
        ))}
        <div class="row">
          <button
            type="button"
            class="button small"
            onClick={() => change({ seats: [...seats.slice(1, playersOf(options)), seats[0]!, ...seats.slice(playersOf(options))] })}
          >
            {t('kWebSwapSides')}
          </button>
          <label class="check">
            <input type="checkbox" checked={setup.value.shuffle} onChange={(event) => change({ shuffle: event.currentTarget.checked })} />
            {t('kWebRandomSides')}
          </label>
        </div>
        {friends && (
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
      <section class="card panel" aria-labelledby="setup-clock">
        <h2 id="setup-clock">{t('kWebClock')}</h2>
        <ClockField clock={clock} onClock={(next) => change({ clock: next })} />
      </section>
      {game.options.length > 0 && !from && (
        <section class="card panel" aria-labelledby="setup-options">
          <h2 id="setup-options">{t('kWebOptions')}</h2>
          <OptionFields game={game} options={options} onOption={(key, value) => (setup.value = withOption(setup.value, key, value))} />
        </section>
      )}
      <section class="card panel" aria-labelledby="setup-help">
        <h2 id="setup-help">{t('kWebHelpDuring')}</h2>
        <label class="check">
          <input type="checkbox" checked={exploration} onChange={(event) => change({ exploration: event.currentTarget.checked })} />
          {t('kWebExploration')}
        </label>
        {game.name === 'yavalath' && (
          <label class="check">
            <input type="checkbox" checked={aids} onChange={(event) => change({ aids: event.currentTarget.checked })} />
            {t('kWebAids')}
          </label>
        )}
      </section>
      {error.value && <p class="notice error">{error.value}</p>}
      <div class="start-row">
        <button type="submit" class="button main big" disabled={busy.value}>
          {friends ? t('kWebCreateInvite') : computers ? t('kWebStartGame') : t('kWebStartHotSeat')}
        </button>
      </div>
    </form>
  );
}

export default function NewGameScreen({ route }: ScreenProps) {
  const list = useSignal<Games | null>(null);
  const failed = useSignal('');
  useEffect(() => {
    api.games().then(
      (found) => (list.value = found),
      () => (failed.value = t('kWebOffline')),
    );
  }, []);
  const name = route.name || kGames[0]!;
  const game = list.value?.games.find((one) => one.name === name);
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
            {kGames.map((one) => (
              <a key={one} href={`/new/${one}${wanted ? `?with=${encodeURIComponent(wanted)}` : ''}`} aria-current={one === name ? 'page' : undefined}>
                <span>{gameTitle(one)}</span>
              </a>
            ))}
          </nav>
          <details><summary>{t('kWebRules')}</summary><Rules game={name} /></details>
        </div>
        <div class="new-picture"><LiveBoard key={name} game={name} lively={false} /></div>
      </div>
      {failed.value && <p class="notice error">{failed.value}</p>}
      {list.value && !game && <p class="notice">{t('kWebMissing')}</p>}
      {game && <Form key={`${name} ${route.query}`} game={game} wanted={wanted} from={from} />}
    </div>
  );
}
