// The evaluation bar: always the same player on the left, whoever is to move.
import type { AnalysisLine, BoardInfo } from '../api';
import { Message, t } from '../i18n';
import { fillOf, playerName } from '../tree/players';
import { percents } from './lines';

interface Props {
  board: BoardInfo;
  chances: readonly number[] | null;
  best: AnalysisLine | undefined;
  toMove: number;
}

/** "Win in 7" for whom it is; '' where nothing is proved. */
export function provenWords(board: BoardInfo, line: AnalysisLine | undefined, toMove: number): string {
  if (!line?.proven) return '';
  const { result, turns } = line.proven;
  const name = playerName(board, toMove);
  return t(result === 'win' ? Message.kWebStudyWinIn : Message.kWebStudyLossIn, name, turns);
}

/** "White 62 %, Black 38 %". */
export function chanceWords(board: BoardInfo, chances: readonly number[]): string {
  return percents(chances)
    .map((share, i) => `${playerName(board, i + 1)} ${share} %`)
    .join(', ');
}

export function Bar({ board, chances, best, toMove }: Props) {
  const shares = chances ? percents(chances) : null;
  let x = 0;
  const parts = (chances ?? []).map((chance, i) => {
    const part = <rect key={i} class={fillOf(board, i + 1)} x={x * 1000} y={0} width={chance * 1000} height={10} />;
    x += chance;
    return part;
  });
  return (
    <div class="chances">
      <svg class="chances-picture" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
        {parts}
      </svg>
      <p class="chances-words" data-testid="chances">
        {shares ? (
          shares.map((share, i) => (
            <span key={i} class="chances-share">
              <svg class="dot" viewBox="0 0 10 10" aria-hidden="true">
                <circle class={fillOf(board, i + 1)} cx="5" cy="5" r="4.5" />
              </svg>
              {playerName(board, i + 1)} {share} %
            </span>
          ))
        ) : (
          <span class="hint">{t(Message.kWebStudyNoChances)}</span>
        )}
        {best?.proven && <strong class="proven">{provenWords(board, best, toMove)}</strong>}
      </p>
    </div>
  );
}
