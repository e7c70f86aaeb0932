// Marks of the scene as flat things on the cells and signs above the pieces.
import {
  type BufferGeometry,
  CircleGeometry,
  type Color,
  ConeGeometry,
  Group,
  type Object3D,
  PlaneGeometry,
  RingGeometry,
  TorusGeometry,
} from 'three';
import type { Point } from '../board/geometry';
import type { Mark, Shapes } from '../board/shapes';
import { Message, t } from '../i18n';
import { Part, type Look } from './batch';
import type { Palette } from './palette';
import type { Room } from './room';
import { Sign } from './sign_mesh';

type Place = (point: Point) => { x: number; z: number };

// Circles of four or six corners are cells.
const kSides = {
  square: { sides: 4, start: Math.PI / 4, radius: Math.SQRT1_2 },
  hexagon: { sides: 6, start: Math.PI / 6, radius: 0.577 },
};

const lying = <T extends BufferGeometry>(geometry: T): T => geometry.rotateX(-Math.PI / 2) as T;

export class MarkMaker {
  constructor(
    private readonly room: Room,
    private readonly palette: Palette,
    private readonly hexagonal: boolean,
    private readonly place: Place,
    private readonly top: number, // height of the pieces
    private readonly plates: boolean, // which are as wide as cells
  ) {}

  private put(object: Object3D, at: Point, height: number): Object3D {
    const { x, z } = this.place(at);
    object.position.set(x, height, z);
    return object;
  }

  private cell(colour: Color, opacity: number, at: Point, height: number): Object3D {
    const { sides, start, radius } = kSides[this.hexagonal ? 'hexagon' : 'square'];
    const make = () => lying(new CircleGeometry(radius * 0.94, sides, start));
    return this.put(new Part({ name: `cell${sides}`, make }, this.room.flat(opacity), colour), at, height);
  }

  private border(colour: Color, at: Point, height: number, over = false): Object3D {
    const { sides, start, radius } = kSides[this.hexagonal ? 'hexagon' : 'square'];
    const make = () => lying(new RingGeometry(radius * 0.86, radius * 0.98, sides, 1, start));
    return this.put(new Part({ name: `border${sides}`, make }, this.room.flat(1, over), colour), at, height);
  }

  private bar(from: Point, to: Point, width: number, height: number, look: Look, colour: Color): Object3D {
    const a = this.place(from);
    const b = this.place(to);
    const mesh = new Part({ name: 'strip', make: () => lying(new PlaneGeometry(1, 1)) }, look, colour);
    mesh.position.set((a.x + b.x) / 2, height, (a.z + b.z) / 2);
    mesh.rotation.y = -Math.atan2(b.z - a.z, b.x - a.x);
    mesh.scale.set(Math.hypot(b.x - a.x, b.z - a.z), 1, width);
    return mesh;
  }

  private arrow(mark: Mark, look: Look, colour: Color, height: number): Object3D {
    const group = new Group();
    group.add(this.bar(mark, mark.to!, 0.09, height, look, colour));
    const a = this.place(mark);
    const b = this.place(mark.to!);
    const make = () => new ConeGeometry(0.14, 0.3, 16).rotateZ(-Math.PI / 2);
    const head = new Part({ name: 'head', make }, look, colour);
    head.position.set(b.x, height, b.z);
    head.rotation.y = -Math.atan2(b.z - a.z, b.x - a.x);
    group.add(head);
    return group;
  }

  private ring(radius: number, colour: Color, at: Point, height: number, opacity = 1): Object3D {
    const make = () => new TorusGeometry(1, 0.085, 6, 32).rotateX(Math.PI / 2);
    const mesh = new Part({ name: 'torus', make }, this.room.flat(opacity), colour);
    mesh.scale.set(radius, radius * 0.7, radius);
    return this.put(mesh, at, height);
  }

  private disc(radius: number, colour: Color, at: Point, height: number): Object3D {
    const mesh = new Part({ name: 'disc', make: () => lying(new CircleGeometry(1, 28)) }, this.room.flat(0.9), colour);
    mesh.scale.setScalar(radius);
    return this.put(mesh, at, height);
  }

  private cross(at: Point, size: number, height: number, bars: number): Object3D {
    const group = new Group();
    const look = this.room.flat(1, true);
    const { danger } = this.palette;
    const { x, y } = at;
    group.add(this.bar({ x: x - size, y: y + size }, { x: x + size, y: y - size }, 0.09, height, look, danger));
    if (bars > 1)
      group.add(this.bar({ x: x - size, y: y - size }, { x: x + size, y: y + size }, 0.09, height, look, danger));
    return group;
  }

