import type { ThreeProps } from '../board/three_box';
import type { PointerHost } from '../board/pointer';

export interface Stage {
  show: (props: ThreeProps) => void;
  look: (top: boolean, perspective: boolean) => void;
  dispose: () => void;
}

export function openStage(_canvas: HTMLCanvasElement, _host: () => PointerHost): Stage {
  throw new Error('not yet');
}
