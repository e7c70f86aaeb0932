// What is to be done now, in a sentence.
import type { BoardInfo, Table } from '../api';
import { capital, t } from '../i18n';
import type { Play } from './model';
import { colourName, seatName } from './names';
import { isWaiting, mustBlock, mySeats } from './table_state';

export function promptOf(play: Play, table: Table, board: BoardInfo): string {
  const view = play.view.value ?? table.view;
  const colour = capital(colourName(board, table.view.to_move));
  if (play.browse.value !== null) return t('kWebLookingBack', play.browse.value, table.turns.length);
  if (play.active.value) {
    const blocked = mustBlock(table);
    if (blocked && play.draft.value.steps.length === 0) return t('kWebMustBlock', capital(colourName(board, blocked)));
    if (play.submitted.value && view.draft_state === 'complete') return t('kWebReady');
    return mySeats(table).length > 1 ? `${colour}: ${view.prompt}` : view.prompt;
  }
  if (play.sending.value) return t('kWebSending');
  if (isWaiting(table)) return t('kWebWaitingJoin');
  const seat = table.seats.find((one) => one.player === table.view.to_move);
  return t('kWebWaitingFor', seat ? seatName(table, board, seat) : colour);
}
