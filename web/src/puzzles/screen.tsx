// /puzzles: the puzzle of the day. /puzzles/GAME: a series. /puzzles/ID: one puzzle.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { dailyPuzzle, puzzle as onePuzzle, puzzles, type Puzzle, type PuzzleEntry } from '../api';
import { errorWords } from '../errors';
import { gameNamed, games, gameTitle } from '../games';
import { Message, t } from '../i18n';
import { useShownCurrent } from '../learn/shown_current';
import { navigate, type ScreenProps } from '../router';
import { language } from '../settings';
import { bandOf, inBand, kBands, nextOf, type Band, type How } from './attempt';
import { Exercise } from './exercise';
import { doneIds, keep, kept, streak, today, type Done } from './kept';

const kBandNames: Record<Band, Message> = {
  all: Message.kWebPuzzleAllGrades,
  easy: Message.kWebPuzzleEasy,
  medium: Message.kWebPuzzleMedium,
  hard: Message.kWebPuzzleHard,
};

const kHowNames: Record<How, Message> = {
  first: Message.kWebPuzzleHowFirst,
  later: Message.kWebPuzzleHowLater,
  shown: Message.kWebPuzzleHowShown,
};

const kMostListed = 12;

/** What the server says, asked again in another language; words where it refuses. */
function useAnswer<T>(key: string, ask: () => Promise<T>): { answer: T | null; problem: string } {
  const got = useSignal<{ key: string; answer: T | null; problem: string } | null>(null);
  const full = `${language.value} ${key}`;
  useEffect(() => {
    let gone = false;
    ask().then(
      (answer) => {
        if (!gone) got.value = { key, answer, problem: '' };
      },
      (error: unknown) => {
        if (!gone) got.value = { key, answer: null, problem: errorWords(error) };
      },
    );
    return () => {
      gone = true;
    };
  }, [full]);
  const known = got.value;
  return known?.key === key ? known : { answer: null, problem: '' };
}

function Waiting({ problem }: { problem: string }) {
  return problem ? (
    <p class="notice error" role="alert">
      {problem}
    </p>
  ) : (
    <p class="notice">{t(Message.kWebLoading)}</p>
  );
}

// --- Where to go, and what was done ---

