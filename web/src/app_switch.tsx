// A setting that is on or off.
import type { Signal } from '@preact/signals';
import { t, type MessageName } from './i18n';
import { toggle } from './settings';

interface SwitchProps {
  title: MessageName;
  hint?: MessageName;
  setting: Signal<'on' | 'off'>;
}

export function Switch({ title, hint, setting }: SwitchProps) {
  return (
    <label class="switch">
      <span>
        {t(title)}
        {hint && <small class="hint">{t(hint)}</small>}
      </span>
      <input
        type="checkbox"
        role="switch"
        checked={setting.value === 'on'}
        onChange={() => toggle(setting)}
      />
    </label>
  );
}
