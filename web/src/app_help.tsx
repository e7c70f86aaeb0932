// The keys and gestures, as a window (`?`) and as a screen of its own.
import { Dialog } from './app_dialog';
import { t, type MessageName } from './i18n';

const kGroups: [MessageName, [string[], MessageName][]][] = [
  ['kWebKeysBoard', [
    [['←', '↑', '→', '↓'], 'kWebKeyCursor'],
    [['Shift+↑', 'Shift+↓'], 'kWebKeyHexagon'],
    [['Enter', 'Space'], 'kWebKeyAct'],
    [['Esc'], 'kWebKeyBack'],
    [['O'], 'kWebKeySquare'],
    [['L'], 'kWebKeyLast'],
    [['M'], 'kWebKeyLegal'],
    [['X'], 'kWebKeyRays'],
    [['W'], 'kWebKeyStones'],
    [['V'], 'kWebKeyValue'],
    [['G'], 'kWebKeyBest'],
  ]],
  ['kWebKeysTurns', [
    [[',', '.'], 'kWebKeyStep'],
    [['←', '→'], 'kWebKeyStepElse'],
    [['Home', 'End'], 'kWebKeyEnds'],
    [['R'], 'kWebKeyReplay'],
    [['U'], 'kWebKeyUndo'],
    [['/'], 'kWebKeyType'],
  ]],
  ['kWebKeysView', [
    [['F'], 'kWebKeyFlip'],
    [['3'], 'kWebKey3d'],
    [['A'], 'kWebKeyAttacked'],
    [['?'], 'kWebKeyHelp'],
  ]],
  ['kWebKeysAnalysis', [
    [['E'], 'kWebKeyEngine'],
    [['H'], 'kWebKeyHints'],
    [['↑', '↓'], 'kWebKeyBranches'],
    [['Space'], 'kWebKeyBestMove'],
    [['N', 'Shift+N'], 'kWebKeyMistakes'],
    [['[', ']'], 'kWebKeyLine'],
  ]],
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
                <dt>{names.map((name) => <kbd key={name}>{name}</kbd>)}</dt>
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
  return <Dialog title={t('kWebKeys')} onClose={onClose} class="wide"><Keys /></Dialog>;
}

const kTips: MessageName[] = ['kWebTipLink', 'kWebTipDraft', 'kWebTipReader', 'kWebTipData'];

export default function HelpScreen() {
  return (
    <article class="page narrow">
      <h1>{t('kWebHelp')}</h1>
      {kTips.map((tip) => <p key={tip}>{t(tip)}</p>)}
      <h2>{t('kWebKeys')}</h2>
      <Keys />
    </article>
  );
}
