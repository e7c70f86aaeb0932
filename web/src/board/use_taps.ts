// Taps beside the board: on chips, and on the holes of a piece that is shown enlarged.
import { choose, givesUp, type Tap } from './choose';
import { isGuarded, useGuard } from './guard';
import type { BoardProps, Choice } from './types';

export type TapsProps = Pick<BoardProps, 'view' | 'onAction' | 'onRestart' | 'onBack' | 'startLegal'> & {
  choice: Choice;
  onChoice: (choice: Choice) => void;
};

export function useTaps(props: TapsProps): (tap: Tap) => void {
  const { view, choice, startLegal, onChoice, onAction, onRestart, onBack } = props;
  const guard = useGuard(view);
  return (tap) => {
    if (isGuarded(guard) && !givesUp(tap)) return;
    const chosen = choose(view, choice, tap, startLegal);
    onChoice(chosen.choice);
    if (chosen.restart) onRestart?.(chosen.step?.action ?? null);
    else if (chosen.step) onAction?.(chosen.step.action, chosen.step);
    if (chosen.back) onBack?.();
  };
}
