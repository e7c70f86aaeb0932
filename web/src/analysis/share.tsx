// What goes out of the analysis and what comes in: links, records, positions, pictures.
import { useSignal, type Signal } from '@preact/signals';
import { exportRecord, readRecord, type RecordFormat } from '../api';
import { alarm, say } from '../app_live';
import { errorWords } from '../errors';
import { t } from '../i18n';
import { copyText } from '../play/copy';
import { navigate } from '../router';
import type { Explorer } from '../tree/explorer';
import { handOver } from '../tree/handover';
import { toLink } from '../tree/link';
import { toRecord, type GameRecord, type Heading, type Study } from '../tree/record';
import { boardPicture, download, pngOf, svgText } from './picture';

const kLargestRecord = 1_000_000;

const kEndings: Record<RecordFormat, string> = { pgn: 'pgn', json: 'json', abstractplay: 'abstractplay.json' };

interface Props {
  explorer: Explorer;
  heading: Signal<Heading>;
  onOpen: (study: GameRecord) => void;
}

const studyOf = ({ explorer, heading }: Props): Study => ({ tree: explorer.tree.value, heading: heading.value });

async function copy(text: string, words: Signal<string>): Promise<void> {
  words.value = t((await copyText(text)) ? 'kWebStudyCopied' : 'kWebStudyFailed');
  say(words.value);
}

// Said once, and kept in sight beside what was tried.
function complain(sentence: string, words: Signal<string>): void {
  words.value = sentence;
  alarm(sentence);
}

function Export(props: Props) {
  const { explorer } = props;
  const words = useSignal('');
  const format = useSignal<RecordFormat>('pgn');
  const game = explorer.tree.value.setup.game;
  const recordText = async (): Promise<string> =>
    (await exportRecord(toRecord(studyOf(props)), format.value)).text;
  const attempt = (what: () => Promise<void>) => () => void what().catch((error: unknown) => complain(errorWords(error), words));
  const link = (): string | null => {
    const text = toLink(explorer.tree.value);
    return text === null ? null : `${location.origin}/analyse/${game}${text ? '#' + text : ''}`;
  };
  const copyLink = async (): Promise<void> => {
    const address = link();
    if (address === null) complain(t('kWebStudyLinkTooLong'), words);
    else await copy(address, words);
  };
  const picture = (): SVGSVGElement => {
    const board = boardPicture();
    if (!board) throw new Error('no board');
    return board;
  };
  return (
    <section class="share" aria-label={t('kWebStudyShare')}>
      <div class="row">
        <button type="button" class="button small" onClick={attempt(copyLink)}>{t('kWebStudyCopyLink')}</button>
        <button type="button" class="button small" onClick={attempt(() => copy(explorer.here.value?.position ?? '', words))}>{t('kWebCopyPosition')}</button>
        <button type="button" class="button small" onClick={attempt(() => copy(svgText(picture()), words))}>{t('kWebStudyCopySvg')}</button>
        <button type="button" class="button small" onClick={attempt(async () => download(await pngOf(picture()), `${game}.png`))}>{t('kWebStudyPng')}</button>
      </div>
      <div class="row">
        <label class="entry">
          {t('kWebStudyFormat')}
          <select value={format.value} onChange={(event) => { format.value = event.currentTarget.value as RecordFormat; }}>
            <option value="pgn">PGN</option>
            <option value="json">JSON</option>
            <option value="abstractplay">AbstractPlay</option>
          </select>
        </label>
        <button type="button" class="button small" onClick={attempt(async () => copy(await recordText(), words))}>{t('kWebStudyCopyRecord')}</button>
        <button type="button" class="button small" onClick={attempt(async () =>
          download(new Blob([await recordText()], { type: 'text/plain' }), `${game}.${kEndings[format.value]}`))}>{t('kWebStudySaveRecord')}</button>
      </div>
      <p class="hint">{words}</p>
    </section>
  );
}

export function Import({ onOpen }: { onOpen: (record: GameRecord) => void }) {
  const text = useSignal('');
  const words = useSignal('');
  const open = async (content: string): Promise<void> => {
    if (content.length > kLargestRecord) {
      complain(t('kWebStudyRecordTooLarge'), words);
      return;
    }
    try {
      const { record } = await readRecord(content);
      words.value = '';
      text.value = '';
      onOpen(record);
    } catch (error) {
      complain(errorWords(error), words);
    }
  };
  const file = async (input: HTMLInputElement): Promise<void> => {
    const chosen = input.files?.[0];
    if (!chosen) return;
    if (chosen.size > kLargestRecord) complain(t('kWebStudyRecordTooLarge'), words);
    else await open(await chosen.text());
    input.value = '';
  };
  return (
    <form class="import" onSubmit={(event) => { event.preventDefault(); void open(text.value); }}>
      <label class="entry wide">
        {t('kWebStudyPaste')}
        <textarea rows={4} value={text.value} spellcheck={false}
                  onInput={(event) => { text.value = event.currentTarget.value; }} />
      </label>
      <div class="row">
        <button type="submit" class="button small" disabled={!text.value.trim()}>{t('kWebStudyOpen')}</button>
        <label class="entry">
          {t('kWebStudyFile')}
          <input type="file" accept=".pgn,.json,.txt,text/plain,application/json"
                 onChange={(event) => void file(event.currentTarget)} />
        </label>
      </div>
      {words.value && <p class="problem">{words}</p>}
    </form>
  );
}

export function Share(props: Props) {
  const review = (): void => {
    handOver(toRecord(studyOf(props)));
    navigate('/review');
  };
  return (
    <>
      <details class="drawer">
        <summary>{t('kWebStudyShare')}</summary>
        <Export {...props} />
      </details>
      <details class="drawer">
        <summary>{t('kWebStudyImport')}</summary>
        <Import onOpen={props.onOpen} />
      </details>
      <div class="row">
        <button type="button" class="button small" onClick={review} disabled={props.explorer.tree.value.nodes.size < 2}>{t('kWebStudyReviewThis')}</button>
      </div>
    </>
  );
}
