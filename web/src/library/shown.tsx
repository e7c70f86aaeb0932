// The public archive: games that their players agreed to show.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ArchiveEntry } from '../api';
import { errorWords } from '../errors';
import { gameTitle } from '../games';
import { Message, t } from '../i18n';
import { language } from '../settings';
import { DownloadAll } from './download_all';
import { archive, foundRecords } from './fetch';
import { SearchFields } from './fields';
import { dayWords, GameRow, playerWords, resultWords, turnsWords } from './row';
import { kAnyGame, type Search } from './search';

const kTypingPause = 300; // milliseconds

interface Page {
  of: string; // the search
  games: readonly ArchiveEntry[];
  next: string | null;
}

// The first page of every new search, and the pages after it. Answers to older searches are not waited for.
function useArchive(search: Search) {
  const page = useSignal<Page | null>(null);
  const problem = useSignal('');
  const asked = useRef(0);
  const key = JSON.stringify(search);
  const ask = async (before: string | null) => {
    const number = ++asked.current;
    try {
      const { games, next } = await archive(search, before);
      if (number !== asked.current) return;
      page.value = { of: key, games: [...(before ? (page.value?.games ?? []) : []), ...games], next };
      problem.value = '';
    } catch (error) {
      if (number === asked.current) problem.value = errorWords(error);
    }
  };
  useEffect(() => {
    const timer = setTimeout(() => void ask(null), page.value ? kTypingPause : 0);
    return () => clearTimeout(timer);
  }, [key, language.value]);
  return {
    page: page.value,
    busy: !problem.value && page.value?.of !== key,
    problem: problem.value,
    more: () => void ask(page.value?.next ?? null),
  };
}

function ShownRow({ entry }: { entry: ArchiveEntry }) {
  const players = entry.players.map(playerWords).join(' – ');
  const words = [gameTitle(entry.game), players, dayWords(entry.ended)].join(', ');
  return (
    <GameRow
      game={entry.game}
      players={players}
      facts={[
        `${resultWords(entry.result, entry.players)}${entry.reason ? `: ${entry.reason}` : ''}`,
        dayWords(entry.ended),
        turnsWords(entry.turns),
      ]}
    >
      <a class="button small" href={`/g/${entry.id}`} aria-label={`${t(Message.kWebOpenGame)}: ${words}`}>
        {t(Message.kWebOpenGame)}
      </a>
      <a class="button small" href={`/review/${entry.id}`} aria-label={`${t(Message.kWebReview)}: ${words}`}>
        {t(Message.kWebReview)}
      </a>
    </GameRow>
  );
}

export function Shown() {
  const search = useSignal<Search>(kAnyGame);
  const { page, busy, problem, more } = useArchive(search.value);
  const results = [
    ...[1, 2, 3].map((player) => [`p${player}win`, t(Message.kWebWins, t(Message.kWebSeatNumber, player))] as const),
    ['draw', t(Message.kWebDrawn)] as const,
  ];
  const searching = JSON.stringify(search.value) !== JSON.stringify(kAnyGame);
  return (
    <>
      <p class="hint">{t(Message.kWebArchiveIntro)}</p>
      <SearchFields
        search={search.value}
        player={Message.kWebSearchPlayer}
        results={results}
        onSearch={(next) => (search.value = next)}
      />
      {problem && (
        <p class="notice error" role="alert">
          {problem}
        </p>
      )}
      <div class="row list-head">
        <p class="hint grow" role="status">
          {page
            ? page.games.length > 0
              ? ''
              : t(searching ? Message.kWebNoGamesFound : Message.kWebArchiveEmpty)
            : t(Message.kWebLoading)}
        </p>
        {page && page.games.length > 0 && (
          <DownloadAll fetchAll={(onDone) => foundRecords(search.value, onDone)} file="tabuleiro-archive.pgn" />
        )}
      </div>
      <ul class="game-list" aria-busy={busy}>
        {page?.games.map((entry) => (
          <ShownRow key={entry.id} entry={entry} />
        ))}
      </ul>
      {page?.next && (
        <button type="button" class="button" disabled={busy} onClick={more}>
          {t(Message.kWebMoreGames)}
        </button>
      )}
    </>
  );
}
