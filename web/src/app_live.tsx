// What screen readers hear: turns politely, errors at once.
import { signal } from '@preact/signals';

const polite = signal('');
const assertive = signal('');

// The same sentence twice in a row must be heard twice: a no-break space makes it differ.
const fresh = (before: string, sentence: string): string =>
  before === sentence ? `${sentence}\u00a0` : sentence;

export const say = (sentence: string): void => {
  polite.value = fresh(polite.value, sentence);
};

export const alarm = (sentence: string): void => {
  assertive.value = fresh(assertive.value, sentence);
};

export function LiveRegions() {
  return (
    <>
      <div class="unseen" role="status" aria-live="polite" data-live="polite">{polite}</div>
      <div class="unseen" role="alert" aria-live="assertive" data-live="assertive">{assertive}</div>
    </>
  );
}
