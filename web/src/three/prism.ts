// Bodies with an outline: slabs, and plates with holes. Made by hand, as the library's own way to them
// would weigh more than all of this folder.
import { BufferGeometry, Float32BufferAttribute } from 'three';

export type Corner = readonly [x: number, z: number];
type Vertex = readonly [x: number, y: number, z: number];

// How the grain runs on what is added: its direction, and where in the wood it was cut.
export interface Cut {
  angle: number;
  x: number;
  y: number;
}

const kUncut: Cut = { angle: 0, x: 0, y: 0 };
const kGrain = 0.3; // of the texture, in one cell

type Shades = readonly [number, number, number];
const kBright: Shades = [1, 1, 1];

export class Faces {
  private readonly positions: number[] = [];
  private readonly places: number[] = [];
  private readonly colours: number[] = [];
  private cut = kUncut;
  private colour: Shades = kBright;

  // What is added from now on is cut and coloured so.
  of(cut: Cut, colour: Shades = kBright): void {
    this.cut = cut;
    this.colour = colour;
  }

  // Corners in the order that faces the reader, counter-clockwise; each as bright as its shade.
  triangle(a: Vertex, b: Vertex, c: Vertex, shades: Shades = kBright): void {
    this.positions.push(...a, ...b, ...c);
    const [cos, sin] = [Math.cos(this.cut.angle), Math.sin(this.cut.angle)];
    [a, b, c].forEach(([x, y, z], i) => {
      const across = z + y * 0.9; // walls have grain, too
      this.places.push((x * cos + across * sin) * kGrain + this.cut.x, (across * cos - x * sin) * kGrain + this.cut.y);
      for (const each of this.colour) this.colours.push(each * shades[i]!);
    });
  }

  // A wall between two rings of corners of the same length, the second one above the first.
  wall(low: readonly Vertex[], high: readonly Vertex[], dark = 1, light = 1): void {
    low.forEach((a, i) => {
      const j = (i + 1) % low.length;
      this.triangle(a, low[j]!, high[j]!, [dark, dark, light]);
      this.triangle(a, high[j]!, high[i]!, [dark, light, light]);
    });
  }

  // A convex lid, seen from above.
  lid(ring: readonly Vertex[]): void {
    for (let i = 1; i + 1 < ring.length; ++i) this.triangle(ring[0]!, ring[i]!, ring[i + 1]!);
  }

  geometry(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new Float32BufferAttribute(this.positions, 3));
    geometry.setAttribute('uv', new Float32BufferAttribute(this.places, 2));
    geometry.setAttribute('color', new Float32BufferAttribute(this.colours, 3));
    geometry.computeVertexNormals();
    return geometry;
  }
}

export const atHeight = (corners: readonly Corner[], y: number): Vertex[] => corners.map(([x, z]) => [x, y, z]);

// Every corner moved towards the middle of a convex outline, or away from it.
export function grown(corners: readonly Corner[], by: number): Corner[] {
  const middle: Corner = [
    corners.reduce((sum, [x]) => sum + x, 0) / corners.length,
    corners.reduce((sum, [, z]) => sum + z, 0) / corners.length,
  ];
  return corners.map(([x, z]) => {
    const long = Math.hypot(x - middle[0], z - middle[1]);
    const part = (long + by) / long;
    return [middle[0] + (x - middle[0]) * part, middle[1] + (z - middle[1]) * part];
  });
}

// Outlines run counter-clockwise as seen from above, where z grows towards the reader.
export function counterClockwise(corners: readonly Corner[]): Corner[] {
  const area = corners.reduce((sum, [x, z], i) => {
    const [nx, nz] = corners[(i + 1) % corners.length]!;
    return sum + x * nz - nx * z;
  }, 0);
  return area > 0 ? [...corners].reverse() : [...corners];
}

// A convex slab from `bottom` to `top` with a bevelled upper edge that goes out by `out`.
export function slab(outline: readonly Corner[], bottom: number, top: number, out: number): BufferGeometry {
  const corners = counterClockwise(outline);
  const faces = new Faces();
  const wide = grown(corners, out);
  const low = atHeight(wide, bottom);
  const high = atHeight(wide, top - out * 0.6);
  const lid = atHeight(grown(corners, out * 0.7), top);
  faces.wall(low, high);
  faces.wall(high, lid);
  faces.lid(lid);
  return faces.geometry();
}

// Where a ray from the middle of a convex outline leaves it.
function edgeAt(outline: readonly Corner[], [cx, cz]: Corner, angle: number): Corner {
  const dx = Math.cos(angle);
  const dz = -Math.sin(angle);
  let best: Corner = [cx, cz];
  outline.forEach(([ax, az], i) => {
    const [bx, bz] = outline[(i + 1) % outline.length]!;
    const ex = bx - ax;
    const ez = bz - az;
    const cross = dx * ez - dz * ex;
    if (Math.abs(cross) < 1e-9) return;
    const t = ((ax - cx) * ez - (az - cz) * ex) / cross;
    const s = ((ax - cx) * dz - (az - cz) * dx) / cross;
    if (t > 0 && s >= -1e-6 && s <= 1 + 1e-6) best = [cx + dx * t, cz + dz * t];
  });
  return best;
}

export interface HoledCell {
  outline: readonly Corner[]; // convex
  centre: Corner;
  radius: number; // 0: no hole
}

const kRound = 12;

const kBevel = 0.018;
const kDepth = 0.13; // of a hole

// A plate: an outline with walls and a bevelled edge, and a top of cells, each with its hole, dark inside.
export function holedPlate(outline: readonly Corner[], cells: readonly HoledCell[], height: number): BufferGeometry {
  const faces = new Faces();
  const corners = counterClockwise(outline);
  const wide = grown(corners, kBevel);
  faces.wall(atHeight(wide, 0), atHeight(wide, height - kBevel), 0.75, 1);
  faces.wall(atHeight(wide, height - kBevel), atHeight(corners, height));
  for (const { outline: own, centre, radius } of cells) {
    const edge = counterClockwise(own);
    if (radius === 0) {
      faces.lid(atHeight(edge, height));
      continue;
    }
    const ofCorners = edge.map(([x, z]) => Math.atan2(-(z - centre[1]), x - centre[0]));
    const even = Array.from({ length: kRound }, (_, i) => (i / kRound) * 2 * Math.PI - Math.PI);
    const angles = [...new Set([...even, ...ofCorners].map((each) => Math.round(each * 1e6) / 1e6))].sort(
      (a, b) => a - b,
    );
    const outer = atHeight(
      angles.map((angle) => edgeAt(edge, centre, angle)),
      height,
    );
    const rim = (y: number): Vertex[] =>
      angles.map((angle) => [centre[0] + radius * Math.cos(angle), y, centre[1] - radius * Math.sin(angle)]);
    const floor = rim(height - kDepth);
    faces.wall(outer, rim(height));
    faces.wall(rim(height), floor, 0.34, 0.05);
    for (let i = 1; i + 1 < floor.length; ++i) {
      faces.triangle(floor[0]!, floor[i]!, floor[i + 1]!, [0.05, 0.05, 0.05]);
    }
  }
  return faces.geometry();
}
