// Evaluation and best turn for those who ask by a key and have no engine running beside the board.
import type { Analysis, BoardInfo } from '../api';
import { alarm, say } from '../app_live';
import type { Query } from '../board/types';
import { errorWords } from '../errors';
import { Message, t } from '../i18n';
import { thinkerOf } from '../socket';
import type { Explorer } from '../tree/explorer';
import { chanceWords, provenWords } from './bar';
import { chancesOf, wholeTurn } from './lines';

const kTime = 1000; // milliseconds

export function wordsOf(board: BoardInfo, analysis: Analysis, query: Query): string {
  const [best] = analysis.lines;
  if (query === 'best') return best ? t(Message.kWebStudySayBest, wholeTurn(best)) : t(Message.kWebStudyNoChances);
  const chances = chancesOf(analysis, board.players);
  if (!chances) return t(Message.kWebStudyNoChances);
  return [chanceWords(board, chances), provenWords(board, best, analysis.to_move)].filter(Boolean).join('. ');
}

/** Says what is known of the position shown, the draft included. */
export async function spokenAnswer(explorer: Explorer, board: BoardInfo, query: Query): Promise<void> {
  const draft = [...explorer.draft.value];
  try {
    const answer = await thinkerOf(explorer.request.value.game).send({
      type: 'analyse',
      ...explorer.request.value,
      ...(draft.length > 0 ? { draft } : {}),
      time: kTime,
      lines: 1,
    });
    say(wordsOf(board, answer['analysis'] as Analysis, query));
  } catch (error) {
    alarm(errorWords(error));
  }
}
