// The graph of a game as a table.
import { Fragment } from 'preact';
import { percents } from '../analysis/lines';
import { capital, Message, t } from '../i18n';
import { glyphText } from '../tree/glyphs';
import { playerName } from '../tree/players';
import { points } from '../tree/points';
import type { ChartProps } from './chart';

// Where space is short, a turn of several actions goes on below after one of them.
const Actions = ({ turn }: { turn: string }) => (
  <>
    {turn.split(',').map((action, i, { length }) => (
      <Fragment key={i}>
        <span class="action">
          {action}
          {i + 1 < length && ','}
        </span>
        <wbr />
      </Fragment>
    ))}
  </>
);

export function ChartTable({ board, turns, at, onGo }: ChartProps) {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={t(Message.kWebStudyAsTable)}>
      <table>
        <thead>
          <tr>
            <th scope="col">{capital(t(Message.kReviewTurn))}</th>
            <th scope="col">{capital(t(Message.kReviewPlayer))}</th>
            <th scope="col">{capital(t(Message.kReviewPlayed))}</th>
            {board.colours.map((_, i) => (
              <th key={i} scope="col" class="number">
                {playerName(board, i + 1)}
              </th>
            ))}
            <th scope="col" class="number">
              {capital(t(Message.kReviewLoss))}
            </th>
            <th scope="col">{capital(t(Message.kReviewMark))}</th>
          </tr>
        </thead>
        <tbody>
          {turns.map((turn) => (
            <tr key={turn.number} aria-current={turn.number === at ? 'true' : undefined}>
              <td class="number">{turn.number}</td>
              <td>{turn.player ? playerName(board, turn.player) : ''}</td>
              <td>
                <button type="button" class="link" onClick={() => onGo(turn.number)}>
                  <Actions turn={turn.turn} />
                </button>
              </td>
              {board.colours.map((_, i) => (
                <td key={i} class="number">
                  {turn.after ? `${percents(turn.after)[i]} %` : ''}
                </td>
              ))}
              <td class="number">{turn.after ? points(turn.loss) : ''}</td>
              <td>{glyphText([turn.glyph])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
