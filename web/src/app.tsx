// The frame around every screen, and which screen it is.
import { useSignalEffect, useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ScreenProps } from './app_contract';
import { LiveRegions } from './app_live';
import { t } from './i18n';
import { route, type Route } from './router';

type Loader = () => Promise<{ default: ComponentType<ScreenProps> }>;

const kScreens: Record<Exclude<Route['screen'], 'missing'>, Loader> = {
  home: () => import('./home/home'),
  new: () => import('./home/new_game'),
  table: () => import('./play/screen'),
  analyse: () => import('./analysis/screen'),
  edit: () => import('./editor/screen'),
  review: () => import('./review/screen'),
  learn: () => import('./learn/screen'),
  help: () => import('./app_help'),
};

function Missing() {
  return <p class="notice">{t('kWebMissing')} <a href="/">{t('kWebHome')}</a></p>;
}

// Loads the screen of the route and keeps the one before until the new one is there.
function useScreen(): ComponentType<ScreenProps> | null {
  const shown = useSignal<ComponentType<ScreenProps> | null>(null);
  useSignalEffect(() => {
    const wanted = route.value;
    if (wanted.screen === 'missing') {
      shown.value = Missing;
      return;
    }
    void kScreens[wanted.screen]().then((loaded) => {
      if (route.peek().screen === wanted.screen) shown.value = loaded.default;
    });
  });
  return shown.value;
}

export function App() {
  const Screen = useScreen();
  const main = useRef<HTMLElement>(null);
  const key = `${route.value.screen}/${route.value.name}`;
  const first = useRef(true);
  useEffect(() => {
    // After a change of screen the reader starts at its beginning.
    if (!first.current) main.current?.focus({ preventScroll: true });
    first.current = false;
  }, [key]);
  return (
    <>
      <a class="skip" href="#main">{t('kWebSkip')}</a>
      <header class="top">
        <a class="brand" href="/">Tabuleiro</a>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        {Screen ? <Screen key={key} route={route.value} /> : <p class="notice">{t('kWebLoading')}</p>}
      </main>
      <LiveRegions />
    </>
  );
}
