// What was played or watched on this browser.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import * as api from '../api';
import { lazily } from '../app_lazy';
import { gameTitle } from '../games';
import { Message, t } from '../i18n';
import { isOwnTable } from '../local';
import { hasServer } from '../place';
import { keepGame } from '../play/keep_game';
import { forgetSeat, heldSeats, kMostKept, type HeldSeat } from '../play/seats';
import { DownloadAll } from './download_all';
import { SearchFields } from './fields';
import { forEach, isBusy, isGone, records } from './fetch';
import { dayWords, GameRow, playerWords, resultWords, turnsWords } from './row';
import { dateOf, found, kAnyGame, kStandings, opponentsOf, standingOf, type Search, type Standing } from './search';

const DeleteDialog = lazily(
  async () => (await import('./delete_dialog')).DeleteDialog,
  ({ onClose }) => onClose(),
);

const kPage = 30; // rows
const kMostAsked = 40; // tables whose news are asked for

const kStandingNames: Record<Standing, Message> = {
  running: Message.kWebGameRunning,
  won: Message.kWebGameWon,
  lost: Message.kWebGameLost,
  draw: Message.kWebDrawn,
  finished: Message.kWebGameFinished,
  watched: Message.kWebGameWatched,
};

// What may have gone on since is asked once; games that are gone drop out.
function useNews(): void {
  useEffect(() => {
    const asked = heldSeats.value.filter((seat) => !seat.over || !seat.kept).slice(0, kMostAsked);
    forEach(asked, async ({ id, token }) => {
      try {
        keepGame(await api.table(id, token ?? undefined));
      } catch (error) {
        if (isBusy(error)) throw error;
        if (isGone(error)) forgetSeat(id);
      }
    }).catch(() => undefined); // what is known is shown
  }, []);
}

function playersWords(seat: HeldSeat): string {
  if (!seat.kept) return '';
  const names = opponentsOf(seat).map(playerWords);
  return names.length > 0 ? names.join(' – ') : t(Message.kWebHotSeat);
}

function OwnRow({ seat, onDelete }: { seat: HeldSeat; onDelete: () => void }) {
  const standing = standingOf(seat);
  const { kept } = seat;
  const words = [gameTitle(seat.game), playersWords(seat), dayWords(dateOf(seat))].filter(Boolean).join(', ');
  const result = kept && seat.over && (standing === 'watched' || standing === 'finished');
  return (
    <GameRow
      game={seat.game}
      players={playersWords(seat)}
      badge={t(kStandingNames[standing])}
      kind={standing}
      facts={[
        result ? resultWords(kept.result, kept.players) : '',
        dayWords(dateOf(seat)),
        kept ? turnsWords(kept.turns) : '',
        isOwnTable(seat.id) && hasServer ? t(Message.kWebGameHere) : '',
      ]}
    >
      <a class="button small" href={`/g/${seat.id}`} aria-label={`${t(Message.kWebOpenGame)}: ${words}`}>
        {t(Message.kWebOpenGame)}
      </a>
      {seat.over && (
        <a class="button small" href={`/review/${seat.id}`} aria-label={`${t(Message.kWebReview)}: ${words}`}>
          {t(Message.kWebReview)}
        </a>
      )}
      <button type="button" class="icon" aria-label={t(Message.kWebDeleteGame, words)} onClick={onDelete}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5" />
        </svg>
      </button>
    </GameRow>
  );
}

export function Own() {
  const search = useSignal<Search>(kAnyGame);
  const most = useSignal(kPage);
  const deleting = useSignal<HeldSeat | null>(null);
  useNews();
  const all = heldSeats.value;
  const fits = found(all, search.value, playerWords);
  if (all.length === 0) return <p class="notice">{t(Message.kWebNoGamesYet)}</p>;
  return (
    <>
      <p class="hint">{t(Message.kWebGamesKept, kMostKept)}</p>
      <SearchFields
        search={search.value}
        player={Message.kWebSearchOpponent}
        results={kStandings.map((each) => [each, t(kStandingNames[each])] as const)}
        onSearch={(next) => {
          search.value = next;
          most.value = kPage;
        }}
      />
      <div class="row list-head">
        <p class="hint grow" role="status">
          {fits.length > 0 ? t(Message.kWebGamesFound, fits.length) : t(Message.kWebNoGamesFound)}
        </p>
        <DownloadAll
          fetchAll={(onDone) =>
            records(
              fits.map(({ id }) => id),
              onDone,
            )
          }
          total={fits.length}
          file="tabuleiro-games.pgn"
        />
      </div>
      <ul class="game-list">
        {fits.slice(0, most.value).map((seat) => (
          <OwnRow key={seat.id} seat={seat} onDelete={() => (deleting.value = seat)} />
        ))}
      </ul>
      {fits.length > most.value && (
        <button type="button" class="button" onClick={() => (most.value += kPage)}>
          {t(Message.kWebMoreGames)}
        </button>
      )}
      {deleting.value && <DeleteDialog seat={deleting.value} onClose={() => (deleting.value = null)} />}
    </>
  );
}
