// A small board that plays a few turns of a real game while somebody looks at it.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import * as api from '../api';
import type { BoardInfo, Game, View } from '../api';
import { Board } from '../board/board';
import { moves } from '../settings';

const kPace = 1400;

export function LiveBoard({ game: { name: game, sample }, lively }: { game: Game; lively: boolean }) {
  const board = useSignal<BoardInfo | null>(null);
  const view = useSignal<View | null>(null);
  const at = useSignal(sample.shown);
  const { turns } = sample;
  useEffect(() => {
    api.boardInfo(game).then(
      (info) => (board.value = info),
      () => undefined,
    );
  }, [game]);
  useEffect(() => {
    let wanted = true;
    api.view({ game, turns: turns.slice(0, at.value) }).then(
      (next) => {
        if (wanted) view.value = next;
      },
      () => undefined, // the picture is only an ornament
    );
    return () => {
      wanted = false;
    };
  }, [game, at.value]);
  useEffect(() => {
    if (!lively || !moves()) return undefined;
    const timer = setInterval(() => {
      at.value = at.value >= turns.length ? sample.shown : at.value + 1;
    }, kPace);
    return () => clearInterval(timer);
  }, [lively]);
  if (!board.value || !view.value) return <span class="picture-wait" />;
  return <Board board={board.value} view={view.value} label="" small />;
}
