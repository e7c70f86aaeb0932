// Parts that look the same are drawn together: a part is a place in the scene, a batch is one call to draw many.
import { type BufferGeometry, Color, Group, InstancedMesh, type Material, Matrix4, Object3D } from 'three';

export interface Shape {
  name: string;
  make: () => BufferGeometry;
}

export interface Look {
  name: string;
  make: () => Material;
  layer: number; // what is drawn later lies over what was drawn before
  shadows: boolean; // throws and takes them
  ground?: number; // stays at this height, whatever it belongs to does
}

export class Part extends Object3D {
  constructor(
    readonly shape: Shape,
    readonly look: Look,
    readonly colour: Color,
  ) {
    super();
  }
}

const kLeast = 16; // parts a batch has room for at first

interface Maker {
  geometry: (name: string, make: () => BufferGeometry) => BufferGeometry;
  material: (name: string, make: () => Material) => Material;
}

export class Batches {
  readonly group = new Group();
  private readonly meshes = new Map<string, InstancedMesh>();

  constructor(private readonly maker: Maker) {}

  // Takes every visible part under the root to where it is now.
  fill(root: Object3D): void {
    root.updateMatrixWorld();
    const found = new Map<string, Part[]>();
    root.traverseVisible((each) => {
      if (!(each instanceof Part)) return;
      const key = `${each.shape.name} ${each.look.name}`;
      const others = found.get(key);
      if (others) others.push(each);
      else found.set(key, [each]);
    });
    for (const [key, mesh] of this.meshes) mesh.visible = found.has(key);
    for (const [key, parts] of found) this.put(this.mesh(key, parts), parts);
  }

  private mesh(key: string, parts: readonly Part[]): InstancedMesh {
    const known = this.meshes.get(key);
    if (known && known.instanceMatrix.count >= parts.length) return known;
    if (known) this.remove(known);
    const { shape, look } = parts[0]!;
    const room = Math.max(kLeast, 2 ** Math.ceil(Math.log2(parts.length)));
    const mesh = new InstancedMesh(
      this.maker.geometry(shape.name, shape.make),
      this.maker.material(look.name, look.make),
      room,
    );
    mesh.castShadow = mesh.receiveShadow = look.shadows;
    mesh.renderOrder = look.layer;
    mesh.frustumCulled = false;
    mesh.setColorAt(0, new Color());
    this.meshes.set(key, mesh);
    this.group.add(mesh);
    return mesh;
  }

  private put(mesh: InstancedMesh, parts: readonly Part[]): void {
    const matrix = new Matrix4();
    mesh.count = parts.length;
    parts.forEach((part, i) => {
      matrix.copy(part.matrixWorld);
      if (part.look.ground !== undefined) matrix.elements[13] = part.look.ground;
      mesh.setMatrixAt(i, matrix);
      mesh.setColorAt(i, part.colour);
    });
    mesh.instanceMatrix.needsUpdate = true;
    mesh.instanceColor!.needsUpdate = true;
  }

  private remove(mesh: InstancedMesh): void {
    this.group.remove(mesh);
    mesh.dispose();
  }

  clear(): void {
    for (const mesh of this.meshes.values()) this.remove(mesh);
    this.meshes.clear();
  }
}
