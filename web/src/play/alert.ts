// Tells somebody who looks elsewhere that it is their turn.
import { t } from '../i18n';

export function alertTurn(game: string): void {
  navigator.vibrate?.(200);
  try {
    if (Notification.permission !== 'granted') return;
    const shown = new Notification(game, { body: t('kWebYourTurn'), tag: 'turn', icon: '/favicon.svg' });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Pages that are not secure, and some telephones, have none.
  }
}
