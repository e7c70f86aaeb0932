// What can be chosen by name: swap, sacrifice, the end of a turn, captures that are optional; and which
// kinds of action the turn still has.
import { t, type MessageName } from '../i18n';
import { chips, choose, type Chip, type Tap } from './choose';
import { isGuarded, useGuard } from './guard';
import type { BoardProps, Choice } from './types';

const kKindNames: Record<string, MessageName> = {
  move: 'kWebChipMove', push: 'kWebChipPush', sacrifice: 'kLabelSacrifice',
};
const kStates = { used: 'kWebChipUsed', impossible: 'kWebChipImpossible' } as const;

type ChipsProps = Pick<BoardProps, 'board' | 'view' | 'onAction' | 'onRestart' | 'startLegal'> & {
  choice: Choice;
  onChoice: (choice: Choice) => void;
  without?: string; // the action that a button of the screen takes
};

function chipText(chip: Chip): string {
  switch (chip.kind) {
    case 'kind': return t(kKindNames[chip.text]!);
    case 'taken': return t('kWebChipTake', chip.text);
    case 'confirm': return t('kWebChipDone', chip.text);
    case 'step': return chip.text;
  }
}

export function Chips({ board, view, choice, startLegal, onChoice, onAction, onRestart, without }: ChipsProps) {
  const guard = useGuard(view);
  const shown = chips(board, view, choice, startLegal).filter((chip) => chip.key !== without);
  const onTap = (tap: Tap): void => {
    if (isGuarded(guard)) return;
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
          data-state={chip.state}
          disabled={chip.disabled ?? false}
          {...(chip.pressed === undefined ? {} : { 'aria-pressed': chip.pressed })}
          onClick={() => onTap(chip.tap)}
        >
          {chipText(chip)}
          {chip.state && chip.state !== 'available' && <small>{t(kStates[chip.state])}</small>}
        </button>
      ))}
    </div>
  );
}
