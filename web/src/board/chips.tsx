// What can be chosen by name: swap, sacrifice, the end of a turn, captures that are optional.
import { t, type MessageName } from '../i18n';
import { chips, type Tap } from './choose';
import type { BoardInfo, Choice, Step, View } from './types';

const kKindNames: Record<string, MessageName> = { move: 'kWebChipMove', push: 'kWebChipPush' };

interface ChipsProps {
  board: BoardInfo;
  view: View;
  choice: Choice;
  start: readonly Step[];
  onTap: (tap: Tap) => void;
}

export function Chips({ board, view, choice, start, onTap }: ChipsProps) {
  const shown = chips(board, view, choice, start);
  if (shown.length === 0) return null;
  return (
    <div class="chips" role="group" aria-label={t('kWebChoices')}>
      {shown.map((chip) => (
        <button
          key={chip.key}
          type="button"
          class={`chip chip-${chip.kind}`}
          data-chip={chip.key}
          disabled={chip.disabled ?? false}
          {...(chip.pressed === undefined ? {} : { 'aria-pressed': chip.pressed })}
          onClick={() => onTap(chip.tap)}
        >
          {chip.kind === 'kind' ? t(kKindNames[chip.text]!)
            : chip.kind === 'taken' ? t('kWebChipTake', chip.text)
            : chip.kind === 'confirm' ? t('kWebChipDone', chip.text)
            : chip.text}
        </button>
      ))}
    </div>
  );
}
