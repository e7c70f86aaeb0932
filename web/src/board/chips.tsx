// What can be chosen by name: swap, sacrifice, the end of a turn, captures that are optional; and which
// kinds of action the turn still has.
import { note } from '../app_live';
import { Message, t } from '../i18n';
import { chips, type Chip } from './choose';
import type { BoardInfo } from './types';
import { useTaps, type TapsProps } from './use_taps';

const kStates = { used: Message.kWebChipUsed, impossible: Message.kWebChipImpossible } as const;

type ChipsProps = TapsProps & {
  board: BoardInfo;
  without?: string; // the action that a button of the screen takes
};

function chipText(chip: Chip): string {
  switch (chip.kind) {
    case 'taken':
      return t(Message.kWebChipTake, chip.text);
    case 'confirm':
      return t(Message.kWebChipDone, chip.text);
    case 'kind':
    case 'step':
      return chip.text;
  }
}

export function Chips(props: ChipsProps) {
  const { board, view, choice, startLegal, without } = props;
  const onTap = useTaps(props);
  const shown = chips(board, view, choice, startLegal).filter((chip) => chip.key !== without);
  if (shown.length === 0) return null;
  return (
    <div class="chips" role="group" aria-label={t(Message.kWebChoices)}>
      {shown.map((chip) => (
        <button
          key={chip.key}
          type="button"
          class={`chip chip-${chip.kind}`}
          data-chip={chip.key}
          data-state={chip.state}
          {...(chip.why ? { 'aria-disabled': true, title: chip.why } : { disabled: chip.disabled ?? false })}
          {...(chip.pressed === undefined ? {} : { 'aria-pressed': chip.pressed })}
          onClick={() => (chip.why ? note(chip.why) : onTap(chip.tap))}
        >
          {chipText(chip)}
          {chip.state && chip.state !== 'available' && <small>{t(kStates[chip.state])}</small>}
        </button>
      ))}
    </div>
  );
}
