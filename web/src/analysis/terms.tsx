// What the evaluation counts, in the words of the catalogue.
import type { BoardInfo, Evaluation } from '../api';
import { Message, t } from '../i18n';
import { language } from '../settings';
import { playerName } from '../tree/players';

function signed(value: number): string {
  return new Intl.NumberFormat(language.value, { signDisplay: 'exceptZero', maximumFractionDigits: 1 })
    .format(value)
    .replace('-', '−');
}

// The largest terms for and against, as one sentence.
function summary(board: BoardInfo, { terms }: Evaluation, toMove: number): string {
  const name = playerName(board, toMove);
  const most = (sign: 1 | -1): string =>
    [...terms]
      .filter((term) => term.contribution * sign >= 1)
      .sort((a, b) => (b.contribution - a.contribution) * sign)
      .slice(0, 2)
      .map((term) => term.name)
      .join(', ');
  const plus = most(1);
  const minus = most(-1);
  const words = [plus && t(Message.kWebStudyFor, name, plus), minus && t(Message.kWebStudyAgainst, name, minus)].filter(
    Boolean,
  );
  return words.length > 0 ? words.join(' ') : t(Message.kWebStudyBalanced);
}

export function Terms({ board, evaluation, toMove }: { board: BoardInfo; evaluation: Evaluation; toMove: number }) {
  return (
    <details class="terms">
      <summary>{t(Message.kWebStudyWhy)}</summary>
      <p>{summary(board, evaluation, toMove)}</p>
      <div class="scroll" tabIndex={0} role="group" aria-label={t(Message.kWebStudyWhy)}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t(Message.kWebStudyTerm)}</th>
              {board.colours.map((_, i) => (
                <th key={i} scope="col" class="number">
                  {playerName(board, i + 1)}
                </th>
              ))}
              <th scope="col" class="number">
                {t(Message.kWebStudyWorth, playerName(board, toMove))}
              </th>
            </tr>
          </thead>
          <tbody>
            {evaluation.terms
              .filter((term) => term.counts.some((count) => count !== 0))
              .map((term) => (
                <tr key={term.name}>
                  <th scope="row">{term.name}</th>
                  {term.counts.map((count, i) => (
                    <td key={i} class="number">
                      {count}
                    </td>
                  ))}
                  <td class="number">{signed(term.contribution)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
