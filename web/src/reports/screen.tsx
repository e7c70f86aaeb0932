// /reports: what the lab measured of the games. Each report is a page of its own, without scripts, that the
// build of the page makes of docs/lab.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { games } from '../games';
import { Message, t } from '../i18n';
import { fileAddress } from '../place';
import { language } from '../settings';

// Games that have a report; null until that is known.
async function fetchReports(): Promise<string[]> {
  const response = await fetch(fileAddress('reports.json'));
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
}

export default function ReportsScreen() {
  const reported = useSignal<string[] | null>(null);
  const failed = useSignal(false);
  useEffect(() => {
    fetchReports().then(
      (names) => (reported.value = names),
      () => (failed.value = true),
    );
  }, []);
  return (
    <article class="page narrow">
      <h1>{t(Message.kWebReports)}</h1>
      <p>{t(Message.kWebReportsIntro)}</p>
      {failed.value && (
        <p class="notice error" role="alert">
          {t(Message.kWebOffline)}
        </p>
      )}
      <ul>
        {games.value
          .filter((game) => reported.value?.includes(game.name))
          .map((game) => (
            <li key={game.name}>
              {/* The target leaves the link to the browser: it leads to a file. */}
              <a href={fileAddress(`report-${game.name}.${language.value}.html`)} target="_self">
                {game.title}
              </a>
            </li>
          ))}
      </ul>
    </article>
  );
}
