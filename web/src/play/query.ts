// The keys v and g on the board: chances and best turn, where the table allows help.
import type { Analysis, BoardInfo, Table } from '../api';
import { alarm, say } from '../app_live';
import type { Query } from '../board/types';
import { errorWords } from '../errors';
import { Message, prepareStudy, t } from '../i18n';
import { thinkerOf, type SocketMessage } from '../socket';
import type { Play } from './model';
import { resultText } from './names';
import { isOver } from './table_state';

const kTime = 1000; // milliseconds

// What is asked of the position that is shown. A complete draft is not sent yet, so the best turn is still
// its player's.
export function questionOf(play: Play, table: Table, query: Query): SocketMessage {
  const { game, options, view } = table;
  const question: SocketMessage = { type: 'analyse', game, options, position: view.position, time: kTime, lines: 1 };
  if (play.browse.value !== null) question['position'] = (play.view.value ?? view).position;
  const { steps, view: drafted } = play.draft.value;
  if (steps.length > 0 && !(query === 'best' && drafted?.draft_state === 'complete')) question['draft'] = steps;
  return question;
}

export async function answerQuery(play: Play, table: Table, board: BoardInfo, query: Query): Promise<void> {
  if (!table.exploration && !isOver(table)) return alarm(t(Message.kWebNoExploration));
  const { outcome } = query === 'best' && play.browse.value === null ? table.view : (play.view.value ?? table.view);
  if (outcome.result !== 'none') return say(`${resultText(outcome, board)}: ${outcome.reason}`);
  try {
    const [answer, { wordsOf }] = await Promise.all([
      thinkerOf(table.game).send(questionOf(play, table, query)),
      import('../analysis/spoken'),
      prepareStudy(),
    ]);
    say(wordsOf(board, answer['analysis'] as Analysis, query));
  } catch (error) {
    alarm(errorWords(error));
  }
}