  private sign(text: string, back: Color, at: Point, height: number, size = 0.42, ink = '#fff'): Object3D {
    return this.put(new Sign(text, ink, `#${back.getHexString()}`, size), at, height);
  }

  make(mark: Mark): Object3D[] {
    const { palette, top } = this;
    switch (mark.kind) {
      case 'from':
        return [this.cell(palette.last, 0.25, mark, 0.008), this.border(palette.last, mark, 0.009)];
      case 'to':
        return [
          this.cell(mark.draft ? palette.mark : palette.last, 0.35, mark, 0.01),
          this.border(palette.last, mark, 0.011),
        ];
      case 'selected':
        return [
          this.plates
            ? this.border(palette.last, mark, this.top + 0.02, true)
            : this.cell(palette.last, 0.7, mark, 0.014),
        ];
      case 'win':
        return [this.cell(palette.last, 0.8, mark, 0.014)];
      case 'must':
        return [this.cell(palette.danger, 0.25, mark, 0.012), this.border(palette.danger, mark, 0.013)];
      case 'attacked':
        return [this.cell(palette.danger, 0.28, mark, 0.012)];
      case 'reach':
        return [this.border(palette.mark, mark, 0.013)];
      case 'cursor':
        return [this.border(palette.halo, mark, 0.02, true)];
      case 'ray':
        return [this.bar(mark, mark.to!, 0.08, 0.016, this.room.flat(0.35), palette.mark)];
      case 'target':
        return [this.disc(0.16, palette.mark, mark, 0.02)];
      case 'take':
        return [
          this.plates
            ? this.border(palette.danger, mark, this.top + 0.02, true)
            : this.ring(0.47, palette.danger, mark, 0.05),
        ];
      case 'distance':
        return [this.sign(mark.text!, palette.mark, mark, 0.12, 0.46, `#${palette.halo.getHexString()}`)];
      case 'count': {
        const [own, theirs] = mark.text!.split(':');
        return [this.sign(t(Message.kWebVersus, own!, theirs!), palette.danger, mark, top + 0.55, 0.46)];
      }
      case 'strike':
        return [this.cross(mark, 36, top + 0.06, 1)];
      case 'gone':
        return [this.cross(mark, 17, 0.02, 2)];
      case 'fall':
        return [this.arrow(mark, this.room.flat(1, true), palette.danger, top + 0.1)];
      case 'arrow':
        return [
          this.arrow(
            mark,
            this.room.flat(mark.faint ? 0.3 : 0.8, true),
            mark.best ? palette.best : palette.other,
            top + 0.05,
          ),
        ];
      case 'winline':
        return [this.bar(mark, mark.to!, 0.13, top + 0.04, this.room.flat(0.85, true), palette.last)];
      case 'fresh':
        return [this.ring(0.1, palette.halo, mark, top + 0.02)];
      case 'number':
        return [this.sign(mark.text!, palette.last, { x: mark.x - 38, y: mark.y - 38 }, 0.2, 0.26, '#2b1e00')];
      case 'three':
        return [this.sign('!', palette.danger, mark, 0.15)];
      case 'four':
        return [this.sign('★', palette.peg, mark, 0.15, 0.42, '#3d2d00')];
      case 'swap':
        return [this.sign('⇄', palette.last, mark, top + 0.35, 0.42, '#2b1e00')];
      case 'candidate':
        return this.candidate(mark);
      case 'hover':
        return [];
    }
  }

  private candidate(mark: Mark): Object3D[] {
    const colour = mark.best ? this.palette.best : this.palette.other;
    const small = mark.size! < 0.4; // around a hole
    const things = [
      this.ring(0.46 * (mark.size ?? 1), colour, mark, small ? this.top + 0.03 : 0.06, mark.faint ? 0.35 : 1),
    ];
    const text = [mark.text, ...(mark.words ?? [])].filter(Boolean).join(' · ');
    if (text) things.push(this.sign(text, colour, mark, this.top + 0.25, small ? 0.22 : 0.32));
    return things;
  }

  // A piece that may take a peg now.
  glow(piece: Point): Object3D {
    return this.border(this.palette.halo, piece, this.top + 0.02, true);
  }
}

export function markGroup(shapes: Shapes, maker: MarkMaker): Group {
  const group = new Group();
  for (const mark of [...shapes.below, ...shapes.above]) group.add(...maker.make(mark));
  for (const piece of shapes.pieces) if (piece.glow) group.add(maker.glow(piece));
  return group;
}
