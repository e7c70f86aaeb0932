// Parts of a screen that are loaded when they are first shown, with the sentences that only they say.
import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { alarm } from './app_live';
import { prepareStudy, t } from './i18n';

// Where a part cannot be had the page may be older than the server: loading it anew is the way out. Windows
// are closed then (`onFail`), so that they can be opened again; other parts say it in their place.
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  onFail?: (props: Props) => void,
): ComponentType<Props> {
  let known: ComponentType<Props> | null = null;
  return function Lazy(props: Props) {
    const loaded = useSignal(known);
    const failed = useSignal(false);
    useEffect(() => {
      if (known) return;
      Promise.all([load(), prepareStudy()]).then(
        ([found]) => {
          known = found;
          loaded.value = found;
        },
        () => {
          failed.value = true;
          if (!onFail) return;
          alarm(t('kWebNotLoaded'), true);
          onFail(props);
        },
      );
    }, []);
    const Part = loaded.value;
    if (Part) return <Part {...props} />;
    return failed.value && !onFail ? <NotLoaded /> : null;
  };
}

const NotLoaded = () => (
  <p class="notice error" role="alert">
    {t('kWebNotLoaded')}{' '}
    <button type="button" class="link" onClick={() => location.reload()}>{t('kWebReload')}</button>
  </p>
);
