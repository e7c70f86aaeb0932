// What is told in passing. Turns are only heard: the board shows them. Notes and errors are seen too,
// above everything else, and go by themselves.
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Message, t } from './i18n';

export const kNoteTime = 5_000;
export const kErrorTime = 12_000;

// The same sentence twice in a row must be heard twice: a no-break space makes it differ.
const fresh = (before: string, sentence: string): string => (before === sentence ? `${sentence}\u00a0` : sentence);

// A sentence that is shown for a while; longer if somebody points at it or is in it.
export class Toast {
  readonly words = signal('');
  readonly reload = signal(false); // does loading the page anew help?
  readonly boxes = new Set<{ matches(selectors: string): boolean }>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly time: number) {}

  readonly show = (sentence: string, reload = false): void => {
    this.reload.value = reload;
    this.words.value = fresh(this.words.value, sentence);
    this.wait();
  };

  readonly clear = (): void => {
    clearTimeout(this.timer);
    this.words.value = '';
  };

  private wait(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if ([...this.boxes].some((box) => box.matches(':hover, :focus-within'))) this.wait();
      else this.clear();
    }, this.time);
  }
}

export const polite = signal(''); // only heard
const notes = new Toast(kNoteTime);
const errors = new Toast(kErrorTime);

export const say = (sentence: string): void => {
  polite.value = fresh(polite.value, sentence);
};

export const note = notes.show;
export const alarm = errors.show;

// The region itself is always there: readers hear only what changes in one they know.
function Shown({ toast, live }: { toast: Toast; live: 'polite' | 'assertive' }) {
  const words = toast.words.value;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = box.current!;
    toast.boxes.add(shown);
    return () => void toast.boxes.delete(shown);
  }, []);
  return (
    <div class={words ? `toast ${live}` : 'unseen'} ref={box}>
      <div role={live === 'polite' ? 'status' : 'alert'} data-live={live === 'polite' ? 'note' : live}>
        {words}
      </div>
      {words && toast.reload.value && (
        <button type="button" class="link" onClick={() => location.reload()}>
          {t(Message.kWebReload)}
        </button>
      )}
      {words && (
        <button type="button" class="icon" aria-label={t(Message.kWebClose)} onClick={toast.clear}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M7 7l10 10M17 7L7 17" />
          </svg>
        </button>
      )}
    </div>
  );
}

// An open window has its own: what lies behind it can be neither touched nor heard.
export function LiveRegions() {
  return (
    <>
      <div class="unseen" role="status" data-live="polite">
        {polite}
      </div>
      <div class="toasts">
        <Shown toast={errors} live="assertive" />
        <Shown toast={notes} live="polite" />
      </div>
    </>
  );
}
