// Positions as the server shows them, kept so that going back and forth asks nothing twice.
import type { View, ViewRequest } from '../api';
import { language } from '../settings';
import { askView } from '../socket';

const kMostKept = 500;
const kept = new Map<string, Promise<View>>();

/** The position after the turns and then the draft. Refusals are ApiErrors. */
export function viewOf(request: ViewRequest): Promise<View> {
  const key = language.value + JSON.stringify(request);
  const known = kept.get(key);
  if (known) return known;
  const answer = askView(request);
  kept.set(key, answer);
  answer.catch(() => kept.delete(key));
  if (kept.size > kMostKept) kept.delete(kept.keys().next().value!);
  return answer;
}
