// What can be chosen by name: swap, sacrifice, the end of a turn, captures that are optional.
import { t, type MessageName } from '../i18n';
import { chips, choose, type Tap } from './choose';
import type { BoardProps, Choice } from './types';

const kKindNames: Record<string, MessageName> = { move: 'kWebChipMove', push: 'kWebChipPush' };

type ChipsProps = Pick<BoardProps, 'board' | 'view' | 'onAction' | 'onRestart' | 'startLegal'> & {
  choice: Choice;
  onChoice: (choice: Choice) => void;
};

export function Chips({ board, view, choice, startLegal, onChoice, onAction, onRestart }: ChipsProps) {
  const shown = chips(board, view, choice, startLegal);
  const onTap = (tap: Tap): void => {
    const chosen = choose(view, choice, tap, startLegal);
    onChoice(chosen.choice);
    if (chosen.restart) onRestart?.(chosen.step?.action ?? null);
    else if (chosen.step) onAction?.(chosen.step.action, chosen.step);
  };
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
