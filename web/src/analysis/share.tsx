// What goes out of the analysis and what comes in: links, records, positions, pictures.
import { useSignal, type Signal } from '@preact/signals';
import { exportRecord, film, readRecord, type RecordFormat } from '../api';
import { alarm, say } from '../app_live';
import { errorWords } from '../errors';
import { Message, t } from '../i18n';
import { wholeAddress } from '../place';
import { copyText, embedCode } from '../play/copy';
import { navigate } from '../router';
import { download } from '../tree/download';
import type { Explorer } from '../tree/explorer';
import { handOver } from '../tree/handover';
import { toLink } from '../tree/link';
import { toRecord, type GameRecord, type Heading, type Study } from '../tree/record';
import { boardPicture, pngOf, svgText } from './picture';

const kLargestRecord = 1_000_000;

const kEndings: Record<RecordFormat, string> = { pgn: 'pgn', json: 'json', abstractplay: 'abstractplay.json' };

interface Props {
  explorer: Explorer;
  heading: Signal<Heading>;
  onOpen: (study: GameRecord) => void;
}

const studyOf = ({ explorer, heading }: Props): Study => ({ tree: explorer.tree.value, heading: heading.value });

async function copy(text: string, words: Signal<string>): Promise<void> {
  words.value = t((await copyText(text)) ? Message.kWebStudyCopied : Message.kWebStudyFailed);
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
  const recordText = async (): Promise<string> => (await exportRecord(toRecord(studyOf(props)), format.value)).text;
  const attempt = (what: () => Promise<void>) => () =>
    void what().catch((error: unknown) => complain(errorWords(error), words));
  const link = (): string | null => {
    const text = toLink(explorer.tree.value);
    return text === null ? null : wholeAddress(`/analyse/${game}${text ? `#${text}` : ''}`);
  };
  const copyLink = async (): Promise<void> => {
    const address = link();
    if (address === null) complain(t(Message.kWebStudyLinkTooLong), words);
    else await copy(address, words);
  };
  const copyEmbed = async (): Promise<void> => {
    const text = toLink(explorer.tree.value);
    if (text === null) complain(t(Message.kWebStudyLinkTooLong), words);
    else await copy(embedCode(`/embed/${game}${text ? `#${text}` : ''}`), words);
  };
  const picture = (): SVGSVGElement => {
    const board = boardPicture();
    if (!board) throw new Error('no board');
    return board;
  };
  return (
    <section class="share" aria-label={t(Message.kWebStudyShare)}>
      <div class="row">
        <button type="button" class="button small" onClick={attempt(copyLink)}>
          {t(Message.kWebStudyCopyLink)}
        </button>
        <button
          type="button"
          class="button small"
          onClick={attempt(() => copy(explorer.here.value?.position ?? '', words))}
        >
          {t(Message.kWebCopyPosition)}
        </button>
        <button type="button" class="button small" onClick={attempt(() => copy(svgText(picture()), words))}>
          {t(Message.kWebStudyCopySvg)}
        </button>
        <button
          type="button"
          class="button small"
          onClick={attempt(async () => download(await pngOf(picture()), `${game}.png`))}
        >
          {t(Message.kWebStudyPng)}
        </button>
        <button
          type="button"
          class="button small"
          onClick={attempt(async () => download(await film(toRecord(studyOf(props))), `${game}.gif`))}
        >
          {t(Message.kWebAnimated)}
        </button>
        <button type="button" class="button small" onClick={attempt(copyEmbed)}>
          {t(Message.kWebCopyEmbed)}
        </button>
      </div>
      <div class="row">
        <label class="entry">
          {t(Message.kWebStudyFormat)}
          <select
            value={format.value}
            onChange={(event) => {
              format.value = event.currentTarget.value as RecordFormat;
            }}
          >
            <option value="pgn">PGN</option>
            <option value="json">JSON</option>
            <option value="abstractplay">AbstractPlay</option>
          </select>
        </label>
        <button type="button" class="button small" onClick={attempt(async () => copy(await recordText(), words))}>
          {t(Message.kWebStudyCopyRecord)}
        </button>
        <button
          type="button"
          class="button small"
          onClick={attempt(async () =>
            download(new Blob([await recordText()], { type: 'text/plain' }), `${game}.${kEndings[format.value]}`),
          )}
        >
          {t(Message.kWebStudySaveRecord)}
        </button>
      </div>
      <p class="hint">{words}</p>
    </section>
  );
}

/** A text with several games, of which one is to be chosen. */
interface Several {
  content: string;
  count: number;
  number: number;
  record: GameRecord;
}

// Who played, how it ended, how it began.
function summary({ players, result, turns }: GameRecord): string {
  const begin = turns.slice(0, 4).map((item) => (typeof item === 'string' ? item : item.turn));
  const words = [players?.filter(Boolean).join(' – '), result, begin.join(' ')];
  return words.filter(Boolean).join(', ') + (turns.length > begin.length ? ' …' : '');
}

function ChooseRecord(props: { several: Several; onNumber: (number: number) => void; onOpen: () => void }) {
  const { count, number, record } = props.several;
  return (
    <fieldset class="row">
      <legend>{t(Message.kWebStudySeveral, count)}</legend>
      <label class="entry">
        {t(Message.kWebStudyWhichGame)}
        <input
          type="number"
          min={1}
          max={count}
          value={number}
          onChange={(event) => {
            const { valueAsNumber } = event.currentTarget;
            if (valueAsNumber >= 1 && valueAsNumber <= count) props.onNumber(Math.floor(valueAsNumber));
            else event.currentTarget.value = String(number);
          }}
        />
      </label>
      <output data-testid="which-game">{summary(record)}</output>
      <button type="button" class="button small" onClick={props.onOpen}>
        {t(Message.kWebStudyOpenGame)}
      </button>
    </fieldset>
  );
}

export function Import({ onOpen }: { onOpen: (record: GameRecord) => void }) {
  const text = useSignal('');
  const words = useSignal('');
  const several = useSignal<Several | undefined>(undefined);
  const accept = (record: GameRecord): void => {
    text.value = '';
    several.value = undefined;
    onOpen(record);
  };
  const open = async (content: string, number?: number): Promise<void> => {
    if (content.length > kLargestRecord) {
      complain(t(Message.kWebStudyRecordTooLarge), words);
      return;
    }
    try {
      const { record, games: count } = await readRecord(content, number);
      words.value = '';
      if (count === 1) accept(record);
      else several.value = { content, count, number: number ?? 1, record };
    } catch (error) {
      complain(errorWords(error), words);
    }
  };
  const file = async (input: HTMLInputElement): Promise<void> => {
    const chosen = input.files?.[0];
    if (!chosen) return;
    if (chosen.size > kLargestRecord) complain(t(Message.kWebStudyRecordTooLarge), words);
    else await open(await chosen.text());
    input.value = '';
  };
  return (
    <>
      <form
        class="import"
        onSubmit={(event) => {
          event.preventDefault();
          void open(text.value);
        }}
      >
        <label class="entry wide">
          {t(Message.kWebStudyPaste)}
          <textarea
            rows={4}
            value={text.value}
            spellcheck={false}
            onInput={(event) => {
              text.value = event.currentTarget.value;
            }}
          />
        </label>
        <div class="row">
          <button type="submit" class="button small" disabled={!text.value.trim()}>
            {t(Message.kWebStudyOpen)}
          </button>
          <label class="entry">
            {t(Message.kWebStudyFile)}
            <input
              type="file"
              accept=".pgn,.json,.txt,text/plain,application/json"
              onChange={(event) => void file(event.currentTarget)}
            />
          </label>
        </div>
        {words.value && <p class="problem">{words}</p>}
      </form>
      {several.value && (
        <ChooseRecord
          several={several.value}
          onNumber={(number) => void open(several.value?.content ?? '', number)}
          onOpen={() => several.value && accept(several.value.record)}
        />
      )}
    </>
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
        <summary>{t(Message.kWebStudyShare)}</summary>
        <Export {...props} />
      </details>
      <details class="drawer">
        <summary>{t(Message.kWebStudyImport)}</summary>
        <Import onOpen={props.onOpen} />
      </details>
      <div class="row">
        <button type="button" class="button small" onClick={review} disabled={props.explorer.tree.value.nodes.size < 2}>
          {t(Message.kWebStudyReviewThis)}
        </button>
      </div>
    </>
  );
}
