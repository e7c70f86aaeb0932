// Room for the 3D view, which is loaded only when it is opened.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Message, t } from '../i18n';
import type { Stage } from '../three/stage';
import type { Motion } from './motion';
import type { PointerHost } from './pointer';
import type { Shapes } from './shapes';
import type { BoardTheme } from '../settings';
import type { BoardInfo, View } from './types';

export interface ThreeProps {
  board: BoardInfo;
  view: View;
  shapes: Shapes;
  colours: readonly string[];
  motion: Motion;
  host: PointerHost;
  theme: BoardTheme;
  onFail: () => void;
}

// Everything that a drag or a wheel does: pixels to the right and up, or how much nearer.
const kMoves = [
  [Message.kWebTurnLeft, '↺', -40, 0],
  [Message.kWebTurnRight, '↻', 40, 0],
  [Message.kWebTiltUp, '↑', 0, 40],
  [Message.kWebTiltDown, '↓', 0, -40],
  [Message.kWebNearer, '+', 1.2],
  [Message.kWebFarther, '−', 1 / 1.2],
] as const;

const Eye = ({ d }: { d: string }) => (
  <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
    <path d={d} fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" stroke-linecap="round" />
  </svg>
);

export function Three(props: ThreeProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<Stage | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [state, setState] = useState<'loading' | 'shown'>('loading');
  const [top, setTop] = useState(false);
  const [perspective, setPerspective] = useState(true);

  useEffect(() => {
    let gone = false;
    import('../three/stage')
      .then(({ openStage }) => {
        if (gone || !canvas.current) return;
        stage.current = openStage(canvas.current, () => latest.current.host);
        stage.current.show(latest.current);
        setState('shown');
      })
      .catch(() => !gone && latest.current.onFail());
    return () => {
      gone = true;
      stage.current?.dispose();
      stage.current = null;
    };
  }, []);

  useEffect(() => stage.current?.show(props));
  useEffect(() => stage.current?.look(top, perspective), [top, perspective, state]);

  return (
    <div class={`three-box theme-${props.theme} game-${props.board.game}`} data-three={state}>
      <canvas ref={canvas} class="three" aria-hidden="true" />
      <div class="three-tools">
        <div>
          <button
            type="button"
            aria-pressed={top}
            aria-label={t(Message.kWebTopView)}
            title={t(Message.kWebTopView)}
            onClick={() => setTop(!top)}
          >
            <Eye d="M12 3v11m-4-4 4 4 4-4M4 19h16" />
          </button>
          <button
            type="button"
            aria-pressed={perspective}
            aria-label={t(Message.kWebPerspective)}
            title={t(Message.kWebPerspective)}
            onClick={() => setPerspective(!perspective)}
          >
            <Eye d="M8 5h8l5 14H3zM5.6 12h12.8M12 5v14" />
          </button>
        </div>
        <div>
          {kMoves.map(([name, sign, by, up]) => (
            <button
              key={name}
              type="button"
              aria-label={t(name)}
              title={t(name)}
              onClick={() => (up === undefined ? stage.current?.zoom(by) : stage.current?.turn(by, up))}
            >
              {sign}
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}
