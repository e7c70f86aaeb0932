// A turn as text, with what is legal offered while one types.
import { useSignal } from '@preact/signals';
import type { View } from '../api';
import { Message, t } from '../i18n';
import { completions } from './draft';

const kField = 'typed-turn';

// Small screens show it only to those who ask for it.
export const focusTypedTurn = (): boolean => {
  const field = document.getElementById(kField);
  field?.closest('.typed')?.classList.add('asked');
  field?.focus();
  return field !== null;
};

interface TypedTurnProps {
  view: View; // with the draft, where there is one
  onLine: (line: string) => Promise<boolean>; // false: refused, what was typed stays to be mended
}

export function TypedTurn({ view, onLine }: TypedTurnProps) {
  const text = useSignal('');
  return (
    <form
      class="typed"
      onSubmit={(event) => {
        event.preventDefault();
        const line = text.value.trim();
        if (!line) return;
        void onLine(line).then((taken) => {
          if (taken) text.value = '';
        });
      }}
    >
      <input
        type="text"
        id={kField}
        aria-label={t(Message.kWebTypeTurn)}
        placeholder={t(Message.kWebTypeTurn)}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        list="legal-steps"
        value={text.value}
        onInput={(event) => (text.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation(); // it gives up the text, not a step of the draft
          text.value = '';
          event.currentTarget.blur();
        }}
      />
      <datalist id="legal-steps">
        {completions(view, text.value).map((action) => (
          <option key={action} value={action} />
        ))}
      </datalist>
      <button type="submit" class="button small" disabled={!text.value.trim()}>
        {t(Message.kWebTypeGo)}
      </button>
    </form>
  );
}
