// The window of settings.
import { useSignal, useSignalEffect, type Signal } from '@preact/signals';
import { Dialog } from './app_dialog';
import { pickLanguage } from './app_language';
import { Switch } from './app_switch';
import { capital, languageName, t, type MessageName } from './i18n';
import { nameOfColour } from './play/names';
import * as settings from './settings';

interface ChoiceProps<T extends string> {
  title: MessageName;
  hint?: MessageName;
  setting: Signal<T>;
  values: readonly T[];
  label: (value: T) => string;
  onPick?: (value: T) => void;
}

function Choice<T extends string>({ title, hint, setting, values, label, onPick }: ChoiceProps<T>) {
  return (
    <fieldset class="choice">
      <legend>{t(title)}</legend>
      <div class="segments">
        {values.map((value) => (
          <label key={value}>
            <input
              type="radio"
              name={title}
              checked={setting.value === value}
              onChange={() => (onPick ? onPick(value) : (setting.value = value))}
            />
            <span>{label(value)}</span>
          </label>
        ))}
      </div>
      {hint && <p class="hint">{t(hint)}</p>}
    </fieldset>
  );
}

const kSchemeNames = { system: 'kWebSchemeSystem', light: 'kWebSchemeLight', dark: 'kWebSchemeDark' } as const;
const kBoardNames = {
  wood: 'kWebBoardWood',
  slate: 'kWebBoardSlate',
  paper: 'kWebBoardPaper',
  pattern: 'kWebBoardPattern',
} as const;
const kConfirmNames = {
  auto: 'kWebConfirmAuto',
  always: 'kWebConfirmAlways',
  never: 'kWebConfirmNever',
} as const;

// The colour of each seat. One that another seat has cannot be chosen.
function SeatColours() {
  const chosen = settings.seatColours.map((each) => each.value);
  return (
    <fieldset class="choice">
      <legend>{t('kWebSeatColours')}</legend>
      <div class="thirds">
        {settings.seatColours.map((setting, seat) => (
          <label key={seat} class="field">
            <span class="label">{t('kWebSeatNumber', seat + 1)}</span>
            <select
              value={setting.value}
              onChange={(event) => (setting.value = event.currentTarget.value as typeof setting.value)}
            >
              {settings.kSeatColours.map((colour) => (
                <option
                  key={colour}
                  value={colour}
                  disabled={colour !== 'auto' && chosen.some((other, i) => i !== seat && other === colour)}
                >
                  {colour === 'auto' ? t('kWebColourAuto') : capital(nameOfColour(colour))}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

// Browsers ask only while somebody clicks; without an answer a vibration is left.
function Alerts() {
  const denied = useSignal(notifies() === 'denied');
  useSignalEffect(() => {
    if (settings.alerts.value !== 'on' || notifies() !== 'default') return;
    void Notification.requestPermission().then((answer) => (denied.value = answer === 'denied'));
  });
  const hint = denied.value && settings.alerts.value === 'on' ? 'kWebAlertsDenied' : 'kWebAlertsHint';
  return <Switch title="kWebAlerts" hint={hint} setting={settings.alerts} />;
}

const notifies = (): string => (typeof Notification === 'undefined' ? 'denied' : Notification.permission);

export function Settings({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('kWebSettings')} onClose={onClose}>
      <Choice
        title="kWebLanguage"
        setting={settings.language}
        values={settings.kLanguages}
        label={languageName}
        onPick={pickLanguage}
      />
      <Choice
        title="kWebScheme"
        setting={settings.scheme}
        values={settings.kSchemes}
        label={(value) => t(kSchemeNames[value])}
      />
      <Choice
        title="kWebBoardTheme"
        setting={settings.boardTheme}
        values={settings.kBoardThemes}
        label={(value) => t(kBoardNames[value])}
      />
      <Choice
        title="kWebConfirmTurns"
        hint="kWebConfirmHint"
        setting={settings.confirmTurns}
        values={settings.kConfirms}
        label={(value) => t(kConfirmNames[value])}
      />
      <SeatColours />
      <Switch title="kWebCoordinates" setting={settings.coordinates} />
      <Switch title="kWebAttacked" hint="kWebAttackedHint" setting={settings.attacked} />
      <Switch title="kWebAnimation" setting={settings.animation} />
      <Alerts />
      <Switch title="kWebShortcuts" hint="kWebShortcutsHint" setting={settings.shortcuts} />
    </Dialog>
  );
}
