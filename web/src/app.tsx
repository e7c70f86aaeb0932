// The frame around every screen, and which screen it is.
import { signal, useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { lazily } from './app_lazy';
import { useKeys } from './app_keys';
import { LiveRegions } from './app_live';
import { pickLanguage } from './app_language';
import { routeTitle, setTitle } from './app_title';
import { languageName, Message, prepareMore, prepareStudy, t } from './i18n';
import { engineComing } from './local';
import { route, type Route, type ScreenProps } from './router';
import { language } from './settings';
import { socket } from './socket';

type Loader = () => Promise<{ default: ComponentType<ScreenProps> }>;

// Screens that need more words and looks than the first load brings.
const after =
  (prepare: () => Promise<void>) =>
  (load: Loader): Loader =>
  async () =>
    (await Promise.all([load(), prepare()]))[0];
const more = after(prepareMore);
const study = after(prepareStudy);

const kScreens: Record<Exclude<Route['screen'], 'missing'>, Loader> = {
  home: () => import('./home/home'),
  new: more(() => import('./home/new_game')),
  table: () => import('./play/screen'),
  analyse: study(() => import('./analysis/screen')),
  edit: study(() => import('./editor/screen')),
  review: study(() => import('./review/screen')),
  learn: study(() => import('./learn/screen')),
  puzzles: study(() => import('./puzzles/screen')),
  rules: study(() => import('./rules/screen')),
  games: more(() => import('./library/screen')),
  reports: study(() => import('./reports/screen')),
  help: more(() => import('./app_help')),
  embed: study(() => import('./embed/screen')),
};

const opened = signal<'settings' | 'help' | null>(null);
const close = () => (opened.value = null);

const Settings = lazily(async () => (await import('./app_settings')).Settings, close);
const KeysDialog = lazily(async () => (await import('./app_help')).KeysDialog, close);

function Missing() {
  return (
    <div class="page narrow">
      <h1>{t(Message.kWebMissing)}</h1>
      <p>
        <a href="/">{t(Message.kWebHome)}</a>
      </p>
    </div>
  );
}

function Broken() {
  return (
    <div class="page narrow">
      <p>{t(Message.kWebOffline)}</p>
      <button class="button" type="button" onClick={() => location.reload()}>
        {t(Message.kWebRetry)}
      </button>
    </div>
  );
}

// Loads the screen of the route and keeps the one before until the new one is there.
function useScreen(): { Screen: ComponentType<ScreenProps>; route: Route } | null {
  const shown = useSignal<{ Screen: ComponentType<ScreenProps>; route: Route } | null>(null);
  useSignalEffect(() => {
    const wanted = route.value;
    const show = (Screen: ComponentType<ScreenProps>) => {
      if (route.peek() === wanted) shown.value = { Screen, route: wanted };
    };
    if (wanted.screen === 'missing') show(Missing);
    else
      kScreens[wanted.screen]().then(
        (loaded) => show(loaded.default),
        () => show(Broken),
      );
  });
  return shown.value;
}

function Icon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

const kGear = 'M4 7h10M18 7h2M4 17h2M10 17h10M16 4.5v5M8 14.5v5';
const kQuestion = 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.5';

const kLinks = [
  ['/analyse', 'analyse', Message.kWebAnalyse],
  ['/learn', 'learn', Message.kWebLearn],
  ['/puzzles', 'puzzles', Message.kWebPuzzles],
  ['/games', 'games', Message.kWebMyGames],
  ['/help', 'help', Message.kWebHelp],
] as const;

const kMenu = 'M4 7h16M4 12h16M4 17h16';

function Links() {
  return (
    <>
      {kLinks.map(([href, screen, name]) => (
        <a
          key={href}
          class={`to-${screen}`}
          href={href}
          aria-current={route.value.screen === screen ? 'page' : undefined}
        >
          {t(name)}
        </a>
      ))}
    </>
  );
}

// Where not all links have room: the browser's own popover closes by Escape and by a tap elsewhere.
function Menu() {
  const list = useRef<HTMLElement>(null);
  return (
    <>
      <button type="button" class="icon menu-button" popovertarget="menu" aria-label={t(Message.kWebMenu)}>
        <Icon path={kMenu} />
      </button>
      <nav
        id="menu"
        popover="auto"
        ref={list}
        aria-label={t(Message.kWebMenu)}
        onClick={() => list.current?.hidePopover()}
      >
        <Links />
      </nav>
    </>
  );
}

function Top() {
  const other = language.value === 'en' ? 'pt' : 'en';
  return (
    <header class="top">
      <a class="brand" href="/" aria-current={route.value.screen === 'home' ? 'page' : undefined}>
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <circle cx="9" cy="9" r="5.5" />
          <circle cx="23" cy="23" r="5.5" />
          <circle class="b2" cx="23" cy="9" r="5.5" />
          <circle class="b3" cx="9" cy="23" r="5.5" />
        </svg>
        Tabuleiro
      </a>
      <nav class="links" aria-label={t(Message.kWebMenu)}>
        <Links />
      </nav>
      <div class="tools">
        <button
          type="button"
          class="language"
          lang={other}
          aria-label={languageName(other)}
          onClick={() => pickLanguage(other)}
        >
          {other.toUpperCase()}
        </button>
        <button
          type="button"
          class="icon keys-button"
          aria-label={t(Message.kWebKeys)}
          onClick={() => (opened.value = 'help')}
        >
          <Icon path={kQuestion} />
        </button>
        <button
          type="button"
          class="icon"
          aria-label={t(Message.kWebSettings)}
          onClick={() => (opened.value = 'settings')}
        >
          <Icon path={kGear} />
        </button>
        <Menu />
      </div>
    </header>
  );
}

function Connection() {
  if (socket.online.value !== 'offline') return null;
  return (
    <div class="offline" role="status">
      {t(Message.kWebOffline)}{' '}
      <button type="button" class="link" onClick={() => socket.retry()}>
        {t(Message.kWebRetry)}
      </button>
    </div>
  );
}

function EngineComing() {
  const share = engineComing.value;
  if (share === null) return null;
  const words = t(Message.kWebEngineComing);
  return (
    <div class="offline coming" role="status">
      {words} <progress value={share} aria-label={words} />
    </div>
  );
}

export function App() {
  const shown = useScreen();
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  const key = shown ? `${shown.route.screen}/${shown.route.name}` : '';
  const title = shown ? routeTitle(shown.route) : ''; // games have their names from the server
  useEffect(() => {
    // A table says itself whose turn it is.
    if (shown && shown.route.screen !== 'table') setTitle(title);
  }, [key, language.value, title]);
  const framed = shown?.route.screen === 'embed'; // nothing but the board
  useKeys({ '?': () => (opened.value = 'help') });
  useLayoutEffect(() => {
    if (!key) return;
    // After a change of screen the reader starts at its beginning. At once: the focus must not move when somebody
    // goes on already.
    if (!first.current) main.current?.focus({ preventScroll: true });
    first.current = false;
  }, [key]);
  return (
    <>
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          // The address is the screen's own: it may hold a position.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t(Message.kWebSkip)}
      </a>
      {!framed && <Top />}
      <Connection />
      <EngineComing />
      <main id="main" ref={main} tabIndex={-1}>
        {shown ? (
          <shown.Screen key={key} route={shown.route} />
        ) : (
          <p class="page" role="status">
            {t(Message.kWebLoading)}
          </p>
        )}
      </main>
      {opened.value === 'settings' && <Settings onClose={close} />}
      {opened.value === 'help' && <KeysDialog onClose={close} />}
      <LiveRegions />
    </>
  );
}
