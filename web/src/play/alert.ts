// Tells somebody who looks elsewhere that it is their turn.
import { Message, t } from '../i18n';

export function alertTurn(game: string): void {
  navigator.vibrate?.(200);
  try {
    if (Notification.permission !== 'granted') return;
    const shown = new Notification(game, { body: t(Message.kWebYourTurn), tag: 'turn', icon: '/favicon.svg' });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Pages that are not secure, and some telephones, have none.
  }
}

// Short tones, not loud. Browsers that were not touched yet stay silent.
export function chime(pitches: readonly number[]): void {
  try {
    const sounds = new AudioContext();
    pitches.forEach((pitch, i) => {
      const tone = sounds.createOscillator();
      const volume = sounds.createGain();
      const start = sounds.currentTime + i * 0.14;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.08, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + 0.25);
      tone.connect(volume).connect(sounds.destination);
      tone.start(start);
      tone.stop(start + 0.25);
      if (i === pitches.length - 1) tone.onended = () => void sounds.close();
    });
  } catch {
    // A browser without sound.
  }
}
