// The table that the board stands on: darker towards its edges, and darkest where the board keeps the light off.
import {
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
  RingGeometry,
} from 'three';
import { kTable, outlineOf, type Woods } from './board_mesh';
import type { Shapes } from '../board/shapes';
import { blurred, patchTexture } from './grain';
import type { Palette } from './palette';
import { grown } from './prism';

const kReach = 60;
const kPlank = 0.14; // of the texture, in one cell

function top(palette: Palette, woods: Woods, size: number): Mesh {
  const geometry = new RingGeometry(0, kReach, 48, 24);
  const at = geometry.getAttribute('position');
  const places: number[] = [];
  const colours: number[] = [];
  for (let i = 0; i < at.count; ++i) {
    const [x, y] = [at.getX(i), at.getY(i)];
    places.push(x * kPlank, y * kPlank);
    const far = Math.max(0, Math.hypot(x, y) / size - 0.55);
    const light = 1 / (1 + 0.9 * far * far);
    colours.push(light, light, light);
  }
  geometry.setAttribute('uv', new Float32BufferAttribute(places, 2));
  geometry.setAttribute('color', new Float32BufferAttribute(colours, 3));
  geometry.rotateX(-Math.PI / 2);
  const material = new MeshStandardMaterial({
    color: palette.table,
    map: woods.table,
    roughness: 0.8,
    vertexColors: true,
  });
  const mesh = new Mesh(geometry, material);
  mesh.position.y = kTable;
  mesh.receiveShadow = true;
  return mesh;
}

function contact(shapes: Shapes): Mesh {
  const outline = grown(outlineOf(shapes), 0.12);
  const reach = Math.max(...outline.map(([x, z]) => Math.max(Math.abs(x), Math.abs(z)))) + 1.4;
  const map = patchTexture((pen, size) => {
    const scale = size / 2 / reach;
    for (const [blur, alpha] of [
      [0.5, 0.5],
      [1.4, 0.45],
    ] as const) {
      pen.globalAlpha = alpha;
      blurred(pen, blur * scale * 2, (path) => {
        for (const [x, z] of outline) path.lineTo(size / 2 + x * scale, size / 2 + z * scale);
      });
    }
  }, 256);
  const geometry = new PlaneGeometry(2 * reach, 2 * reach).rotateX(-Math.PI / 2);
  const mesh = new Mesh(geometry, new MeshBasicMaterial({ map, transparent: true, depthWrite: false }));
  mesh.position.y = kTable + 0.004;
  mesh.renderOrder = -1;
  return mesh;
}

export function tableMesh(shapes: Shapes, palette: Palette, woods: Woods, size: number): Group {
  const group = new Group();
  group.add(top(palette, woods, size), contact(shapes));
  return group;
}
