// Pieces as bodies: lenses of stone, and plates whose pegs stand in real holes.
import {
  BoxGeometry,
  type BufferGeometry,
  Color,
  CylinderGeometry,
  Group,
  LatheGeometry,
  PlaneGeometry,
  TorusGeometry,
  Vector2,
} from 'three';
import { kHoleStep } from '../board/geometry';
import type { PieceShape } from '../board/shapes';
import type { BoardInfo } from '../board/types';
import { Part, type Look, type Shape } from './batch';
import type { Palette } from './palette';
import { holedPlate, type Corner, type HoledCell } from './prism';
import type { Room } from './room';

export const kRadius = 0.4;
export const kStoneHeight = 0.22;
export const kPlate = 0.45;
export const kPlateHeight = 0.18;
const kHole = 0.057;

const kStone: Shape = {
  name: 'stone',
  make: () => {
    const profile = Array.from({ length: 13 }, (_, i) => {
      const angle = (i / 12 - 0.5) * Math.PI;
      return new Vector2(kRadius * Math.cos(angle) ** 0.62, (kStoneHeight / 2) * (1 + Math.sin(angle)));
    });
    return new LatheGeometry(profile, 28);
  },
};

const kDot: Shape = { name: 'dot', make: () => new CylinderGeometry(1, 1, 0.12, 20) };
const kRing: Shape = { name: 'ring', make: () => new TorusGeometry(1, 0.16, 6, 28).rotateX(Math.PI / 2) };
const kBar: Shape = { name: 'bar', make: () => new BoxGeometry(1, 0.08, 0.14) };
const kLock: Shape = { name: 'lock', make: () => new BoxGeometry(0.24, 0.08, 0.24) };
const kSheet: Shape = { name: 'sheet', make: () => new PlaneGeometry(1, 1).rotateX(-Math.PI / 2) };
const kBlack = new Color('#000');

// The owner's sign: a dot, a ring, a cross.
function glyph(player: number, size: number, height: number, look: Look, colour: Color): Part[] {
  const part = (shape: Shape): Part => {
    const made = new Part(shape, look, colour);
    made.position.y = height;
    return made;
  };
  if (player === 1) {
    const disc = part(kDot);
    disc.scale.setScalar(size * 0.42);
    return [disc];
  }
  if (player === 2) {
    const ring = part(kRing);
    ring.scale.set(size * 0.62, size * 0.3, size * 0.62);
    return [ring];
  }
  return [Math.PI / 4, -Math.PI / 4].map((angle) => {
    const bar = part(kBar);
    bar.scale.setScalar(size * 1.7);
    bar.rotation.y = angle;
    return bar;
  });
}

// Every hole has its own small square of the plate; corners are cut as the outline is.
function plateShape(board: BoardInfo, player: number): BufferGeometry {
  const h = kPlate;
  const cut = player === 1 ? 0.05 : 0.13;
  const c = h - cut;
  const outline: Corner[] = [
    [-c, -h],
    [c, -h],
    [h, -c],
    [h, c],
    [c, h],
    [-c, h],
    [-h, c],
    [-h, -c],
  ];
  const step = kHoleStep / 100;
  const most = Math.max(...board.holes.map((hole) => hole.column));
  const side = (at: number, sign: number): number => (at * sign === most ? sign * h : (at + sign / 2) * step);
  const cells = board.holes.map((hole): HoledCell => {
    const [left, right] = [side(hole.column, -1), side(hole.column, 1)];
    const [far, near] = [side(-hole.row, -1), side(-hole.row, 1)];
    const corner = (x: number, z: number): Corner[] =>
      Math.abs(x) < h || Math.abs(z) < h
        ? [[x, z]]
        : [
            [x, Math.sign(z) * c],
            [Math.sign(x) * c, z],
          ];
    const inOrder = (x: number, z: number, flip: boolean): Corner[] => (flip ? corner(x, z).reverse() : corner(x, z));
    return {
      outline: [
        ...inOrder(left, far, false),
        ...inOrder(right, far, true),
        ...inOrder(right, near, false),
        ...inOrder(left, near, true),
      ],
      centre: [hole.column * step, -hole.row * step],
      radius: hole.column === 0 && hole.row === 0 ? 0 : kHole,
    };
  });
  return holedPlate(outline, cells, kPlateHeight);
}

// A pin with a round head, low enough that the holes behind it are seen; its foot is in the hole.
const kPeg: Shape = {
  name: 'peg',
  make: () => {
    const head = Array.from({ length: 5 }, (_, i) => {
      const angle = (i / 4) * (Math.PI / 2);
      return new Vector2(0.07 * Math.cos(angle), 0.05 + 0.058 * Math.sin(angle));
    });
    return new LatheGeometry([new Vector2(0.044, -0.1), new Vector2(0.044, 0.025), ...head], 14);
  },
};

export interface PieceMesh extends Group {
  userData: { cell: number; pegs: Map<number, Part> };
}

// The shade under a piece is a little larger than the piece.
function contact(room: Room, round: boolean, ground: number): Part {
  const part = new Part(kSheet, room.contact(round, ground), kBlack);
  part.scale.setScalar(round ? kRadius * 3.1 : kPlate * 2.85);
  return part;
}

function plate(room: Room, board: BoardInfo, piece: PieceShape, palette: Palette, opacity: number): Part[] {
  const { body, on } = palette.players[piece.player - 1]!;
  const shape = { name: `plate${piece.player}`, make: () => plateShape(board, piece.player) };
  return [
    new Part(shape, room.solid('plate', opacity), body),
    ...glyph(piece.player, 0.11, kPlateHeight + 0.006, room.solid('sign', opacity), on),
  ];
}

function pegs(room: Room, piece: PieceShape, palette: Palette, opacity: number): Map<number, Part> {
  return new Map(
    piece.pegs.map((peg) => {
      const part = new Part(kPeg, room.solid('peg', opacity), palette.peg);
      part.position.set(peg.x / 100, kPlateHeight, peg.y / 100);
      return [peg.hole, part];
    }),
  );
}

const opacityOf = (piece: PieceShape, ghost: boolean): number => {
  if (ghost) return 0.55;
  if (piece.lifted) return 0.3;
  return piece.doomed || piece.out ? 0.5 : 1;
};

export function pieceMesh(
  room: Room,
  board: BoardInfo,
  piece: PieceShape,
  palette: Palette,
  ghost = false,
  ground = 0.003,
): PieceMesh {
  const opacity = opacityOf(piece, ghost);
  const { body, on } = palette.players[piece.player - 1]!;
  const group = new Group() as PieceMesh;
  const holed = board.holes.length > 0;
  group.userData = { cell: piece.cell, pegs: holed ? pegs(room, piece, palette, opacity) : new Map() };
  if (holed) {
    group.add(...plate(room, board, piece, palette, opacity), ...group.userData.pegs.values());
  } else {
    group.add(new Part(kStone, room.solid('stone', opacity), body));
    group.add(...glyph(piece.player, 0.24, kStoneHeight, room.solid('sign', opacity), on));
  }
  if (piece.locked) {
    const lock = new Part(kLock, room.solid('sign', opacity), on);
    lock.position.y = kStoneHeight;
    group.add(lock);
  }
  if (opacity === 1) group.add(contact(room, !holed, ground));
  return group;
}
