// The turn under way, kept by this tab, so that a reload or a look at another screen does not lose it.

const key = (table: string): string => `tabuleiro.draft.${table}`;

// What the draft began from goes along: it fits no other position.
export function keepDraft(table: string, turns: number, steps: readonly string[]): void {
  try {
    if (steps.length === 0) sessionStorage.removeItem(key(table));
    else sessionStorage.setItem(key(table), `${turns} ${steps.join(',')}`);
  } catch {
    // A browser that keeps nothing.
  }
}

export function keptDraft(table: string, turns: number): string[] {
  try {
    const [at, steps] = (sessionStorage.getItem(key(table)) ?? '').split(' ');
    return steps && Number(at) === turns ? steps.split(',') : [];
  } catch {
    return [];
  }
}
