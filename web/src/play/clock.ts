// What a clock shows.
import type { Table } from '../api';
import { ran } from './table_state';

// How much time a player has left at a moment of the server's clock.
export function timeLeft(table: Table, player: number, now: number): number | null {
  const clock = table.clocks.find((one) => one.player === player);
  if (!clock) return null;
  if (table.running !== player) return clock.left;
  return Math.max(0, clock.left - ran(table, now));
}

const two = (value: number): string => String(value).padStart(2, '0');

// 1:05:09, 12:34, and with tenths below ten seconds, 0:07.3. Rounded so that 0:00 means over.
export function clockText(milliseconds: number): string {
  if (milliseconds < 10_000) {
    const tenths = Math.ceil(milliseconds / 100);
    if (tenths < 100) return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
  }
  const seconds = Math.ceil(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

// In words, for screen readers: hours, minutes and seconds.
export function clockParts(milliseconds: number): [number, number, number] {
  const seconds = Math.ceil(milliseconds / 1000);
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
}
