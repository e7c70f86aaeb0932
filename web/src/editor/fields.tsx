// The controls of the position editor.
import type { BoardInfo } from '../api';
import { Message, t } from '../i18n';
import { fillOf, playerName } from '../tree/players';
import * as compose from './compose';
import { kPegTool, type EditorModel } from './model';

function Dot({ board, player }: { board: BoardInfo; player: number }) {
  return (
    <svg class="dot" viewBox="0 0 10 10" aria-hidden="true">
      <circle class={fillOf(board, player)} cx="5" cy="5" r="4.5" />
    </svg>
  );
}

export function Palette({ model }: { model: EditorModel }) {
  const { board, tool } = model;
  const choice = (value: compose.Tool) => (
    <input
      type="radio"
      name="tool"
      checked={tool.value === value}
      onChange={() => {
        tool.value = value;
      }}
    />
  );
  return (
    <fieldset class="segments palette">
      <legend class="unseen">{t(Message.kWebStudyPalette)}</legend>
      {board.colours.map((_, i) => (
        <label key={i}>
          {choice(i + 1)}
          <span>
            <Dot board={board} player={i + 1} />
            {playerName(board, i + 1)}
          </span>
        </label>
      ))}
      <label>
        {choice(0)}
        <span>{t(Message.kWebStudyEraser)}</span>
      </label>
      {board.holes.length > 0 && (
        <label>
          {choice(kPegTool)}
          <span>{t(Message.kWebStudyPegs)}</span>
        </label>
      )}
    </fieldset>
  );
}

// The holes of one piece as a grid of boxes, the centre left out.
export function Pegs({ model }: { model: EditorModel }) {
  const { board, composed, chosen } = model;
  const cell = chosen.value;
  const piece = compose.pieceAt(composed.value, cell);
  if (!piece) return <p class="hint">{t(Message.kWebStudyPegsChoose)}</p>;
  const rows = [...new Set(board.holes.map((hole) => hole.row))].sort((a, b) => b - a);
  return (
    <fieldset class="peg-boxes">
      <legend>{t(Message.kWebStudyPegsOf, board.cells[cell]?.name ?? '')}</legend>
      {rows.map((row) => (
        <div class="peg-row" key={row}>
          {board.holes
            .map((hole, i) => ({ hole, i }))
            .filter(({ hole }) => hole.row === row && !(hole.row === 0 && hole.column === 0))
            .sort((a, b) => a.hole.column - b.hole.column)
            .map(({ hole, i }) => (
              <label key={hole.name} class={`peg-box peg-column-${hole.column + 2}`}>
                <input
                  type="checkbox"
                  checked={piece.pegs?.includes(i) ?? false}
                  onChange={() => model.change(compose.togglePeg(composed.value, cell, i))}
                />
                <span class="unseen">{hole.name}</span>
              </label>
            ))}
        </div>
      ))}
    </fieldset>
  );
}

export function ToMove({ model }: { model: EditorModel }) {
  const { board, composed } = model;
  return (
    <fieldset class="segments">
      <legend class="unseen">{t(Message.kWebStudyToMove)}</legend>
      {board.colours.map((_, i) => (
        <label key={i}>
          <input
            type="radio"
            name="to-move"
            checked={composed.value.toMove === i + 1}
            onChange={() => model.change({ ...composed.value, toMove: i + 1 })}
          />
          <span>{t(Message.kWebStudyMoves, playerName(board, i + 1))}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Stones beside the board; other counters follow from it. */
export function Pools({ model }: { model: EditorModel }) {
  const { board, composed } = model;
  return (
    <>
      {composed.value.counters
        .filter(({ kind }) => kind === 'pool')
        .map(({ player, label, value }) => (
          <label class="entry" key={player}>
            {playerName(board, player)}: {label}
            <input
              type="number"
              min={0}
              max={99}
              value={value}
              onChange={(event) =>
                model.setCounter(player, Math.max(0, Math.round(Number(event.currentTarget.value)) || 0))
              }
            />
          </label>
        ))}
    </>
  );
}

export function PositionText({ model }: { model: EditorModel }) {
  const { text } = model;
  return (
    <form
      class="entry wide"
      onSubmit={(event) => {
        event.preventDefault();
        model.read(text.value.trim());
      }}
    >
      <label class="entry wide">
        {t(Message.kWebStudyPositionText)}
        <textarea
          rows={4}
          spellcheck={false}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
      </label>
      <button type="submit" class="button small">
        {t(Message.kWebStudyReadPosition)}
      </button>
    </form>
  );
}
