// Room for the 3D view, which is loaded only when it is opened.
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n';
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
  ['kWebTurnLeft', '↺', -40, 0],
  ['kWebTurnRight', '↻', 40, 0],
  ['kWebTiltUp', '↑', 0, 40],
  ['kWebTiltDown', '↓', 0, -40],
  ['kWebNearer', '+', 1.2],
  ['kWebFarther', '−', 1 / 1.2],
] as const;

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
        {kMoves.map(([name, sign, by, up]) => (
          <button key={name} type="button" aria-label={t(name)}
                  onClick={() => (up === undefined ? stage.current?.zoom(by) : stage.current?.turn(by, up))}>{sign}</button>
        ))}
        <button type="button" aria-pressed={top} onClick={() => setTop(!top)}>{t('kWebTopView')}</button>
        <button type="button" aria-pressed={perspective} onClick={() => setPerspective(!perspective)}>{t('kWebPerspective')}</button>
      </div>
    </div>
  );
}
