// A record on its way from one screen to another. It outlives a reload, not the window.
import type { GameRecord } from './record';

const kKey = 'tabuleiro.record';
let carried: GameRecord | null = null;

export function handOver(record: GameRecord): void {
  carried = record;
  try {
    sessionStorage.setItem(kKey, JSON.stringify(record));
  } catch {
    // Private windows and full stores: the record is lost on reload only.
  }
}

export function takeOver(): GameRecord | null {
  if (carried) return carried;
  try {
    return JSON.parse(sessionStorage.getItem(kKey) ?? 'null') as GameRecord | null;
  } catch {
    return null;
  }
}
