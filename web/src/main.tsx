import { render } from 'preact';
import { App } from './app';
import { speak } from './i18n';
import { startGames } from './games';
import { startKeys } from './app_keys';
import { startRouter } from './router';
import { startOffline } from './place';
import { applyLook, language } from './settings';
import { startSocket } from './socket';

applyLook();
startRouter();
startSocket();
startKeys();
startGames();
startOffline();
await speak(language.value);
render(<App />, document.getElementById('app')!);
