// How pieces are drawn. Lights and shades are gradients of css/board.css, so that themes, dark mode
// and the colours of seats need no other drawing.
import type { ComponentChildren } from 'preact';
import { holeAt } from './geometry';
import type { PegShape, PieceShape } from './shapes';
import type { BoardInfo } from './types';

const kStone = 39; // radius
const kPlate = 45; // half of a piece with holes
const kCut = 13; // of the second player's corners

// What tells owners apart without colour: a dot, a ring, a cross.
export function Glyph({ player, r }: { player: number; r: number }) {
  if (player === 1) return <circle class="glyph dot" r={r * 0.42} />;
  const width = r * 0.2;
  if (player === 2) return <circle class="glyph" r={r * 0.62} stroke-width={width} />;
  const d = r * 0.6;
  return <path class="glyph" stroke-width={width} d={`M${-d} ${-d}L${d} ${d}M${-d} ${d}L${d} ${-d}`} />;
}

export function Stone({ player, r = kStone }: { player: number; r?: number }) {
  return (
    <>
      <ellipse class="shadow" cx={r * 0.06} cy={r * 0.16} rx={r * 1.02} ry={r} />
      <circle class="body" r={r} />
      <circle class="shade" r={r} />
      <ellipse class="shine" cx={-r * 0.26} cy={-r * 0.4} rx={r * 0.44} ry={r * 0.27} />
      <Glyph player={player} r={r * 0.62} />
    </>
  );
}

function plate(player: number, h: number): string {
  if (player === 1) {
    const r = 9;
    return `M${-h + r} ${-h}H${h - r}Q${h} ${-h} ${h} ${-h + r}V${h - r}Q${h} ${h} ${h - r} ${h}H${-h + r}Q${-h} ${h} ${-h} ${h - r}V${-h + r}Q${-h} ${-h} ${-h + r} ${-h}Z`;
  }
  const c = h - kCut;
  return `M${-c} ${-h}H${c}L${h} ${-c}V${c}L${c} ${h}H${-c}L${-h} ${c}V${-c}Z`;
}

function Peg({ peg }: { peg: PegShape }) {
  return (
    <g class={peg.fresh ? 'peg fresh' : 'peg'} transform={`translate(${peg.x} ${peg.y})`}>
      <circle class="peg-shadow" cx="0.8" cy="1.6" r="7" />
      <circle class="peg-body" r="6.6" />
      <circle class="peg-shine" cx="-2" cy="-2.2" r="2" />
    </g>
  );
}

// A plate with five rows of five holes; the centre shows whose it is.
function Plate({ board, player, pegs }: { board: BoardInfo; player: number; pegs: readonly PegShape[] }) {
  const centre = board.holes.findIndex((hole) => hole.column === 0 && hole.row === 0);
  return (
    <>
      <path class="shadow" d={plate(player, kPlate + 0.5)} transform="translate(2 4)" />
      <path class="body" d={plate(player, kPlate)} />
      <path class="shade plate" d={plate(player, kPlate)} />
      <path class="bevel" d={plate(player, kPlate - 3)} />
      {board.holes.map((hole, i) => {
        if (i === centre) return null;
        const at = holeAt(board, i, false);
        return <circle key={hole.name} class="hole" cx={at.x} cy={at.y} r="4.4" />;
      })}
      <Glyph player={player} r={11} />
      {pegs.map((peg) => (
        <Peg key={peg.hole} peg={peg} />
      ))}
    </>
  );
}

export function PieceBody({ board, piece }: { board: BoardInfo; piece: PieceShape }) {
  if (board.holes.length > 0) return <Plate board={board} player={piece.player} pegs={piece.pegs} />;
  return (
    <>
      <Stone player={piece.player} />
      {piece.locked && <Lock />}
    </>
  );
}

// A stone that never moves again.
const Lock = () => (
  <g class="lock">
    <path d="M-9 -2V-8A9 9 0 0 1 9 -8V-2" />
    <rect x="-13" y="-3" width="26" height="19" rx="3" />
  </g>
);

export function pieceClass(piece: PieceShape, colours: readonly string[], ...more: string[]): string {
  const names = ['piece', `p${piece.player}`, `c-${colours[piece.player - 1] ?? 'white'}`, ...more];
  for (const flag of ['out', 'selected', 'glow', 'can', 'doomed', 'lifted', 'covered'] as const) {
    if (piece[flag]) names.push(flag);
  }
  return names.join(' ');
}

// Gradients that every board uses.
export const Paints = (): ComponentChildren => (
  <defs>
    <radialGradient id="stone-shade" cx="0.38" cy="0.3" r="0.78">
      <stop class="s0" offset="0" />
      <stop class="s1" offset="0.55" />
      <stop class="s2" offset="1" />
    </radialGradient>
    <linearGradient id="plate-shade" x1="0" y1="0" x2="1" y2="1">
      <stop class="s0" offset="0" />
      <stop class="s1" offset="0.5" />
      <stop class="s2" offset="1" />
    </linearGradient>
    <pattern id="grain" width="340" height="120" patternUnits="userSpaceOnUse">
      <path
        class="grain"
        d="M0 14C70 4 120 26 180 15S290 6 340 14M0 42C60 50 130 33 200 41S300 52 340 42M0 66C80 74 110 58 170 68S280 78 340 66M0 96C50 88 140 106 210 95S310 86 340 96M0 28C90 34 150 20 230 29S310 32 340 28M0 82C40 80 160 90 240 81S320 79 340 82M0 110C100 104 170 118 250 109S330 112 340 110"
      />
    </pattern>
    <pattern id="hatch1" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <path class="hatch" d="M0 5H10" />
    </pattern>
    <pattern id="hatch2" width="12" height="12" patternUnits="userSpaceOnUse">
      <circle class="hatch-dot" cx="6" cy="6" r="2.4" />
    </pattern>
    <pattern id="hatch3" width="12" height="12" patternUnits="userSpaceOnUse">
      <path class="hatch" d="M0 6H12M6 0V12" />
    </pattern>
    <pattern id="hatch-attack" width="20" height="20" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <path class="hatch-danger" d="M0 10H20" />
    </pattern>
    <marker
      id="arrow-head"
      viewBox="0 0 10 10"
      refX="6"
      refY="5"
      markerWidth="4"
      markerHeight="4"
      orient="auto-start-reverse"
    >
      <path class="arrow-tip" d="M0 0L10 5L0 10Z" />
    </marker>
  </defs>
);
