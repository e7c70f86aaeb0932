// The games that this browser has played or watched, newest first, with the seats that it holds: what makes a
// reload, or a return next week, go on.
import { signal } from '@preact/signals';
import type { Result } from '../api';
import { read, write } from '../settings';

export interface Invitation {
  player: number;
  token: string;
}

export interface KeptPlayer {
  name: string;
  who: string;
  mine: boolean;
}

// What was seen of a game, so that it is found again without asking.
export interface KeptGame {
  players: KeptPlayer[]; // in the order of their turns
  result: Result;
  turns: number;
  created: number;
}

export interface HeldSeat {
  id: string;
  game: string;
  token: string | null; // null: this browser only made the table, for others, or looked on
  invites: Invitation[];
  at: number;
  over: boolean;
  watched?: boolean; // it never had a seat nor made the table
  kept?: KeptGame;
  noHelp?: boolean; // the engine must not help while it is played
}

const kKey = 'tables';
export const kMostKept = 500;

// The oldest go first, but no seat of a game that is played while others can go.
export function bounded(seats: HeldSeat[], most = kMostKept): HeldSeat[] {
  let spare = seats.length - most;
  if (spare <= 0) return seats;
  const left = [...seats].reverse().filter((seat) => !(seat.over || seat.watched) || spare-- <= 0);
  return left.reverse().slice(0, most);
}

export function parseSeats(text: string | null): HeldSeat[] {
  try {
    const list = JSON.parse(text ?? '[]') as unknown;
    return Array.isArray(list) ? list.filter(isSeat) : [];
  } catch {
    return [];
  }
}

function isSeat(value: unknown): value is HeldSeat {
  const seat = value as Partial<HeldSeat> | null;
  return (
    typeof seat?.id === 'string' &&
    (typeof seat.token === 'string' || seat.token === null) &&
    typeof seat.game === 'string' &&
    typeof seat.at === 'number' &&
    Array.isArray(seat.invites)
  );
}

export const heldSeats = signal<HeldSeat[]>(parseSeats(read(kKey)));

// Another tab may have written since: its seats are kept too.
function store(change: (seats: HeldSeat[]) => HeldSeat[]): void {
  const next = bounded(change(parseSeats(read(kKey))));
  write(kKey, JSON.stringify(next));
  heldSeats.value = next;
}

export const seatOf = (id: string): HeldSeat | undefined =>
  parseSeats(read(kKey)).find((seat) => seat.id === id) ?? heldSeats.value.find((seat) => seat.id === id);

// Does the browser keep it, so that a reload finds it?
export const isKept = (id: string): boolean => parseSeats(read(kKey)).some((seat) => seat.id === id);

export function holdSeat(seat: Omit<HeldSeat, 'at' | 'over'>): void {
  const held: HeldSeat = { ...seat, at: Date.now(), over: false };
  store((seats) => [held, ...seats.filter(({ id }) => id !== seat.id)]);
}

export function updateSeat(id: string, change: Partial<HeldSeat>): void {
  store((seats) => seats.map((seat) => (seat.id === id ? { ...seat, ...change } : seat)));
}

export const forgetSeat = (id: string): void => store((seats) => seats.filter((seat) => seat.id !== id));

// A guest makes the token of the seat himself and keeps it while joining: where the answer is lost on
// its way, asking again with it gives the same seat.
const kJoining = 'joining';

export function joiningToken(invitation: string): string | null {
  const [of, token] = (read(kJoining) ?? '').split(' ');
  return of === invitation && token ? token : null;
}

export function makeToken(invitation: string): string {
  const kLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const bytes = crypto.getRandomValues(new Uint8Array(22));
  const token = joiningToken(invitation) ?? Array.from(bytes, (byte) => kLetters[byte % 64]).join('');
  write(kJoining, `${invitation} ${token}`);
  return token;
}

// A public table needs no invitation: what stands for one.
export const publicSeat = (id: string): string => `public-${id}`;

export const forgetJoining = (): void => write(kJoining, null);

// `#seat=TOKEN&player=2` of an invitation's link.
export function parseFragment(hash: string): { token: string; player: number | null } | null {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const token = fields.get('seat');
  if (!token) return null;
  const player = Number(fields.get('player'));
  return { token, player: player >= 1 && player <= 3 ? player : null };
}

// Where a seat is played. One that the browser does not keep stays in the address, for reloads.
export const seatAddress = (id: string, token: string | null | undefined, kept: boolean): string =>
  `/g/${encodeURIComponent(id)}${token && !kept ? `#seat=${token}` : ''}`;

export const inviteLink = (origin: string, id: string, invite: Invitation): string =>
  `${origin}/g/${id}#seat=${invite.token}&player=${invite.player}`;
