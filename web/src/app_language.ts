// Changing the language.
import { alarm } from './app_live';
import { Message, speak, t } from './i18n';
import type { Language } from './settings';

export function pickLanguage(which: Language): void {
  speak(which).catch(() => alarm(t(Message.kWebOffline)));
}
