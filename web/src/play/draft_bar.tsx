// The bar in thumb reach: what to do now, the steps so far, back, submit.
import type { BoardInfo, Table } from '../api';
import { Chips } from '../board/chips';
import { capital, t } from '../i18n';
import { endStep } from './draft';
import type { Play } from './model';
import { colourName, seatName } from './names';
import { isOver, isWaiting, mustBlock, mySeats } from './table_state';
import { TypedTurn } from './typed_turn';
import { useNow } from './use_now';

interface BarProps {
  play: Play;
  table: Table;
  board: BoardInfo;
}

function prompt({ play, table, board }: BarProps): string {
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

// The computer at work: how long already, how long at most.
function Thinking({ play, table }: { play: Play; table: Table }) {
  const now = useNow(true);
  const { since, limit } = table.thinking!;
  const elapsed = Math.max(0, now - since) / 1000;
  return (
    <div class="thinking">
      <span class="elapsed">
        {elapsed.toFixed(1)}{limit > 0 ? ` / ${(limit / 1000).toFixed(1)}` : ''} s
      </span>
      <progress max={Math.max(limit, 1)} value={Math.min(elapsed * 1000, limit)} aria-label={t('kWebThinking')} />
      <button type="button" class="button small" onClick={play.moveNow}>{t('kWebMoveNow')}</button>
    </div>
  );
}

function Steps({ play }: { play: Play }) {
  const { steps } = play.draft.value;
  if (steps.length === 0) return null;
  return (
    <ol class="steps" aria-label={t('kWebDraft')}>
      {steps.map((step, at) => (
        <li key={`${at} ${step}`}>
          <button
            type="button"
            class="step"
            aria-label={t('kWebBackTo', at + 1, step)}
            onClick={() => void play.setDraft(steps.slice(0, at))}
          >
            <span aria-hidden="true">{at + 1}</span> {step}
          </button>
        </li>
      ))}
    </ol>
  );
}

export function DraftBar({ play, table, board }: BarProps) {
  const view = play.view.value ?? table.view;
  const { steps } = play.draft.value;
  const ends = play.submitted.value !== null && view.draft_state !== 'complete' && endStep(view) !== undefined;
  if (isOver(table) && play.browse.value === null) return null;
  return (
    <section class={`bar card ${play.active.value ? 'mine' : ''}`} aria-label={t('kWebTurn')}>
      <p class="prompt" data-prompt>{prompt({ play, table, board })}</p>
      {play.browse.value !== null ? (
        <button type="button" class="button main" onClick={() => void play.goTo(table.turns.length)}>
          {isOver(table) ? t('kWebToEnd') : t('kWebToGame')}
        </button>
      ) : (
        mySeats(table).length > 0 && !isWaiting(table) && (
          <>
            <Steps play={play} />
            {play.active.value && (
              <Chips
                board={board}
                view={view}
                choice={play.choice.value}
                onChoice={(choice) => (play.choice.value = choice)}
                onAction={play.step}
                onRestart={play.restart}
                startLegal={table.view.legal}
              />
            )}
            {table.thinking && <Thinking play={play} table={table} />}
            {!table.thinking && (play.confirms.value || steps.length > 0) && (
              <div class="submit-row">
              <button type="button" class="button" disabled={steps.length === 0 || !play.active.value} onClick={play.undoStep}>
                {t('kWebUndoStep')}
              </button>
              <button
                type="button"
                class="button main submit"
                disabled={play.submitted.value === null}
                onClick={play.submitDraft}
              >
                {ends ? t('kWebEndTurn') : t('kWebSubmit')}
              </button>
            </div>
            )}
            {play.active.value && play.view.value && <TypedTurn view={play.view.value} onLine={(line) => play.typed(line)} />}
          </>
        )
      )}
    </section>
  );
}
