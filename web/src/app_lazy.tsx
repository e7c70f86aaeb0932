// Parts of a screen that are loaded when they are first shown, with the sentences that only they say.
import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { alarm } from './app_live';
import { Message, prepareMore, t } from './i18n';

// Where a part cannot be had the page may be older than the server: loading it anew is the way out. Windows
// are closed then (`onFail`), so that they can be opened again; other parts say it in their place.
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  onFail?: (props: Props) => void,
): ComponentType<Props> & { prepare: () => void } {
  let known: ComponentType<Props> | null = null;
  const fetched = async () => {
    const [found] = await Promise.all([load(), prepareMore()]);
    known = found;
    return found;
  };
  function Lazy(props: Props) {
    const loaded = useSignal(known);
    const failed = useSignal(false);
    useEffect(() => {
      // It may have come between the first picture and this.
      loaded.value = known;
      if (known) return;
      fetched().then(
        (found) => (loaded.value = found),
        () => {
          failed.value = true;
          if (!onFail) return;
          alarm(t(Message.kWebNotLoaded), true);
          onFail(props);
        },
      );
    }, []);
    const Part = loaded.value;
    if (Part) return <Part {...props} />;
    return failed.value && !onFail ? <NotLoaded /> : null;
  }
  // What will be wanted soon can be there before; where that fails it is tried again when it is shown.
  const prepare = () => void fetched().catch(() => undefined);
  return Object.assign(Lazy, { prepare });
}

const NotLoaded = () => (
  <p class="notice error" role="alert">
    {t(Message.kWebNotLoaded)}{' '}
    <button type="button" class="link" onClick={() => location.reload()}>
      {t(Message.kWebReload)}
    </button>
  </p>
);
