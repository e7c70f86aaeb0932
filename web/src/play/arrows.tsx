// To the first position, a turn back, a turn on, to the last one.
import { Message, t } from '../i18n';

const kArrows = [
  [Message.kPageFirst, 'M18 6l-6 6 6 6M7 6v12', -Infinity],
  [Message.kPageBack, 'M15 6l-6 6 6 6', -1],
  [Message.kPageNext, 'M9 6l6 6-6 6', 1],
  [Message.kPageLast, 'M6 6l6 6-6 6M17 6v12', Infinity],
] as const;

interface ArrowsProps {
  atStart: boolean;
  atEnd: boolean;
  onBy: (turns: number) => void; // infinite: to the end
}

export function Arrows({ atStart, atEnd, onBy }: ArrowsProps) {
  return (
    <>
      {kArrows.map(([name, path, by]) => (
        <button
          key={name}
          type="button"
          class="icon"
          aria-label={t(name)}
          disabled={by < 0 ? atStart : atEnd}
          onClick={() => onBy(by)}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={path} />
          </svg>
        </button>
      ))}
    </>
  );
}
