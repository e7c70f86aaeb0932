// What the engine found, a position and draft each, so that coming back costs nothing.
import type { Analysis } from '../api';

export interface Found {
  readonly analysis: Analysis;
  readonly time: number; // milliseconds that were asked for
  readonly lines: number; // how many lines were asked for
  readonly done: boolean; // false: stopped or still at work
}

const kMostKept = 400;

export class AnalysisCache {
  private readonly kept = new Map<string, Found>();

  constructor(private readonly most = kMostKept) {}

  get(key: string): Found | undefined {
    const found = this.kept.get(key);
    if (found) {
      this.kept.delete(key); // to the young end
      this.kept.set(key, found);
    }
    return found;
  }

  /** Keeps the better of two: a finished search of the same or more time, with as many lines. */
  put(key: string, found: Found): void {
    const before = this.kept.get(key);
    if (before?.done && !improves(found, before)) return;
    this.kept.delete(key);
    this.kept.set(key, found);
    const oldest = this.kept.keys().next();
    if (this.kept.size > this.most && !oldest.done) this.kept.delete(oldest.value);
  }

  /** Nothing more to do for these wishes? */
  satisfies(key: string, time: number, lines: number): boolean {
    const found = this.kept.get(key);
    if (!found) return false;
    if (found.analysis.result !== 'none') return true;
    return found.done && found.time >= time && found.lines >= lines;
  }
}

function improves(found: Found, before: Found): boolean {
  return found.done && found.time >= before.time && found.lines >= before.lines;
}

export const kBudget = 2000;
export const kBudgets = [1000, kBudget, 5000, 10000]; // the last is what the server allows

/** What "Deeper" asks for after so much. */
export function deeper(time: number): number {
  return kBudgets.find((budget) => budget > time) ?? kBudgets.at(-1)!;
}

export const isDeepest = (time: number): boolean => time >= kBudgets.at(-1)!;
