// What the coach says of a turn.
import { Message, t } from '../i18n';

export interface CoachAdvice {
  turns: number; // how many turns there were before the bad one
  turn: string;
  loss: number;
  why: string; // a sentence, or nothing
}

export const adviceWords = ({ turn, loss, why }: CoachAdvice): string =>
  `${why && `${why}. `}${t(Message.kWebCoachSays, turn, Math.round(loss * 100))}`;
