// What is to be done now, in a sentence.
import type { BoardInfo, Table, View } from '../api';
import { movable } from '../board/choose';
import { capital, Message, t } from '../i18n';
import type { Play } from './model';
import { colourName, seatName } from './names';
import { isWaiting, mustBlock, mySeats } from './table_state';

// The prompt of the game, and after a first tap what the next one is for.
function nextStep(play: Play, view: View, board: BoardInfo): string {
  const { selected, target, editing } = play.choice.value;
  if (target !== null) return t(Message.kWebChooseTaken);
  if (selected !== null && movable(view.legal, selected)) return t(Message.kWebChooseTarget);
  const pegs = view.legal.some((step) => step.hole !== undefined && step.from === editing);
  return pegs && editing !== null
    ? `${view.prompt}: ${t(Message.kWebChooseHole, board.cells[editing]!.name)}`
    : view.prompt;
}

export function promptOf(play: Play, table: Table, board: BoardInfo): string {
  const view = play.view.value ?? table.view;
  const colour = capital(colourName(board, table.view.to_move));
  if (play.browse.value !== null) return t(Message.kWebLookingBack, play.browse.value, table.turns.length);
  if (play.active.value) {
    const blocked = mustBlock(table);
    if (blocked && play.draft.value.steps.length === 0)
      return t(Message.kWebMustBlock, capital(colourName(board, blocked)));
    if (play.submitted.value && view.draft_state === 'complete') return t(Message.kWebReady);
    const words = nextStep(play, view, board);
    return mySeats(table).length > 1 ? `${colour}: ${words}` : words;
  }
  if (play.sending.value) return t(Message.kWebSending);
  if (isWaiting(table)) return t(mySeats(table).length > 0 ? Message.kWebWaitingJoin : Message.kWebWaitingPlayers);
  const seat = table.seats.find((one) => one.player === table.view.to_move);
  return t(Message.kWebWaitingFor, seat ? seatName(table, board, seat) : colour);
}
