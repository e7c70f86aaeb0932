// What is said aloud when something happens at the table.
import type { BoardInfo, Table, TableEvent } from '../api';
import { capital, Message, t } from '../i18n';
import { colourName, resultText, seatName } from './names';
import { isOver, mayAct, mustBlock, mySeats } from './table_state';

export function sentences(before: Table, after: Table, event: TableEvent, board: BoardInfo): string[] {
  const colour = (player: number) => capital(colourName(board, player));
  const name = (player: number) => {
    const seat = after.seats.find((one) => one.player === player);
    return seat ? seatName(after, board, seat) : colour(player);
  };
  const said: string[] = [];
  switch (event.kind) {
    case 'seated':
      said.push(t(Message.kWebSaidSeated, event.name || name(event.player), colour(event.player)));
      break;
    case 'seat':
      said.push(t(Message.kWebSaidSeat, colour(event.player)));
      break;
    case 'turn':
      said.push(
        swapped(event)
          ? t(Message.kWebSaidSwapped, colour(event.player))
          : t(Message.kWebSaidTurn, colour(event.player), event.turn, event.view.last_words),
      );
      break;
    case 'takeback':
      if (event.view) said.push(t(Message.kWebSaidTakenBack));
      else if (!mySeats(after).includes(event.player))
        said.push(offer(event.answer, Message.kWebAsksTakeback, Message.kWebDeclinedTakeback, name(event.player)));
      break;
    case 'draw':
      if (!mySeats(after).includes(event.player))
        said.push(offer(event.answer, Message.kWebAsksDraw, Message.kWebDeclinedDraw, name(event.player)));
      break;
    case 'rematch':
      if (!mySeats(after).includes(event.player))
        said.push(offer(event.answer, Message.kWebAsksRematch, Message.kWebDeclinedRematch, name(event.player)));
      break;
    case 'end':
    case 'seen':
    case 'show':
    case 'deleted':
      break;
  }
  if (isOver(after) && !isOver(before)) {
    said.push(`${resultText(after, board)}: ${after.reason ?? ''}`);
  } else if ((event.kind === 'turn' || event.kind === 'takeback') && mayAct(after)) {
    const blocked = mustBlock(after);
    if (mySeats(after).length === 1) said.push(t(Message.kWebYourTurn));
    if (blocked) said.push(t(Message.kWebMustBlock, colour(blocked)));
  }
  const words = said.filter(Boolean);
  return words.length > 0 ? [words.join(' ')] : [];
}

const swapped = (event: TableEvent): boolean =>
  event.kind === 'turn' && event.view.last.some((trace) => trace.kind === 'swap');

// What nothing else on the screen shows, or only for a moment.
export const noteworthy = (event: TableEvent): boolean =>
  swapped(event) ||
  event.kind === 'seated' ||
  event.kind === 'seat' ||
  ('answer' in event && event.answer === 'decline');

type Offer = Message.kWebAsksTakeback | Message.kWebAsksDraw | Message.kWebAsksRematch;
type Declined = Message.kWebDeclinedTakeback | Message.kWebDeclinedDraw | Message.kWebDeclinedRematch;

function offer(answer: string, asks: Offer, declined: Declined, name: string): string {
  if (answer === 'ask') return t(asks, name);
  return answer === 'decline' ? t(declined, name) : '';
}
