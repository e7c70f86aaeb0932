// The keys and gestures, as a window (`?`) and as a screen of its own.
import { Dialog } from './app_dialog';
import { Message, t } from './i18n';

const kGroups: [Message, [string[], Message][]][] = [
  [
    Message.kWebKeysBoard,
    [
      [['←', '↑', '→', '↓'], Message.kWebKeyCursor],
      [['Shift+↑', 'Shift+↓'], Message.kWebKeyHexagon],
      [['Enter', 'Space'], Message.kWebKeyAct],
      [['Esc'], Message.kWebKeyBack],
      [['O'], Message.kWebKeySquare],
      [['L'], Message.kWebKeyLast],
      [['M'], Message.kWebKeyLegal],
      [['X'], Message.kWebKeyRays],
      [['W'], Message.kWebKeyStones],
      [['V'], Message.kWebKeyValue],
      [['G'], Message.kWebKeyBest],
    ],
  ],
  [
    Message.kWebKeysTurns,
    [
      [[',', '.'], Message.kWebKeyStep],
      [['←', '→'], Message.kWebKeyStepElse],
      [['Home', 'End'], Message.kWebKeyEnds],
      [['R'], Message.kWebKeyReplay],
      [['U'], Message.kWebKeyUndo],
      [['/'], Message.kWebKeyType],
    ],
  ],
  [
    Message.kWebKeysView,
    [
      [['F'], Message.kWebKeyFlip],
      [['3'], Message.kWebKey3d],
      [['A'], Message.kWebKeyAttacked],
      [['?'], Message.kWebKeyHelp],
    ],
  ],
  [
    Message.kWebKeysAnalysis,
    [
      [['E'], Message.kWebKeyEngine],
      [['H'], Message.kWebKeyHints],
      [['↑', '↓'], Message.kWebKeyBranches],
      [['Space'], Message.kWebKeyBestMove],
      [['N', 'Shift+N'], Message.kWebKeyMistakes],
      [['[', ']'], Message.kWebKeyLine],
    ],
  ],
];

export function Keys() {
  return (
    <div class="keys">
      {kGroups.map(([title, keys]) => (
        <section key={title}>
          <h3>{t(title)}</h3>
          <dl>
            {keys.map(([names, meaning]) => (
              <div key={meaning}>
                <dt>
                  {names.map((name) => (
                    <kbd key={name}>{name}</kbd>
                  ))}
                </dt>
                <dd>{t(meaning)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t(Message.kWebKeys)} onClose={onClose} class="wide">
      <Keys />
    </Dialog>
  );
}

const kTips: Message[] = [Message.kWebTipLink, Message.kWebTipDraft, Message.kWebTipReader, Message.kWebTipData];

export default function HelpScreen() {
  return (
    <article class="page narrow">
      <h1>{t(Message.kWebHelp)}</h1>
      {kTips.map((tip) => (
        <p key={tip}>{t(tip)}</p>
      ))}
      <p>
        <a href="/reports">{t(Message.kWebReports)}</a>
      </p>
      <h2>{t(Message.kWebKeys)}</h2>
      <Keys />
    </article>
  );
}