function Games({ current }: { current: string }) {
  const row = useRef<HTMLOListElement>(null);
  useShownCurrent(row, `${current} ${games.value.length}`);
  return (
    <nav class="lessons" aria-label={t(Message.kWebPuzzleSeries)}>
      <ol ref={row}>
        <li>
          <a class="lesson-link" href="/puzzles" aria-current={current === '' ? 'page' : undefined}>
            {t(Message.kWebPuzzleDaily)}
          </a>
        </li>
        {games.value.map(({ name, title }) => (
          <li key={name}>
            <a class="lesson-link" href={`/puzzles/${name}`} aria-current={current === name ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function History({ list }: { list: readonly Done[] }) {
  if (list.length === 0) return null;
  const days = streak(list, today());
  const solved = list.filter(({ how }) => how !== 'shown').length;
  return (
    <section class="puzzle-history" aria-labelledby="puzzle-history">
      <h2 id="puzzle-history">{t(Message.kWebPuzzleHistory)}</h2>
      <p>
        {days > 0 && <b class="streak">{days === 1 ? t(Message.kWebPuzzleDay) : t(Message.kWebPuzzleDays, days)} · </b>}
        {t(Message.kWebPuzzleSolved, solved, list.length)}
      </p>
      <ul>
        {list
          .slice(-kMostListed)
          .reverse()
          .map(({ id, how, day }) => (
            <li key={id}>
              <a href={`/puzzles/${id}`}>{titleOf(id)}</a>{' '}
              <span class="hint">
                {t(kHowNames[how])} · {day}
              </span>
            </li>
          ))}
      </ul>
    </section>
  );
}

// "yavalath-17": the game and a number.
const gameOfId = (id: string): string => id.replace(/-\d+$/, '');
const titleOf = (id: string): string =>
  t(Message.kWebPuzzleNumber, gameTitle(gameOfId(id)), /\d+$/.exec(id)?.[0] ?? '');

// --- The three screens ---

function Daily() {
  const { answer, problem } = useAnswer('daily', dailyPuzzle);
  if (!answer) return <Waiting problem={problem} />;
  const { date, puzzle } = answer;
  return (
    <Exercise
      key={puzzle.id + language.value}
      puzzle={puzzle}
      title={`${t(Message.kWebPuzzleDaily)} · ${date}`}
      arrived={false}
      onDone={(how) => keep({ id: puzzle.id, how, day: date, daily: true })}
      onNext={() => navigate(`/puzzles/${puzzle.game}`)}
    />
  );
}

function Single({ id, arrived = false, onNext }: { id: string; arrived?: boolean; onNext: () => void }) {
  const { answer, problem } = useAnswer<Puzzle>(id, () => onePuzzle(id));
  if (!answer) return <Waiting problem={problem} />;
  return (
    <Exercise
      key={answer.id + language.value}
      puzzle={answer}
      title={titleOf(id)}
      arrived={arrived}
      onDone={(how) => keep({ id, how, day: today(), daily: false })}
      onNext={onNext}
    />
  );
}

function Bands({ game, band, words }: { game: string; band: Band; words: string }) {
  return (
    <nav class="lessons" aria-label={t(Message.kWebPuzzleGrades)}>
      <ol>
        {kBands.map((one) => (
          <li key={one}>
            <a
              class="lesson-link"
              href={one === 'all' ? `/puzzles/${game}` : `/puzzles/${game}?grade=${one}`}
              aria-current={one === band ? 'page' : undefined}
            >
              {t(kBandNames[one])}
            </a>
          </li>
        ))}
      </ol>
      <p class="hint">{words}</p>
    </nav>
  );
}

function Series({ game, band }: { game: string; band: Band }) {
  const { answer, problem } = useAnswer(`list ${game}`, () => puzzles(game));
  // The one on the board stays when it is done, until the reader goes on.
  const at = useSignal<string | null>(null);
  const arrived = useRef(false);
  const list: readonly PuzzleEntry[] = answer ? inBand(answer.puzzles, band) : [];
  const done = doneIds();
  const fits = list.some(({ id }) => id === at.value);
  const id = fits ? at.value : nextOf(list, done, null);
  useEffect(() => {
    if (id && at.value !== id) at.value = id;
  }, [id]);
  const finished = list.filter((one) => done.has(one.id)).length;
  return (
    <>
      <div class="lesson-head">
        <Games current={game} />
        {answer && <Bands game={game} band={band} words={t(Message.kWebPuzzleDone, finished, list.length)} />}
      </div>
      {!answer ? (
        <Waiting problem={problem} />
      ) : id ? (
        <Single
          key={id}
          id={id}
          arrived={arrived.current}
          onNext={() => {
            arrived.current = true;
            // Where all are done the series begins again.
            at.value = nextOf(list, doneIds(), id) ?? nextOf(list, new Set(), id) ?? id;
          }}
        />
      ) : list.length === 0 ? (
        <p class="notice">{t(Message.kWebPuzzleNone)}</p>
      ) : (
        <p class="notice">
          {t(Message.kWebPuzzleAllDone)}{' '}
          <button type="button" class="link" onClick={() => (at.value = list[0]?.id ?? null)}>
            {t(Message.kWebPuzzleAgain)}
          </button>
        </p>
      )}
    </>
  );
}

export default function PuzzlesScreen({ route }: ScreenProps) {
  const { name } = route;
  return (
    <div class="page study-page">
      <h1>{t(Message.kWebPuzzles)}</h1>
      <div class="study lessoned puzzled">
        {gameNamed(name) ? (
          <Series game={name} band={bandOf(route.query.get('grade'))} />
        ) : (
          <>
            <div class="lesson-head">
              <Games current={name} />
            </div>
            {name === '' ? (
              <Daily />
            ) : games.value.length === 0 ? (
              <Waiting problem="" />
            ) : (
              <Single key={name} id={name} onNext={() => navigate(`/puzzles/${gameOfId(name)}`)} />
            )}
          </>
        )}
      </div>
      <History list={kept.value} />
    </div>
  );
}
