// The turn that a person is putting together, and when it is ready to go.
import type { Step, View } from '../api';

export interface Draft {
  steps: string[];
  view: View | null; // of the position with these steps; null while it is asked for
}

export const kNoDraft: Draft = { steps: [], view: null };

export type Confirm = 'auto' | 'always' | 'never';

// Must a complete turn be submitted by hand? By itself: on touch, and where turns have several steps.
export const needsSubmit = (setting: Confirm, touch: boolean, multiStep: boolean): boolean =>
  setting === 'always' || (setting === 'auto' && (touch || multiStep));

// The step that says "that was my turn", where the game has one.
const endStep = (view: View): Step | undefined => view.legal.find((step) => step.kind === 'end');

// What Submit sends now, or nothing when the turn is not finished.
export function submission(draft: Draft): string | null {
  if (!draft.view || draft.steps.length === 0) return null;
  if (draft.view.draft_state === 'complete') return draft.steps.join(',');
  const end = endStep(draft.view);
  return end ? [...draft.steps, end.action].join(',') : null;
}

// Legal actions that go on from what was typed.
export function completions(view: View, typed: string, most = 12): string[] {
  const start = typed.trim().toLowerCase();
  return view.legal
    .map((step) => step.action)
    .filter((action) => action.toLowerCase().startsWith(start))
    .slice(0, most);
}
