// /games: what was played or watched here; /games/archive: what others show; /games/live: what is played now.
import { Message, t } from '../i18n';
import { hasServer } from '../place';
import type { ScreenProps } from '../router';
import { Live } from './live';
import { Own } from './own';
import { Shown } from './shown';

const kParts = [
  ['', Message.kWebMyGames, Own],
  ['live', Message.kWebLiveGames, Live],
  ['archive', Message.kWebArchive, Shown],
] as const;

export default function LibraryScreen({ route }: ScreenProps) {
  const [name, title, Part] = kParts.find(([part]) => part === route.name) ?? kParts[0];
  return (
    <div class="page library">
      <h1>{t(title)}</h1>
      <nav class="segments" aria-label={t(Message.kWebWhichGames)}>
        {kParts.map(([part, words]) => (
          <a key={part} href={`/games${part && `/${part}`}`} aria-current={part === name ? 'page' : undefined}>
            <span>{t(words)}</span>
          </a>
        ))}
      </nav>
      {hasServer || Part === Own ? <Part key={name} /> : <p class="notice">{t(Message.kWebNoServer)}</p>}
    </div>
  );
}
