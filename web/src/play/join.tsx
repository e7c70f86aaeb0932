// What a guest sees before taking the seat: the game, the colour, the rules. Only the button joins.
import { useSignal } from '@preact/signals';
import * as api from '../api';
import type { BoardInfo, Table } from '../api';
import { alarm } from '../app_live';
import { Toggle } from '../app_switch';
import { Board } from '../board/board';
import { errorWords } from '../errors';
import { games, gameTitle } from '../games';
import { capital, Message, t } from '../i18n';
import { playerName } from '../settings';
import { coloursOf } from '../board/colours';
import { clockRuleText, Rules, valueName } from './rules';
import { colourName } from './names';
import { makeToken, publicSeat } from './seats';
import { isOver } from './table_state';

// What the guest agrees to by joining.
function Terms({ table }: { table: Table }) {
  const game = games.value.find((one) => one.name === table.game);
  const options = game?.options.filter(({ key }) => table.options[key] !== undefined) ?? [];
  const terms: [string, string][] = [
    ...options.map((option): [string, string] => [
      capital(option.description),
      valueName(option, table.options[option.key]!),
    ]),
    [t(Message.kWebClock), clockRuleText(table.clock)],
    [t(Message.kWebExploration), t(table.exploration ? Message.kValueOn : Message.kValueOff)],
    ...(table.public ? [[t(Message.kWebPublicTable), t(Message.kValueOn)] as [string, string]] : []),
    ...(table.aids ? [[t(Message.kWebAids), t(Message.kValueOn)] as [string, string]] : []),
  ];
  return (
    <dl class="terms" aria-label={t(Message.kWebTerms)}>
      {terms.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface JoinProps {
  table: Table;
  board: BoardInfo;
  invitation: string;
  player: number | null;
  onJoined: (token: string) => void;
  onWatch: () => void;
}

export function Join({ table, board, invitation, player, onJoined, onWatch }: JoinProps) {
  const error = useSignal('');
  const busy = useSignal(false);
  const show = useSignal(false);
  const open = table.seats.filter((seat) => !seat.taken);
  const seat = open.find((one) => one.player === player) ?? (open.length === 1 ? open[0] : undefined);
  // Whoever took the seat of this invitation is a guest as well.
  const hosts = table.seats
    .filter((one) => one.who === 'human' && one.taken && one.name && one.player !== player)
    .map((one) => one.name);
  const join = async () => {
    busy.value = true;
    try {
      const token = makeToken(invitation || publicSeat(table.id));
      const wishes = { name: playerName.value.trim(), token, show: show.value };
      onJoined((await api.joinTable(table.id, wishes, invitation)).token);
    } catch (refused) {
      error.value = errorWords(refused);
      alarm(error.value);
      busy.value = false;
    }
  };
  return (
    <div class="page join">
      <div class="join-text">
        <p class="eyebrow">
          {hosts.length > 0 ? t(Message.kWebInvited, hosts.join(', ')) : t(Message.kWebInvitedByNobody)}
        </p>
        <h1>{gameTitle(table.game)}</h1>
        {seat && (
          <p class="you-play">
            <span class={`stone c-${coloursOf(board)[seat.player - 1]}`} data-player={seat.player} aria-hidden="true" />
            {t(Message.kWebYouPlay, capital(colourName(board, seat.player)))}
          </p>
        )}
        <Terms table={table} />
        <Rules game={table.game} />
        {open.length === 0 || isOver(table) ? (
          <p class="notice">{t(Message.kWebNoSeatLeft)}</p>
        ) : (
          <form
            class="row join-form"
            onSubmit={(event) => {
              event.preventDefault();
              void join();
            }}
          >
            <input
              type="text"
              aria-label={t(Message.kWebYourName)}
              placeholder={t(Message.kWebYourName)}
              maxLength={40}
              autocomplete="nickname"
              value={playerName.value}
              onInput={(event) => (playerName.value = event.currentTarget.value)}
            />
            <button type="submit" class="button main" disabled={busy.value}>
              {t(Message.kWebJoin)}
            </button>
            <Toggle on={show.value} onToggle={() => (show.value = !show.value)}>
              {t(Message.kWebShowGame)}
              <small class="hint">{t(Message.kWebShowGameHint)}</small>
            </Toggle>
          </form>
        )}
        {error.value && <p class="notice error">{error.value}</p>}
        <p>
          <button type="button" class="link" onClick={onWatch}>
            {t(Message.kWebWatchOnly)}
          </button>
        </p>
      </div>
      <div class="join-board">
        <Board board={board} view={table.view} label={gameTitle(table.game)} small />
      </div>
    </div>
  );
}
