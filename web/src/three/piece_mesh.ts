// Pieces as bodies: lenses of stone, and plates whose pegs stand in real holes.
import {
  BoxGeometry, type BufferGeometry, CylinderGeometry, Group, LatheGeometry, type Material, Mesh, TorusGeometry, Vector2,
} from 'three';
import { kHoleStep } from '../board/geometry';
import type { PieceShape } from '../board/shapes';
import type { BoardInfo } from '../board/types';
import type { Palette } from './palette';
import { holedPlate, type Corner, type HoledCell } from './prism';
import type { Room } from './room';

const kRadius = 0.39;
const kStoneHeight = 0.2;
const kPlate = 0.45;
export const kPlateHeight = 0.2;

const shadowed = <T extends Mesh>(mesh: T): T => {
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
};

const stoneShape = (): LatheGeometry => {
  const profile = Array.from({ length: 17 }, (_, i) => {
    const angle = (i / 16 - 0.5) * Math.PI;
    return new Vector2(kRadius * Math.cos(angle) ** 0.62, (kStoneHeight / 2) * (1 + Math.sin(angle)));
  });
  return new LatheGeometry(profile, 40);
};

// The owner's sign: a dot, a ring, a cross.
function glyph(room: Room, player: number, size: number, height: number, material: Material): Mesh[] {
  if (player === 1) {
    const disc = new Mesh(room.geometry('dot', () => new CylinderGeometry(1, 1, 0.12, 24)), material);
    disc.scale.setScalar(size * 0.42);
    disc.position.y = height;
    return [disc];
  }
  if (player === 2) {
    const ring = new Mesh(room.geometry('ring', () => new TorusGeometry(1, 0.16, 8, 36).rotateX(Math.PI / 2)), material);
    ring.scale.set(size * 0.62, size * 0.3, size * 0.62);
    ring.position.y = height;
    return [ring];
  }
  return [Math.PI / 4, -Math.PI / 4].map((angle) => {
    const bar = new Mesh(room.geometry('bar', () => new BoxGeometry(1, 0.08, 0.14)), material);
    bar.scale.setScalar(size * 1.7);
    bar.rotation.y = angle;
    bar.position.y = height;
    return bar;
  });
}

// Every hole has its own small square of the plate; corners are cut as the outline is.
function plateShape(board: BoardInfo, player: number): BufferGeometry {
  const h = kPlate;
  const cut = player === 1 ? 0.05 : 0.14;
  const c = h - cut;
  const outline: Corner[] = [[-c, -h], [c, -h], [h, -c], [h, c], [c, h], [-c, h], [-h, c], [-h, -c]];
  const step = kHoleStep / 100;
  const most = Math.max(...board.holes.map((hole) => hole.column));
  const side = (at: number, sign: number): number => (at * sign === most ? sign * h : (at + sign / 2) * step);
  const cells = board.holes.map((hole): HoledCell => {
    const [left, right] = [side(hole.column, -1), side(hole.column, 1)];
    const [far, near] = [side(-hole.row, -1), side(-hole.row, 1)];
    const corner = (x: number, z: number): Corner[] =>
      Math.abs(x) < h || Math.abs(z) < h ? [[x, z]] : [[x, Math.sign(z) * c], [Math.sign(x) * c, z]];
    const inOrder = (x: number, z: number, flip: boolean): Corner[] => (flip ? corner(x, z).reverse() : corner(x, z));
    return {
      outline: [...inOrder(left, far, false), ...inOrder(right, far, true), ...inOrder(right, near, false), ...inOrder(left, near, true)],
      centre: [hole.column * step, -hole.row * step],
      radius: hole.column === 0 && hole.row === 0 ? 0 : 0.05,
    };
  });
  return holedPlate(outline, cells, kPlateHeight);
}

// A pin with a round head; its foot is in the hole.
const pegShape = (): LatheGeometry => {
  const head = Array.from({ length: 9 }, (_, i) => {
    const angle = (i / 8) * (Math.PI / 2);
    return new Vector2(0.072 * Math.cos(angle), 0.13 + 0.06 * Math.sin(angle));
  });
  return new LatheGeometry([new Vector2(0.042, -kPlateHeight), new Vector2(0.042, 0.07), new Vector2(0.066, 0.09), ...head], 18);
};

export interface PieceMesh extends Group {
  userData: { cell: number; pegs: Map<number, Mesh> };
}

export function pieceMesh(room: Room, board: BoardInfo, piece: PieceShape, palette: Palette, ghost = false): PieceMesh {
  const paint = palette.players[piece.player - 1]!;
  const faded = ghost || piece.lifted ? (ghost ? 0.55 : 0.3) : piece.doomed || piece.out ? 0.5 : 1;
  const body = room.solid(paint.body, 0.38, faded);
  const sign = room.solid(paint.on, 0.6, faded);
  const group = new Group() as PieceMesh;
  group.userData = { cell: piece.cell, pegs: new Map() };
  if (board.holes.length === 0) {
    group.add(shadowed(new Mesh(room.geometry('stone', stoneShape), body)));
    group.add(...glyph(room, piece.player, 0.24, kStoneHeight, sign));
  } else {
    const floor = new Mesh(room.geometry('floor', () => new BoxGeometry(0.8, 0.01, 0.8)), room.solid(palette.edge, 0.9));
    floor.position.y = 0.02;
    group.add(shadowed(new Mesh(room.geometry(`plate${piece.player}`, () => plateShape(board, piece.player)), body)), floor);
    group.add(...glyph(room, piece.player, 0.11, kPlateHeight + 0.015, sign));
    for (const peg of piece.pegs) {
      const mesh = shadowed(new Mesh(room.geometry('peg', pegShape), room.solid(palette.peg, 0.35, faded)));
      mesh.position.set(peg.x / 100, kPlateHeight, peg.y / 100);
      group.userData.pegs.set(peg.hole, mesh);
      group.add(mesh);
    }
  }
  if (piece.locked) {
    const lock = shadowed(new Mesh(room.geometry('lock', () => new BoxGeometry(0.24, 0.08, 0.24)), sign));
    lock.position.y = kStoneHeight;
    group.add(lock);
  }
  return group;
}
