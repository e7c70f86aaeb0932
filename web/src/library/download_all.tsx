// A button that fetches records and gives them to the browser as one file, and tells how far it is.
import { useSignal } from '@preact/signals';
import { alarm, note } from '../app_live';
import { errorWords } from '../errors';
import { Message, t } from '../i18n';
import { download } from '../tree/download';
import type { Records } from './fetch';

interface Props {
  fetchAll: (onDone: (count: number) => void) => Promise<Records>;
  total?: number; // where it is known
  file: string;
}

export function DownloadAll({ fetchAll, total, file }: Props) {
  const done = useSignal<number | null>(null);
  const fetchAndSave = async () => {
    done.value = 0;
    try {
      const { text, missing } = await fetchAll((count) => (done.value = count));
      download(new Blob([text], { type: 'text/plain' }), file);
      if (missing > 0) note(t(Message.kWebDownloadMissing, missing));
    } catch (error) {
      alarm(errorWords(error));
    }
    done.value = null;
  };
  const progress = (count: number) =>
    total === undefined ? t(Message.kWebDownloadingSome, count) : t(Message.kWebDownloading, count, total);
  return (
    <button
      type="button"
      class="button small"
      disabled={done.value !== null || total === 0}
      onClick={() => void fetchAndSave()}
    >
      {done.value === null ? t(Message.kWebDownloadAll) : progress(done.value)}
    </button>
  );
}
