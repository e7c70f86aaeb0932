// The board itself: a slab with cells and engraved coordinates.
import {
  BoxGeometry, type BufferGeometry, CylinderGeometry, Group, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial,
  MeshStandardMaterial, PlaneGeometry,
} from 'three';
import type { Box, Layout, Point } from '../board/geometry';
import type { Shapes, Tray } from '../board/shapes';
import type { Palette } from './palette';
import { slab, type Corner } from './prism';
import { canvasTexture, type Room } from './room';

export const kSlab = 0.42; // thickness
const kTile = 0.05;
const kRimTop = -0.025; // the cells stand out a little
export const kLedge = -0.16; // where stones beside the board lie

// From the plane of the drawing to the table: the middle of the board is the origin.
export function placer(where: Layout): (point: Point) => { x: number; z: number } {
  const { field } = where;
  const middle = { x: field.left + field.width / 2, y: field.top + field.height / 2 };
  return ({ x, y }) => ({ x: (x - middle.x) / 100, z: (y - middle.y) / 100 });
}

function outline(shapes: Shapes): Corner[] {
  const { where } = shapes;
  const place = placer(where);
  const { left, top, width, height } = where.frame;
  const corners = where.hexagonal
    ? where.corners
    : [{ x: left, y: top }, { x: left + width, y: top }, { x: left + width, y: top + height }, { x: left, y: top + height }];
  return corners.map((corner) => {
    const { x, z } = place(corner);
    return [x, z];
  });
}

function body(shapes: Shapes, palette: Palette): Mesh {
  const geometry = slab(outline(shapes), kRimTop - kSlab, kRimTop, shapes.where.hexagonal ? 0.14 : 0.09);
  const mesh = new Mesh(geometry, new MeshStandardMaterial({ color: palette.frame, roughness: 0.6 }));
  mesh.receiveShadow = true;
  mesh.castShadow = true;
  return mesh;
}

function cells(shapes: Shapes, palette: Palette): InstancedMesh {
  const hexagonal = shapes.where.hexagonal;
  const geometry: BufferGeometry = hexagonal
    ? new CylinderGeometry(0.562, 0.575, kTile * 2, 6)
    : new BoxGeometry(0.975, kTile * 2, 0.975);
  const mesh = new InstancedMesh(geometry, new MeshStandardMaterial({ roughness: 0.75 }), shapes.cells.length);
  const place = placer(shapes.where);
  shapes.cells.forEach((cell, i) => {
    const { x, z } = place(cell);
    mesh.setMatrixAt(i, new Matrix4().makeTranslation(x, -kTile, z));
    mesh.setColorAt(i, cell.far ? palette.far : cell.odd ? palette.odd : palette.field);
  });
  mesh.receiveShadow = true;
  return mesh;
}

// All coordinates on one sheet that lies on the frame.
function coordinates(shapes: Shapes, palette: Palette): Mesh {
  const { frame, labelSize } = shapes.where;
  const scale = 2048 / Math.max(frame.width, frame.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(frame.width * scale);
  canvas.height = Math.ceil(frame.height * scale);
  const pen = canvas.getContext('2d')!;
  pen.font = `600 ${labelSize * scale}px system-ui, sans-serif`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillStyle = palette.frameInk;
  for (const { x, y, text } of shapes.labels) pen.fillText(text, (x - frame.left) * scale, (y - frame.top) * scale);
  const geometry = new PlaneGeometry(frame.width / 100, frame.height / 100);
  geometry.rotateX(-Math.PI / 2);
  const mesh = new Mesh(geometry, new MeshBasicMaterial({ map: canvasTexture(canvas), transparent: true, depthWrite: false }));
  const { x, z } = placer(shapes.where)(middleOf(frame));
  mesh.position.set(x, kRimTop + 0.006, z);
  return mesh;
}

const middleOf = (box: Box): Point => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

export function boardMesh(shapes: Shapes, palette: Palette): Group {
  const group = new Group();
  group.add(body(shapes, palette), cells(shapes, palette), coordinates(shapes, palette));
  return group;
}

// A ledge beside the board for the stones of a tray.
export function ledge(room: Room, palette: Palette, tray: Tray, place: ReturnType<typeof placer>): Mesh {
  const width = tray.width / 100 - 0.1;
  const depth = (tray.height / 100) * 0.92;
  const mesh = new Mesh(room.geometry(`ledge ${width} ${depth}`, () => new BoxGeometry(width, 0.2, depth)), room.solid(palette.edge, 0.8));
  const { x, z } = place({ x: tray.x + tray.width / 2, y: tray.y + tray.height / 2 });
  mesh.position.set(x, kLedge - 0.1, z);
  mesh.receiveShadow = true;
  return mesh;
}

// Everything under a group goes, with what it is made of.
export function disposeMeshes(group: Group): void {
  group.traverse((each) => {
    if (!(each instanceof Mesh)) return;
    (each.geometry as BufferGeometry).dispose();
    const { material } = each as Mesh<BufferGeometry, MeshBasicMaterial>;
    material.map?.dispose();
    material.dispose();
    if (each instanceof InstancedMesh) each.dispose();
  });
}
