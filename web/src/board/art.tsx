// The whole drawing of a board from its shapes, without anything that listens.
import { cellOutline, pathOf } from './geometry';
import { MarkShape } from './marks';
import { PieceBody, pieceClass } from './pieces';
import type { PieceShape, Shapes } from './shapes';
import { TrayShape } from './trays';
import type { BoardInfo } from './types';

function Frame({ shapes }: { shapes: Shapes }) {
  const { where } = shapes;
  if (where.hexagonal) {
    return (
      <>
        <path class="frame rim" d={pathOf(where.corners)} />
        <path class="frame pad" d={pathOf(where.corners)} />
        <path class="frame-grain" d={pathOf(where.corners)} />
      </>
    );
  }
  const { frame, field } = where;
  const at = { x: frame.left, y: frame.top, width: frame.width, height: frame.height, rx: 12 };
  return (
    <>
      <rect class="frame" {...at} />
      <rect class="frame-grain" {...at} />
      <rect
        class="well"
        x={field.left - 3}
        y={field.top - 3}
        width={field.width + 6}
        height={field.height + 6}
        rx="3"
      />
    </>
  );
}

export function Ground({ shapes }: { shapes: Shapes }) {
  const { where, labels } = shapes;
  return (
    <g aria-hidden="true">
      <Frame shapes={shapes} />
      <g class="labels" font-size={where.labelSize}>
        {labels.map((label) => (
          <text key={label.text} x={label.x} y={label.y} dy="0.35em">
            {label.text}
          </text>
        ))}
      </g>
    </g>
  );
}

export const cellPath = (shapes: Shapes, cell: number): string => {
  const { x, y } = shapes.cells[cell]!;
  return pathOf(cellOutline(shapes.where.hexagonal, shapes.where.hexagonal ? 0.97 : 1), x, y);
};

export function cellClass(shapes: Shapes, cell: number): string {
  const { odd, far } = shapes.cells[cell]!;
  return `cell${odd ? ' odd' : ''}${far ? ` far far${far}` : ''}`;
}

interface ArtProps {
  board: BoardInfo;
  shapes: Shapes;
  colours: readonly string[];
  leaving: readonly PieceShape[];
  written: boolean; // with words beside the board
}

const PieceAt = ({
  board,
  piece,
  colours,
  kind,
}: {
  board: BoardInfo;
  piece: PieceShape;
  colours: readonly string[];
  kind: string;
}) => (
  <g
    class={pieceClass(piece, colours, kind)}
    transform={`translate(${piece.x} ${piece.y})`}
    data-piece={`${kind}${piece.cell}`}
  >
    <g class="inner">
      <PieceBody board={board} piece={piece} />
    </g>
  </g>
);

// Everything that lies on the cells.
export function Art({ board, shapes, colours, leaving, written }: ArtProps) {
  const { where, below, above, pieces, ghosts, trays } = shapes;
  const marks = (list: Shapes['above']) =>
    list.map((mark, i) => (
      <MarkShape
        key={`${mark.kind}${mark.cell ?? ''}${i}`}
        mark={mark}
        hexagonal={where.hexagonal}
        least={shapes.least}
      />
    ));
  return (
    <g class="art" aria-hidden="true">
      {marks(below)}
      {leaving.map((piece) => (
        <PieceAt key={`leave${piece.cell}`} board={board} piece={piece} colours={colours} kind="leave" />
      ))}
      {pieces.map((piece) => (
        <PieceAt key={piece.cell} board={board} piece={piece} colours={colours} kind="stand" />
      ))}
      {ghosts.map((piece) => (
        <PieceAt key={`ghost${piece.cell}`} board={board} piece={piece} colours={colours} kind="ghost" />
      ))}
      {marks(above)}
      {trays.map((tray) => (
        <TrayShape
          key={tray.player}
          tray={tray}
          colour={colours[tray.player - 1] ?? 'white'}
          size={where.labelSize}
          written={written}
        />
      ))}
    </g>
  );
}
