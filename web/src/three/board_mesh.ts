// The board itself: a frame of mitred wood, cells cut from different boards, and engraved coordinates.
import {
  type BufferGeometry,
  type Color,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
  type Texture,
  Vector3,
} from 'three';
import { cellOutline, type Box, type Layout, type Point } from '../board/geometry';
import type { Shapes, Tray } from '../board/shapes';
import { canvasTexture, dice, sheet, woodTexture } from './grain';
import type { Palette } from './palette';
import { atHeight, counterClockwise, Faces, grown, type Corner } from './prism';

export const kSlab = 0.42; // thickness
const kTile = 0.06;
const kEdge = 0.016; // the bevel of a cell
const kRimTop = -0.025; // the cells stand out a little
export const kLedge = -0.16; // where stones beside the board lie
const kEdgeOfStone = 45; // hundredths of a cell
const kStanding = 0.2; // height of what stands on it
export const kTable = kRimTop - kSlab;

// From the plane of the drawing to the table: the middle of the board is the origin.
export function placer(where: Layout): (point: Point) => { x: number; z: number } {
  const { field } = where;
  const middle = { x: field.left + field.width / 2, y: field.top + field.height / 2 };
  return ({ x, y }) => ({ x: (x - middle.x) / 100, z: (y - middle.y) / 100 });
}

export const boxCorners = ({ left, top, width, height }: Box): Point[] => [
  { x: left, y: top },
  { x: left + width, y: top },
  { x: left + width, y: top + height },
  { x: left, y: top + height },
];

export function outlineOf({ where }: Shapes): Corner[] {
  const place = placer(where);
  return (where.hexagonal ? where.corners : boxCorners(where.frame)).map((corner) => {
    const { x, z } = place(corner);
    return [x, z];
  });
}

// How far the frame's foot stands out.
const footOf = ({ where }: Shapes): number => (where.hexagonal ? 0.14 : 0.09);

// What must be seen of a board: its frame, top and foot, what lies beside it, and what stands at its corners. On a small
// screen the corners of a hexagon's frame are cut off.
export function cornersOf(shapes: Shapes): Vector3[] {
  const { where } = shapes;
  const place = placer(where);
  const { left, width } = where.box;
  const within = (points: readonly Point[]): Corner[] =>
    points.map(({ x, y }) => {
      const at = place({ x: Math.min(left + width, Math.max(left, x)), y });
      return [at.x, at.z];
    });
  const outline = counterClockwise(within(where.hexagonal ? where.corners : boxCorners(where.box)));
  const foot = where.tight ? outline : grown(outline, footOf(shapes));
  const cells = within(where.hexagonal ? cornerCells(where) : boxCorners(where.field));
  return [...atHeight(foot, kTable), ...atHeight(outline, kRimTop), ...atHeight(cells, kStanding)].map(
    ([x, y, z]) => new Vector3(x, y, z),
  );
}

// The outer edges of the cells at the corners of a hexagon.
function cornerCells({ corners, centres, field }: Layout): Point[] {
  const middle = middleOf(field);
  return corners.map((corner) => {
    const away = ({ x, y }: Point): number => Math.hypot(x - corner.x, y - corner.y);
    const cell = centres.reduce((best, each) => (away(each) < away(best) ? each : best));
    const [x, y] = [cell.x - middle.x, cell.y - middle.y];
    const out = 1 + kEdgeOfStone / Math.max(1, Math.hypot(x, y));
    return { x: middle.x + x * out, y: middle.y + y * out };
  });
}

const colourOf = ({ r, g, b }: Color): [number, number, number] => [r, g, b];

// Every side of the frame is a board of its own, cut at the corners.
function frame(shapes: Shapes, palette: Palette): BufferGeometry {
  const outline = counterClockwise(outlineOf(shapes));
  const faces = new Faces();
  const out = footOf(shapes);
  const wide = grown(outline, out);
  const rounded = grown(outline, out * 0.55);
  const rings = [
    atHeight(wide, kTable),
    atHeight(wide, kRimTop - out * 0.55),
    atHeight(rounded, kRimTop),
    outline.map(() => [0, kRimTop, 0] as const), // hidden by the cells
  ];
  const throws = dice(7);
  outline.forEach(([x, z], i) => {
    const j = (i + 1) % outline.length;
    const [nextX, nextZ] = outline[j]!;
    const along = Math.atan2(nextZ - z, nextX - x);
    faces.of({ angle: along, x: throws(), y: throws() }, colourOf(palette.frame));
    rings.slice(1).forEach((high, k) => {
      const low = rings[k]!;
      const dark = k === 0 ? 0.55 : 1; // near the table
      faces.triangle(low[i]!, low[j]!, high[j]!, [dark, dark, 1]);
      faces.triangle(low[i]!, high[j]!, high[i]!, [dark, 1, 1]);
    });
  });
  return faces.geometry();
}

