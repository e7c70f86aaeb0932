// Tells somebody who looks elsewhere that it is their turn, if they want that.
import { t } from '../i18n';
import { alerts } from '../settings';

export function alertTurn(game: string): void {
  if (alerts.value !== 'on' || !document.hidden) return;
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
