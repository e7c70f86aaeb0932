// How far the review has come, with a way to stop it and to go on.
import { Message, t } from '../i18n';
import type { ReviewWork } from './work';

export function Progress({ work }: { work: ReviewWork }) {
  const state = work.state.value;
  if (state === 'done')
    return (
      <p class="hint" data-testid="review-state">
        {t(Message.kWebStudyReviewDone)}
      </p>
    );
  if (state === 'stopped') {
    return (
      <div class="progress">
        {work.problem.value ? (
          <p class="notice error" role="alert">
            {work.problem}
          </p>
        ) : (
          <p class="hint" data-testid="review-state">
            {t(Message.kWebStudyReviewStopped)}
          </p>
        )}
        <button type="button" class="button small" onClick={() => void work.run()}>
          {t(Message.kWebStudyGoOn)}
        </button>
      </div>
    );
  }
  return (
    <div class="progress">
      <label>
        {t(work.pass.value === 0 ? Message.kWebStudyReviewFast : Message.kWebStudyReviewFine)}
        <progress max={Math.max(1, work.total.value)} value={work.done.value} />
      </label>
      {work.wait.value > 0 && <span class="hint">{t(Message.kWebStudyLeft, work.wait.value)}</span>}
      <button type="button" class="button small" onClick={() => work.stop()}>
        {t(Message.kWebStudyStop)}
      </button>
    </div>
  );
}
