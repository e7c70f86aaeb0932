// Which lessons were finished, kept in this browser.
import { signal } from '@preact/signals';
import { read, write } from '../settings';

const kKey = 'lessons';

function kept(): ReadonlySet<string> {
  return new Set((read(kKey) ?? '').split(' ').filter(Boolean));
}

export const finished = signal<ReadonlySet<string>>(kept());

export function finish(game: string, lesson: string): void {
  const name = `${game}/${lesson}`;
  if (finished.value.has(name)) return;
  finished.value = new Set([...finished.value, name]);
  write(kKey, [...finished.value].join(' '));
}

export const isFinished = (game: string, lesson: string): boolean => finished.value.has(`${game}/${lesson}`);
