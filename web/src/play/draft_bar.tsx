// The bar in thumb reach: what to do now, the steps so far, back, submit.
import type { BoardInfo, Table } from '../api';
import { lazily } from '../app_lazy';
import { Chips } from '../board/chips';
import { guarding, useGuard } from '../board/guard';
import { kindsOf } from '../board/choose';
import { coloursOf } from '../board/colours';
import { capital, decimal, Message, t } from '../i18n';
import type { Choice } from '../board/types';
import { Goal } from './goal';
import type { Play } from './model';
import { promptOf } from './prompt';
import { isOver, isWaiting, mySeats } from './table_state';
import { TypedTurn } from './typed_turn';
import { useNow } from './use_now';

// Only one game has pegs.
const PegPanel = lazily(async () => (await import('../board/peg_editor')).PegPanel);

interface BarProps {
  play: Play;
  table: Table;
  board: BoardInfo;
}

// The computer at work: how long already and, where it has a limit, how long at most.
function Thinking({ play, table }: { play: Play; table: Table }) {
  const now = useNow(table.id, true);
  const guard = useGuard(); // it stands where Submit was
  const { since, limit } = table.thinking!;
  const elapsed = Math.max(0, now - since);
  const seconds = (time: number) => decimal(time / 1000, 1);
  return (
    <div class="thinking" {...guarding(guard)}>
      <span class="elapsed">
        {seconds(elapsed)}
        {limit > 0 ? ` / ${seconds(limit)}` : ''} s
      </span>
      <progress
        {...(limit > 0 ? { max: limit, value: Math.min(elapsed, limit) } : {})}
        aria-label={t(Message.kWebThinking)}
      />
      <button type="button" class="button small" onClick={play.moveNow}>
        {t(Message.kWebMoveNow)}
      </button>
    </div>
  );
}

function Steps({ play }: { play: Play }) {
  const { steps, view } = play.draft.value;
  if (steps.length === 0) return null;
  // What a step does is known once the server has answered.
  const words = (at: number): string => (view?.draft[at] === steps[at] && view?.draft_words[at]) || '';
  return (
    <ol class="steps" aria-label={t(Message.kWebDraft)}>
      {steps.map((step, at) => (
        <li key={`${at} ${step}`}>
          <button
            type="button"
            class="step"
            title={capital(words(at))}
            aria-label={t(Message.kWebBackTo, at + 1, words(at) ? `${step}, ${words(at)}` : step)}
            onClick={() => void play.setDraft(steps.slice(0, at))}
          >
            <span aria-hidden="true">{at + 1}</span> {step}
          </button>
        </li>
      ))}
    </ol>
  );
}

// Why the turn cannot be sent yet; nothing where it can.
function whyNot({ play, table }: BarProps): string {
  if (play.submitted.value !== null || !play.active.value) return '';
  if (play.draft.value.steps.length === 0) return t(Message.kWebChooseFirst);
  return t(Message.kWebNotFinished, (play.view.value ?? table.view).prompt);
}

function Submit(props: BarProps) {
  const { play, table, board } = props;
  const view = play.view.value ?? table.view;
  const why = whyNot(props);
  // Turns that end when the player says so are ended, others sent.
  const ends = view.draft_state !== 'complete' && kindsOf(board, view).length > 0;
  return (
    <>
      <div class="submit-row">
        <button
          type="button"
          class="button"
          disabled={play.draft.value.steps.length === 0 || !play.active.value}
          title={play.draft.value.steps.length === 0 ? t(Message.kWebNothingToUndo) : undefined}
          onClick={play.undoStep}
        >
          {t(Message.kWebUndoStep)}
        </button>
        <button
          type="button"
          class="button main submit"
          disabled={play.submitted.value === null}
          title={why || undefined}
          aria-describedby="submit-why"
          onClick={play.submitDraft}
        >
          {ends ? t(Message.kLabelEnd) : t(Message.kWebSubmit)}
        </button>
      </div>
      <p class="hint why" id="submit-why">
        {why}
      </p>
    </>
  );
}

// One's own turn in the making. What comes and goes with the steps stands below Submit, which so stays in
// its place.
function Making(props: BarProps) {
  const { play, table, board } = props;
  const pegs = board.holes.length > 0;
  const taps = {
    board,
    view: play.view.value ?? table.view,
    choice: play.choice.value,
    onChoice: (choice: Choice) => (play.choice.value = choice),
    onAction: play.step,
    onRestart: play.restart,
    onBack: play.undoStep,
    startLegal: table.view.legal,
  };
  return (
    <>
      <div class="sends">
        {table.thinking ? (
          <Thinking play={play} table={table} />
        ) : (
          (play.confirms.value || play.draft.value.steps.length > 0) && <Submit {...props} />
        )}
        {pegs && <Steps play={play} />}
      </div>
      {pegs && (
        <div class="peg-room">
          <PegPanel {...taps} active={play.active.value} flipped={play.flipped.value} colours={coloursOf(board)} />
        </div>
      )}
      {play.active.value && <Chips {...taps} without="end" />}
      {!pegs && <Steps play={play} />}
      {play.active.value && play.view.value && <TypedTurn view={play.view.value} onLine={(line) => play.typed(line)} />}
    </>
  );
}

// The first clock waits for somebody who does not look.
function ClockWaits({ table, until }: { table: Table; until: number }) {
  const left = Math.ceil((until - useNow(table.id, true, 500)) / 1000);
  return left > 0 ? <span class="hint clock-waits">{t(Message.kWebClockWaits, left)}</span> : null;
}

export function DraftBar(props: BarProps) {
  const { play, table } = props;
  const back = play.browse.value !== null;
  if (isOver(table) && !back) return null;
  const making = !back && mySeats(table).length > 0 && !isWaiting(table);
  const state = play.sending.value ? 'sent' : play.active.value ? (play.view.value ?? table.view).draft_state : 'none';
  return (
    <section
      class={`bar card ${play.active.value ? 'mine' : ''} ${making && props.board.holes.length > 0 ? 'pegs' : ''}`}
      data-state={state}
      aria-label={t(Message.kWebTurn)}
    >
      <Goal table={table} />
      <p class="prompt" data-prompt>
        {promptOf(play, table, props.board)}
        {table.waits && <ClockWaits table={table} until={table.waits.until} />}
      </p>
      {back && (
        <button type="button" class="button main" onClick={() => void play.goTo(table.turns.length)}>
          {isOver(table) ? t(Message.kWebToEnd) : t(Message.kWebToGame)}
        </button>
      )}
      {making && <Making {...props} />}
    </section>
  );
}
