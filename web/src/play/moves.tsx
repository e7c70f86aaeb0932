// The turns so far: a click looks back.
import { useEffect, useRef } from 'preact/hooks';
import type { Table } from '../api';
import { capital, Message, t } from '../i18n';
import { Arrows } from './arrows';
import type { Play } from './model';

// In words: the turn in the making, else the one that is shown.
function TurnWords({ play, table }: { play: Play; table: Table }) {
  const shown = play.shownTurns.value;
  const made = (play.browse.value === null && play.draft.value.view?.draft_words) || [];
  const words = made.length > 0 ? made.join(', ') : table.turn_words[shown - 1];
  if (!words) return null;
  return (
    <p class="turn-words">
      <b>{made.length > 0 ? t(Message.kWebTurn) : shown}</b> {capital(words)}
    </p>
  );
}

export function Moves({ play, table }: { play: Play; table: Table }) {
  const list = useRef<HTMLOListElement>(null);
  const shown = play.shownTurns.value;
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]');
    // Only the list scrolls, never the page.
    if (current && list.current) {
      const above = current.offsetTop - list.current.offsetTop;
      list.current.scrollTop = above - list.current.clientHeight / 2;
    }
  }, [shown, table.turns.length]);
  return (
    <section class="moves" aria-label={t(Message.kPageTurns)}>
      <div class="arrows">
        <Arrows atStart={shown === 0} atEnd={shown === table.turns.length} onBy={(by) => play.browseBy(by)} />
        <button
          type="button"
          class="icon"
          aria-label={t(Message.kWebReplay)}
          onClick={play.replay}
          disabled={shown === 0}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M5 12a7 7 0 1 0 2-5M7 3v4h4" />
          </svg>
        </button>
      </div>
      {table.turns.length === 0 ? (
        <p class="hint none">{t(Message.kWebNoTurns)}</p>
      ) : (
        // Each turn in the column of whoever played it: players may be out, or have nothing to play.
        <ol class={`turns of-${table.seats.length}`} ref={list} tabIndex={-1}>
          {table.turns.map((turn, at) => (
            <li key={at} class={`by-${table.movers[at]}`}>
              <span class="number" aria-hidden="true">
                {at + 1}
              </span>
              <button
                type="button"
                aria-current={shown === at + 1 ? 'true' : undefined}
                title={capital(table.turn_words[at]!)}
                aria-label={t(Message.kWebTurnNumber, at + 1, `${turn}, ${table.turn_words[at]!}`)}
                onClick={() => void play.goTo(at + 1)}
              >
                {turn.split(',').map((part, i) => (
                  <span key={i}>
                    {i > 0 && ','}
                    <wbr />
                    {part}
                  </span>
                ))}
              </button>
            </li>
          ))}
        </ol>
      )}
      <TurnWords play={play} table={table} />
    </section>
  );
}
