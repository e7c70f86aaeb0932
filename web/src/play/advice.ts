// What the coach says of a turn.
import type { Candidate } from '../board/types';
import { Message, t } from '../i18n';

export interface CoachAdvice {
  turns: number; // how many turns there were before the bad one
  turn: string;
  loss: number;
  why: string; // a sentence, or nothing
  better: string; // the turn in words, or nothing
  marks: readonly Candidate[]; // the better turn, and the cells of the reason
}

/** Why, how much, and what was better. */
export const adviceParts = ({ turn, loss, why, better }: CoachAdvice): [string, string, string] => [
  why && `${why}.`,
  t(Message.kWebCoachSays, turn, Math.round(loss * 100)),
  better && t(Message.kWebCoachBetter, better),
];

export const adviceWords = (advice: CoachAdvice): string => adviceParts(advice).filter(Boolean).join(' ');
