// What lies below or beside the board: the turns, what else one can do, the rules.
import { Message, t } from '../i18n';
import { GameMenu, type MenuProps } from './game_menu';
import { Moves } from './moves';
import { clockRuleText, Rules } from './rules';
import { isOver, mySeats } from './table_state';

export function Drawers(props: MenuProps) {
  const { play, table } = props;
  return (
    <>
      {mySeats(table).length === 0 && !isOver(table) && <p class="hint watching">{t(Message.kWebWatching)}</p>}
      <Moves play={play} table={table} />
      <GameMenu {...props} />
      <details class="about">
        <summary>{t(Message.kWebRules)}</summary>
        <p class="hint">{clockRuleText(table.clock)}</p>
        <Rules game={table.game} />
      </details>
    </>
  );
}
