// Parts of a screen that are loaded when they are first shown.
import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { alarm } from './app_live';
import { t } from './i18n';

export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let known: ComponentType<Props> | null = null;
  return function Lazy(props: Props) {
    const loaded = useSignal(known);
    useEffect(() => {
      if (known) return;
      load().then(
        (found) => {
          known = found;
          loaded.value = found;
        },
        () => alarm(t('kWebOffline')),
      );
    }, []);
    const Part = loaded.value;
    return Part ? <Part {...props} /> : null;
  };
}