// Chequered cells have their grain across each other; a hexagon's run any of three ways.
function cells(shapes: Shapes, palette: Palette): BufferGeometry {
  const { hexagonal } = shapes.where;
  const place = placer(shapes.where);
  const faces = new Faces();
  const throws = dice(11);
  const corners = cellOutline(hexagonal, 0.975);
  for (const cell of shapes.cells) {
    const angle = hexagonal ? 0 : cell.odd ? Math.PI / 2 : 0;
    const light = 0.96 + 0.08 * throws();
    const [r, g, b] = colourOf(cell.far ? palette.far : cell.odd ? palette.odd : palette.field);
    faces.of({ angle: angle + (throws() - 0.5) * 0.06, x: throws(), y: throws() }, [r * light, g * light, b * light]);
    const { x, z } = place(cell);
    const outline = counterClockwise(corners.map((corner): Corner => [x + corner.x / 100, z + corner.y / 100]));
    const top = grown(outline, -kEdge * 1.4);
    faces.wall(atHeight(outline, -kTile), atHeight(outline, -kEdge), 0.35, 0.9);
    faces.wall(atHeight(outline, -kEdge), atHeight(top, 0));
    faces.lid(atHeight(top, 0));
  }
  return faces.geometry();
}

// All coordinates on one sheet that lies on the frame.
function coordinates(shapes: Shapes, palette: Palette): Mesh {
  const { frame: around, labelSize } = shapes.where;
  const scale = 2048 / Math.max(around.width, around.height);
  const { canvas, pen } = sheet(Math.ceil(around.width * scale), Math.ceil(around.height * scale));
  pen.font = `600 ${labelSize * scale}px system-ui, sans-serif`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillStyle = palette.frameInk;
  for (const { x, y, text } of shapes.labels) pen.fillText(text, (x - around.left) * scale, (y - around.top) * scale);
  const geometry = new PlaneGeometry(around.width / 100, around.height / 100);
  geometry.rotateX(-Math.PI / 2);
  const mesh = new Mesh(
    geometry,
    new MeshBasicMaterial({ map: canvasTexture(canvas), transparent: true, depthWrite: false }),
  );
  const { x, z } = placer(shapes.where)(middleOf(around));
  mesh.position.set(x, kRimTop + 0.006, z);
  return mesh;
}

const middleOf = (box: Box): Point => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

// Ledges beside the board for the stones of the trays.
function ledges(shapes: Shapes, palette: Palette): BufferGeometry | null {
  if (shapes.trays.length === 0) return null;
  const place = placer(shapes.where);
  const faces = new Faces();
  for (const tray of shapes.trays) {
    faces.of({ angle: 0, x: tray.player * 0.37, y: 0.2 }, colourOf(palette.frame));
    const outline = counterClockwise(trayCorners(tray).map((corner): Corner => [place(corner).x, place(corner).z]));
    slabFaces(faces, outline);
  }
  return faces.geometry();
}

function slabFaces(faces: Faces, outline: Corner[]): void {
  faces.wall(atHeight(outline, kTable), atHeight(outline, kLedge - 0.03), 0.55, 1);
  faces.wall(atHeight(outline, kLedge - 0.03), atHeight(grown(outline, -0.03), kLedge));
  faces.lid(atHeight(grown(outline, -0.03), kLedge));
}

const trayCorners = (tray: Tray): Point[] =>
  boxCorners({
    left: tray.x + 5,
    top: tray.y + tray.height * 0.04,
    width: tray.width - 10,
    height: tray.height * 0.92,
  });

export interface Woods {
  fine: Texture | null; // of boards and pieces; none where the theme has no wood
  table: Texture | null;
}

// Themes of stone and paper have no grain.
export const woodsOf = (grain: boolean): Woods =>
  grain
    ? {
        fine: woodTexture(512, { rings: 17, depth: 0.13, planks: 0 }, 5),
        table: woodTexture(512, { rings: 22, depth: 0.13, planks: 3 }, 23),
      }
    : { fine: null, table: null };

export function boardMesh(shapes: Shapes, palette: Palette, woods: Woods): Group {
  const group = new Group();
  const wood = (roughness: number): MeshStandardMaterial =>
    new MeshStandardMaterial({ roughness, map: woods.fine, vertexColors: true });
  const bodies = [
    new Mesh(frame(shapes, palette), wood(0.5)),
    new Mesh(cells(shapes, palette), wood(0.62)),
    ...[ledges(shapes, palette)].flatMap((each) => (each ? [new Mesh(each, wood(0.6))] : [])),
  ];
  for (const each of bodies) each.castShadow = each.receiveShadow = true;
  group.add(...bodies, coordinates(shapes, palette));
  return group;
}

// Everything under a group goes, with what it is made of; woods are kept.
export function disposeMeshes(group: Group, woods: Woods): void {
  group.traverse((each) => {
    if (!(each instanceof Mesh)) return;
    (each.geometry as BufferGeometry).dispose();
    const { material } = each as Mesh<BufferGeometry, MeshBasicMaterial>;
    if (material.map !== woods.fine && material.map !== woods.table) material.map?.dispose();
    material.dispose();
  });
}
