// Deleting a game, here or everywhere: the window says what each does.
import { useSignal } from '@preact/signals';
import * as api from '../api';
import { ApiError } from '../api';
import { Dialog } from '../app_dialog';
import { alarm, note } from '../app_live';
import { errorWords } from '../errors';
import { Message, t } from '../i18n';
import { forgetSeat, type HeldSeat } from '../play/seats';

// It is gone already, or somebody else deleted one's part in it.
const kDone = new Set(['no_such_table', 'wrong_token', 'no_token']);

async function deleteOnServer({ id, token }: HeldSeat): Promise<void> {
  try {
    await api.act(id, 'delete', {}, token!);
  } catch (error) {
    if (!(error instanceof ApiError && kDone.has(error.code))) throw error;
  }
}

export function DeleteDialog({ seat, onClose }: { seat: HeldSeat; onClose: () => void }) {
  const busy = useSignal(false);
  const everywhere = seat.token !== null && seat.over;
  const playing = seat.token !== null && !seat.over;
  const forget = () => {
    onClose();
    forgetSeat(seat.id);
    note(t(Message.kWebForgotten));
  };
  const remove = async () => {
    busy.value = true;
    try {
      await deleteOnServer(seat);
      onClose();
      forgetSeat(seat.id);
      note(t(Message.kWebDeleted));
    } catch (error) {
      busy.value = false;
      alarm(errorWords(error));
    }
  };
  return (
    <Dialog title={t(Message.kWebDeleteTitle)} onClose={onClose} class="confirm">
      <p>{t(playing ? Message.kWebDeleteSeatWords : Message.kWebDeleteHereWords)}</p>
      {everywhere && <p>{t(Message.kWebDeleteServerWords)}</p>}
      <div class="row end">
        <button type="button" class="button" onClick={onClose}>
          {t(Message.kWebCancel)}
        </button>
        <button type="button" class={everywhere ? 'button' : 'button danger'} disabled={busy.value} onClick={forget}>
          {t(Message.kWebDeleteHere)}
        </button>
        {everywhere && (
          <button type="button" class="button danger" disabled={busy.value} onClick={() => void remove()}>
            {t(Message.kWebDeleteServer)}
          </button>
        )}
      </div>
    </Dialog>
  );
}
