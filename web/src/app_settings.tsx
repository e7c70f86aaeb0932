// The window of settings.
import { useSignal, useSignalEffect, type Signal } from '@preact/signals';
import { Dialog } from './app_dialog';
import { pickLanguage } from './app_language';
import { Switch } from './app_switch';
import { capital, languageName, Message, t } from './i18n';
import { hasEngine, hasServer } from './place';
import { nameOfColour } from './play/names';
import * as settings from './settings';

interface ChoiceProps<T extends string> {
  title: Message;
  hint?: Message;
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
              onChange={() => {
                if (onPick) onPick(value);
                else setting.value = value;
              }}
            />
            <span>{label(value)}</span>
          </label>
        ))}
      </div>
      {hint && <p class="hint">{t(hint)}</p>}
    </fieldset>
  );
}

const kSchemeNames = {
  system: Message.kWebSchemeSystem,
  light: Message.kWebSchemeLight,
  dark: Message.kWebSchemeDark,
} as const;
const kBoardNames = {
  wood: Message.kWebBoardWood,
  slate: Message.kWebBoardSlate,
  paper: Message.kWebBoardPaper,
  pattern: Message.kWebBoardPattern,
} as const;
const kConfirmNames = {
  auto: Message.kWebConfirmAuto,
  always: Message.kWebConfirmAlways,
  never: Message.kWebConfirmNever,
} as const;

// The colour of each seat. One that another seat has cannot be chosen.
function SeatColours() {
  const chosen = settings.seatColours.map((each) => each.value);
  return (
    <fieldset class="choice">
      <legend>{t(Message.kWebSeatColours)}</legend>
      <div class="thirds">
        {settings.seatColours.map((setting, seat) => (
          <label key={seat} class="field">
            <span class="label">{t(Message.kWebSeatNumber, seat + 1)}</span>
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
                  {colour === 'auto' ? t(Message.kWebColourAuto) : capital(nameOfColour(colour))}
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
  const hint = denied.value && settings.alerts.value === 'on' ? Message.kWebAlertsDenied : Message.kWebAlertsHint;
  return <Switch title={Message.kWebAlerts} hint={hint} setting={settings.alerts} />;
}

const notifies = (): string => (typeof Notification === 'undefined' ? 'denied' : Notification.permission);

export function Settings({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t(Message.kWebSettings)} onClose={onClose}>
      <Choice
        title={Message.kWebLanguage}
        setting={settings.language}
        values={settings.kLanguages}
        label={languageName}
        onPick={pickLanguage}
      />
      <Choice
        title={Message.kWebScheme}
        setting={settings.scheme}
        values={settings.kSchemes}
        label={(value) => t(kSchemeNames[value])}
      />
      <Choice
        title={Message.kWebBoardTheme}
        setting={settings.boardTheme}
        values={settings.kBoardThemes}
        label={(value) => t(kBoardNames[value])}
      />
      <Choice
        title={Message.kWebConfirmTurns}
        hint={Message.kWebConfirmHint}
        setting={settings.confirmTurns}
        values={settings.kConfirms}
        label={(value) => t(kConfirmNames[value])}
      />
      {hasServer && hasEngine && (
        <Choice
          title={Message.kWebEngineAt}
          hint={Message.kWebEngineAtHint}
          setting={settings.engineAt}
          values={settings.kEngineAt}
          label={(value) => t(value === 'server' ? Message.kWebEngineAtServer : Message.kWebEngineAtBrowser)}
        />
      )}
      <SeatColours />
      <Switch title={Message.kWebCoordinates} setting={settings.coordinates} />
      <Switch title={Message.kWebAttacked} hint={Message.kWebAttackedHint} setting={settings.attacked} />
      <Switch title={Message.kWebAnimation} setting={settings.animation} />
      <Alerts />
      <Switch title={Message.kWebSound} hint={Message.kWebSoundHint} setting={settings.sound} />
      <Switch title={Message.kWebShortcuts} hint={Message.kWebShortcutsHint} setting={settings.shortcuts} />
    </Dialog>
  );
}
