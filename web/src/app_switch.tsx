// Something that is on or off.
import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { type Message, t } from './i18n';
import { toggle } from './settings';

interface ToggleProps {
  on: boolean;
  onToggle: () => void;
  children: ComponentChildren;
}

export function Toggle({ on, onToggle, children }: ToggleProps) {
  return (
    <label class="switch">
      <span>{children}</span>
      <input type="checkbox" role="switch" checked={on} onChange={onToggle} />
    </label>
  );
}

interface SwitchProps {
  title: Message;
  hint?: Message;
  setting: Signal<'on' | 'off'>;
}

// A setting.
export function Switch({ title, hint, setting }: SwitchProps) {
  return (
    <Toggle on={setting.value === 'on'} onToggle={() => toggle(setting)}>
      {t(title)}
      {hint && <small class="hint">{t(hint)}</small>}
    </Toggle>
  );
}
