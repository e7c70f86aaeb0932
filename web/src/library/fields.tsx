// What a list of games is searched by.
import { games } from '../games';
import { Message, t } from '../i18n';
import type { Search } from './search';

interface FieldsProps {
  search: Search;
  player: Message;
  results: readonly (readonly [string, string])[]; // value and words
  onSearch: (search: Search) => void;
}

export function SearchFields({ search, player, results, onSearch }: FieldsProps) {
  const change = (key: keyof Search) => (event: { currentTarget: HTMLInputElement | HTMLSelectElement }) =>
    onSearch({ ...search, [key]: event.currentTarget.value });
  return (
    <form class="search" role="search" aria-label={t(Message.kWebSearch)} onSubmit={(event) => event.preventDefault()}>
      <label class="field">
        <span class="label">{t(Message.kWebSearchGame)}</span>
        <select value={search.game} onChange={change('game')}>
          <option value="">{t(Message.kWebSearchAll)}</option>
          {games.value.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span class="label">{t(player)}</span>
        <input type="search" maxLength={40} value={search.player} onInput={change('player')} />
      </label>
      <label class="field">
        <span class="label">{t(Message.kWebResult)}</span>
        <select value={search.standing} onChange={change('standing')}>
          <option value="">{t(Message.kWebSearchAll)}</option>
          {results.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span class="label">{t(Message.kWebSearchFrom)}</span>
        <input type="date" value={search.from} onInput={change('from')} />
      </label>
      <label class="field">
        <span class="label">{t(Message.kWebSearchTo)}</span>
        <input type="date" value={search.to} onInput={change('to')} />
      </label>
    </form>
  );
}
