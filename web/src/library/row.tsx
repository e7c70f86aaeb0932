// One game of a list: what it is, who played, how it ended, and what can be done with it.
import type { ComponentChildren } from 'preact';
import type { Result } from '../api';
import { gameTitle } from '../games';
import { Message, t } from '../i18n';
import { whoName } from '../play/names';
import { language } from '../settings';
import { winnerOf } from './search';

export interface NamedPlayer {
  name: string;
  who: string;
}

export const playerWords = ({ name, who }: NamedPlayer): string =>
  who === 'human' ? name || t(Message.kWebGuest) : whoName(who);

// The winner by name; by number where two have the same.
export function resultWords(result: Result, players: readonly NamedPlayer[]): string {
  if (result === 'draw') return t(Message.kWebDrawn);
  const winner = winnerOf(result);
  if (!winner) return t(Message.kWebGameRunning);
  const names = players.map(playerWords);
  const name = names[winner - 1] ?? '';
  const clear = name && names.filter((other) => other === name).length === 1;
  return t(Message.kWebWins, clear ? name : t(Message.kWebSeatNumber, winner));
}

export const dayWords = (at: number): string =>
  new Intl.DateTimeFormat(language.value, { dateStyle: 'medium' }).format(at);

export const turnsWords = (turns: number): string =>
  turns === 1 ? t(Message.kWebTurnPlayed) : t(Message.kWebTurnsPlayed, turns);

interface RowProps {
  game: string;
  players: string;
  facts: readonly string[];
  badge?: string;
  kind?: string;
  children: ComponentChildren;
}

export function GameRow({ game, players, facts, badge, kind = '', children }: RowProps) {
  return (
    <li class={`card game-row ${kind}`}>
      <div class="game-what">
        <b>{gameTitle(game)}</b>
        {badge && <span class="badge">{badge}</span>}
        <span class="game-players">{players}</span>
        <span class="hint">{facts.filter(Boolean).join(' · ')}</span>
      </div>
      <div class="row">{children}</div>
    </li>
  );
}
