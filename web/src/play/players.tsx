// Who plays: names, colours, clocks, pools; whose turn it is.
import type { BoardInfo, Seat, Table } from '../api';
import { coloursOf } from '../board/colours';
import { capital, Message, t } from '../i18n';
import { clockParts, clockText, timeLeft } from './clock';
import { colourName, seatName } from './names';
import { isOver, turnOrder } from './table_state';
import { useNow } from './use_now';
import type { Play } from './model';

function Clock({ table, player }: { table: Table; player: number }) {
  const running = table.running === player && !isOver(table);
  const now = useNow(table.id, running);
  const left = timeLeft(table, player, now);
  if (left === null) return null;
  return (
    <span
      class={`clock ${running ? 'running' : ''} ${left < 10_000 && table.clock ? 'short' : ''}`}
      role="timer"
      aria-label={t(Message.kWebClockLeft, ...clockParts(left))}
    >
      {clockText(left)}
    </span>
  );
}

interface SeatProps {
  play: Play;
  table: Table;
  board: BoardInfo;
  seat: Seat;
}

function SeatRow({ play, table, board, seat }: SeatProps) {
  const view = play.view.value ?? table.view;
  // A draft, though complete, is not played yet: it is still its player's turn.
  const stands = play.browse.value === null ? table.view : view;
  const toMove = stands.to_move === seat.player && stands.outcome.result === 'none' && !isOver(table);
  const out = stands.out.includes(seat.player);
  const counters = view.counters.filter((counter) => counter.player === seat.player);
  const away = seat.who === 'human' && seat.taken && !seat.online && !seat.yours;
  return (
    <li class={`seat ${toMove ? 'to-move' : ''} ${out ? 'out' : ''}`} aria-current={toMove ? 'true' : undefined}>
      <span class={`stone c-${coloursOf(board)[seat.player - 1]}`} data-player={seat.player} aria-hidden="true" />
      <span class="who">
        <span class="name">{seatName(table, board, seat)}</span>
        {/* The live region tells it to those who do not see it. */}
        {play.said.value[seat.player] && (
          <span class="said" aria-hidden="true">
            {play.said.value[seat.player]!.words}
          </span>
        )}
        <span class="hint">
          {capital(colourName(board, seat.player)) !== seatName(table, board, seat) &&
            capital(colourName(board, seat.player))}
          {seat.yours &&
            seat.name &&
            table.seats.some((other) => !other.yours) &&
            ` · ${t(Message.kWebYou).toLowerCase()}`}
          {away && ` · ${t(Message.kWebAway)}`}
          {out && ` · ${t(Message.kPageOut)}`}
        </span>
      </span>
      {counters.map((counter) => (
        // The board draws them; here they are for those who cannot see it.
        <span class="unseen" key={counter.label}>
          {counter.label} {counter.value}
        </span>
      ))}
      {table.thinking?.player === seat.player && !isOver(table) && <span class="spinner" aria-hidden="true" />}
      <Clock table={table} player={seat.player} />
    </li>
  );
}

function Order({ table, board }: { table: Table; board: BoardInfo }) {
  return (
    <p class="order">
      <span class="hint">{t(Message.kWebOrder)}</span>
      {turnOrder(table).map((player, at) => (
        <span key={player} class="order-seat">
          {at > 0 && <span aria-hidden="true">→</span>}
          <span class={`stone small c-${coloursOf(board)[player - 1]}`} data-player={player} aria-hidden="true" />
          {capital(colourName(board, player))}
        </span>
      ))}
    </p>
  );
}

export function Players({ play, table, board }: { play: Play; table: Table; board: BoardInfo }) {
  const seats = play.flipped.value ? table.seats : [...table.seats].reverse();
  return (
    <section class="players" aria-label={t(Message.kWebPlayers)}>
      {table.spectators > 0 && (
        <p class="spectators">
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7z" />
            <circle cx="12" cy="12" r="3" />
          </svg>
          <span class="unseen">{t(Message.kWebSpectators, table.spectators)}</span>
          <span aria-hidden="true">{table.spectators}</span>
        </p>
      )}
      <ul class={`seats of-${table.seats.length}`}>
        {(table.seats.length > 2 ? table.seats : seats).map((seat) => (
          <SeatRow key={seat.player} play={play} table={table} board={board} seat={seat} />
        ))}
      </ul>
      {table.seats.length > 2 && !isOver(table) && <Order table={table} board={board} />}
    </section>
  );
}
