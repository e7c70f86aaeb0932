// Short phrases that players say to each other.
import { useSignal } from '@preact/signals';
import type { BoardInfo, Phrase, Table } from '../api';
import { Switch } from '../app_switch';
import { Message, t } from '../i18n';
import { phrases } from '../settings';
import type { Play } from './model';
import { seatName } from './names';
import { isHuman } from './table_state';

export const kPhraseTime = 8_000; // milliseconds: long enough to be seen by who looks at the board

const kWords: Record<Phrase, Message> = {
  hello: Message.kWebPhraseHello,
  good_luck: Message.kWebPhraseGoodLuck,
  nice_turn: Message.kWebPhraseNiceTurn,
  oops: Message.kWebPhraseOops,
  thanks: Message.kWebPhraseThanks,
  sorry: Message.kWebPhraseSorry,
  one_moment: Message.kWebPhraseOneMoment,
  good_game: Message.kWebPhraseGoodGame,
  play_again: Message.kWebPhrasePlayAgain,
  goodbye: Message.kWebPhraseGoodbye,
};

export const phraseWords = (phrase: Phrase): string => t(kWords[phrase]);

// "Ana: Good luck!"
export function spokenPhrase(table: Table, board: BoardInfo, player: number, words: string): string {
  const seat = table.seats.find((one) => one.player === player);
  return seat ? t(Message.kWebSays, seatName(table, board, seat), words) : words;
}

// Is there anybody to talk to?
export const hasCompany = (table: Table): boolean =>
  table.seats.some((seat) => seat.yours) && table.seats.some((seat) => !seat.yours && isHuman(seat.who) && seat.taken);

export function PhraseMenu({ play }: { play: Play }) {
  const open = useSignal(false);
  return (
    <div class="phrases">
      <button
        type="button"
        class="button small"
        aria-expanded={open.value}
        aria-label={t(Message.kWebSayMenu)}
        onClick={() => (open.value = !open.value)}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 5h16v11H10l-5 4v-4H4z" />
        </svg>
        {t(Message.kWebSay)}
      </button>
      {open.value && (
        <>
          <div class="row" role="group" aria-label={t(Message.kWebSayMenu)}>
            {(Object.keys(kWords) as Phrase[]).map((phrase) => (
              <button
                key={phrase}
                type="button"
                class="button small"
                onClick={() => {
                  play.phrase(phrase);
                  open.value = false;
                }}
              >
                {phraseWords(phrase)}
              </button>
            ))}
          </div>
          <Switch title={Message.kWebPhrases} setting={phrases} />
        </>
      )}
    </div>
  );
}
