// The turns that lost something, the largest first, and what can be done about the one chosen.
import type { BoardInfo, Reason } from '../api';
import { capital, Message, t } from '../i18n';
import { whoName } from '../play/names';
import { glyphText, glyphWords } from '../tree/glyphs';
import { playerName } from '../tree/players';
import { points } from '../tree/points';
import { mistakes, summary, type Review, type ReviewedTurn } from './model';
import { answerHidden, type Retry } from './retry';
import type { Session } from './session';
import { canTry } from './trainer';

function Summary({ board, review, turns }: { board: BoardInfo; review: Review; turns: readonly ReviewedTurn[] }) {
  return (
    <section class="summary" aria-label={t(Message.kWebStudyAccuracy)}>
      <dl>
        {summary(review, turns).map(({ player, accuracy, marks }) => (
          <div key={player}>
            <dt>{whoName(review.record.players?.[player - 1] ?? '') || playerName(board, player)}</dt>
            <dd>
              {accuracy !== null && <strong>{points(accuracy)} %</strong>}{' '}
              {marks.map(({ glyph, count }) => (
                <span key={glyph} class={`counted glyph-${glyph}`}>
                  <span aria-hidden="true">{glyphText([glyph])}</span>
                  <span class="unseen">{glyphWords([glyph])}</span> {count}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p class="hint">{t(Message.kWebStudyUncalibrated)}</p>
    </section>
  );
}

function Filter({ board, player, onPlayer }: { board: BoardInfo; player: number; onPlayer: (player: number) => void }) {
  const choices = [0, ...board.colours.map((_, i) => i + 1)];
  return (
    <fieldset class="segments">
      <legend class="unseen">{t(Message.kWebStudyFilter)}</legend>
      {choices.map((choice) => (
        <label key={choice}>
          <input type="radio" name="player" checked={choice === player} onChange={() => onPlayer(choice)} />
          <span>{choice === 0 ? t(Message.kWebStudyEverybody) : playerName(board, choice)}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface ListProps {
  board: BoardInfo;
  turns: readonly ReviewedTurn[];
  player: number;
  at: number;
  onGo: (turn: number) => void;
}

function MistakeList({ board, turns, player, at, onGo }: ListProps) {
  const list = mistakes(turns, player);
  if (list.length === 0) return <p class="hint">{capital(t(Message.kReviewNoMistakes))}.</p>;
  return (
    <ol class="mistakes" aria-label={t(Message.kWebStudyMistakes)}>
      {list.map((turn) => (
        <li key={turn.number}>
          <button
            type="button"
            class={`mistake glyph-${turn.glyph}`}
            aria-current={turn.number === at ? 'true' : undefined}
            onClick={() => onGo(turn.number)}
          >
            <span class="turn-mark" aria-hidden="true">
              {glyphText([turn.glyph])}
            </span>
            <span class="unseen">{glyphWords([turn.glyph])}: </span>
            <span class="mistake-turn">
              {turn.number}. {turn.turn}
            </span>
            <span class="mistake-player">{playerName(board, turn.player)}</span>
            <span class="mistake-loss">−{points(turn.loss)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

export function Mistakes({ session }: { session: Session }) {
  const { board, player, work, asked } = session;
  const turns = session.turns.value;
  const review = work.review.value;
  return (
    <>
      <Filter
        board={board}
        player={player.value}
        onPlayer={(next) => {
          player.value = next;
        }}
      />
      {review ? (
        <MistakeList
          board={board}
          turns={turns}
          player={player.value}
          at={asked.value}
          onGo={(turn) => session.go(turn)}
        />
      ) : (
        <p class="hint">{t(Message.kWebStudyReviewSoon)}</p>
      )}
      {review && <Summary board={board} review={review} turns={turns} />}
    </>
  );
}

interface MistakeProps {
  turn: ReviewedTurn;
  retry: Retry;
  away: boolean; // a better line is shown instead of the game
  onRetry: () => void;
  onGiveUp: () => void;
  onLook: (line: readonly string[], plies: number) => void;
  onLeave: () => void;
  onReason: (reason: Reason | null) => void; // pointed at: its cells are drawn
}

function Reasons({ reasons, onReason }: { reasons: readonly Reason[]; onReason: MistakeProps['onReason'] }) {
  return (
    <ul class="reasons" aria-label={t(Message.kWebStudyReasons)}>
      {reasons.map((reason, i) => (
        <li key={i}>
          <button
            type="button"
            class="turn reason"
            onPointerEnter={() => onReason(reason)}
            onPointerLeave={() => onReason(null)}
            onFocus={() => onReason(reason)}
            onBlur={() => onReason(null)}
            onClick={() => onReason(reason)}
          >
            {reason.text}
          </button>
        </li>
      ))}
    </ul>
  );
}

// What was lost by which action, the better lines turn by turn, and "Try again".
export function Mistake({ turn, retry, away, onRetry, onGiveUp, onLook, onLeave, onReason }: MistakeProps) {
  const trying = answerHidden(retry);
  return (
    <section class="mistake-box card" aria-label={t(Message.kWebTurn)}>
      <p>
        <strong>
          {turn.number}. {turn.turn} {glyphText([turn.glyph])}
        </strong>{' '}
        {capital(turn.words)}
      </p>
      {turn.does && <p class="hint does">{capital(turn.does)}.</p>}
      {turn.steps.length > 0 && (
        <ul class="step-losses">
          {turn.steps.map(({ text, loss }, i) => (
            <li key={i}>
              {text}: {loss >= 0.05 ? `−${points(loss)}` : t(Message.kWebStudyStepFine)}
            </li>
          ))}
        </ul>
      )}
      {!trying && turn.reasons.length > 0 && <Reasons reasons={turn.reasons} onReason={onReason} />}
      <RetryWords retry={retry} />
      {!trying &&
        turn.better.map((line, i) => (
          <p key={i} class="better">
            <span>{t(Message.kWebStudyBetter)}</span>{' '}
            {line.map((each, ply) => (
              <button type="button" class="turn" key={ply} onClick={() => onLook(line, ply + 1)}>
                {each}
              </button>
            ))}
          </p>
        ))}
      <div class="row">
        {away && !trying && (
          <button type="button" class="button small" onClick={onLeave}>
            {t(Message.kWebStudyBackToGame)}
          </button>
        )}
        {trying ? (
          <button type="button" class="button small" onClick={onGiveUp}>
            {t(Message.kWebStudyShowAnswer)}
          </button>
        ) : (
          canTry(turn) && (
            <button type="button" class="button small main" onClick={onRetry}>
              {t(Message.kWebStudyTryAgain)}
            </button>
          )
        )}
      </div>
    </section>
  );
}

function retryWords(retry: Retry): string {
  switch (retry.state) {
    case 'asked':
      return t(Message.kWebStudyRetryAsk);
    case 'checking':
      return t(Message.kWebStudyRetryChecking, retry.tried);
    case 'wrong':
      return retry.loss === null
        ? t(Message.kWebStudyRetrySame)
        : t(Message.kWebStudyRetryWrong, retry.tried, points(retry.loss));
    case 'right':
      return t(
        retry.loss < 0.05 ? Message.kWebStudyRetryBest : Message.kWebStudyRetryRight,
        retry.tried,
        points(retry.loss),
      );
    default:
      return '';
  }
}

function RetryWords({ retry }: { retry: Retry }) {
  return (
    <p class={`retry retry-${retry.state}`} role="status">
      {retryWords(retry)}
    </p>
  );
}
