// The opening explorer: what was played here in the games of the archive.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { request, type ArchiveEntry, type BoardInfo, type Explored, type Tally, type ViewRequest } from '../api';
import { coloursOf } from '../board/colours';
import { errorWords } from '../errors';
import { capital, Message, percent, t } from '../i18n';
import { dayWords, playerWords, resultWords } from '../library/row';
import { language } from '../settings';
import type { Explorer } from '../tree/explorer';
import { playerName } from '../tree/players';

interface Found {
  at: ViewRequest;
  explored: Explored;
}

// Answers are kept while the panel is open: whoever walks along a line comes back.
function useExplored(at: ViewRequest) {
  const known = useSignal(new Map<string, Explored>());
  const found = useSignal<Found | null>(null);
  const problem = useSignal('');
  useEffect(() => {
    let wanted = true;
    const key = `${language.value} ${JSON.stringify(at)}`;
    const show = (explored: Explored) => {
      known.value.set(key, explored);
      if (!wanted) return;
      found.value = { at, explored };
      problem.value = '';
    };
    const kept = known.value.get(key);
    if (kept) show(kept);
    else
      request<Explored>('POST', '/api/explorer', at).then(show, (error: unknown) => {
        if (wanted) problem.value = errorWords(error);
      });
    return () => {
      wanted = false;
    };
  }, [at, language.value]);
  return { found: found.value, problem: problem.value };
}

// "White 60 %, draws 10 %, Black 30 %"
function tallyWords(board: BoardInfo, { games, wins, draws }: Tally): string {
  const share = (count: number) => percent(count / Math.max(1, games));
  return [
    ...wins.map((count, i) => `${playerName(board, i + 1)} ${share(count)}`),
    ...(draws > 0 ? [t(Message.kWebExplorerDraws, share(draws))] : []),
  ].join(', ');
}

// Draws lie between the first player and the others.
function TallyBar({ board, tally }: { board: BoardInfo; tally: Tally }) {
  const colours = coloursOf(board);
  const [first = 0, ...others] = tally.wins;
  const parts: [string, number][] = [
    [`c-${colours[0]}`, first],
    ['draws', tally.draws],
    ...others.map((count, i): [string, number] => [`c-${colours[i + 1]}`, count]),
  ];
  const words = tallyWords(board, tally);
  return (
    <span class="tally" role="img" aria-label={words} title={words}>
      {parts
        .filter(([, count]) => count > 0)
        .map(([kind, count]) => (
          <span key={kind} class={kind} style={{ flexGrow: count }} />
        ))}
    </span>
  );
}

function LastGame({ entry }: { entry: ArchiveEntry }) {
  return (
    <li>
      <a href={`/review/${entry.id}`}>{entry.players.map(playerWords).join(' – ')}</a>{' '}
      <span class="hint">
        {resultWords(entry.result, entry.players)} · {dayWords(entry.ended)}
      </span>
    </li>
  );
}

function Continuations({ board, explorer, found }: { board: BoardInfo; explorer: Explorer; found: Found }) {
  const { explored, at } = found;
  const fresh = at === explorer.request.value; // what is played belongs to the board that is shown
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t(Message.kWebExplorerTurn)}</th>
          <th scope="col" class="number">
            {t(Message.kWebExplorerGames)}
          </th>
          <th scope="col">{t(Message.kWebResult)}</th>
        </tr>
      </thead>
      <tbody>
        {explored.turns.map((each) => (
          <tr key={each.turn}>
            <th scope="row">
              <button
                type="button"
                class="link"
                title={capital(each.words)}
                aria-label={`${each.turn}, ${each.words}`}
                disabled={!fresh}
                onClick={() => explorer.play(each.turn)}
              >
                {each.turn}
              </button>
            </th>
            <td class="number">{each.games}</td>
            <td class="bar-cell">
              <TallyBar board={board} tally={each} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Shown({ board, explorer }: { board: BoardInfo; explorer: Explorer }) {
  const { found, problem } = useExplored(explorer.request.value);
  if (problem)
    return (
      <p class="notice error" role="alert">
        {problem}
      </p>
    );
  if (!found) return <p class="hint">{t(Message.kWebLoading)}</p>;
  const { explored } = found;
  if (explored.games === 0) return <p class="hint">{t(Message.kWebExplorerEmpty)}</p>;
  return (
    <>
      <p class="hint">
        {t(Message.kWebExplorerIntro)} {t(Message.kWebGamesFound, explored.games)}
        {'. '}
        {tallyWords(board, explored)}
      </p>
      {explored.turns.length > 0 && <Continuations board={board} explorer={explorer} found={found} />}
      {explored.last.length > 0 && (
        <>
          <h3>{t(Message.kWebExplorerLast)}</h3>
          <ul class="last-games">
            {explored.last.map((entry) => (
              <LastGame key={entry.id} entry={entry} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

// Nothing is asked before it is opened.
export function Openings({ board, explorer }: { board: BoardInfo; explorer: Explorer }) {
  const open = useSignal(false);
  return (
    <details class="openings" onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>{t(Message.kWebExplorer)}</summary>
      {open.value && <Shown board={board} explorer={explorer} />}
    </details>
  );
}
