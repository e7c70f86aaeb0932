// How the game is won, told at the first turn until somebody has had enough of it.
import { signal } from '@preact/signals';
import type { Table } from '../api';
import { gameNamed } from '../games';
import { Message, t } from '../i18n';
import { read, write } from '../settings';
import { isOver, mySeats } from './table_state';

const seen = signal<ReadonlySet<string>>(new Set((read('goals') ?? '').split(' ')));

function dismiss(game: string): void {
  seen.value = new Set([...seen.value, game]);
  write('goals', [...seen.value].join(' ').trim());
}

export function Goal({ table }: { table: Table }) {
  const goal = gameNamed(table.game)?.rules.at(-1);
  const first = table.turns.length < table.seats.length && !isOver(table) && mySeats(table).length > 0;
  if (!goal || !first || seen.value.has(table.game)) return null;
  return (
    <div class="goal">
      <p>{t(Message.kWebGoal, goal)}</p>
      <button type="button" class="link" onClick={() => dismiss(table.game)}>
        {t(Message.kWebGoalSeen)}
      </button>
    </div>
  );
}
