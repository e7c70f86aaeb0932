// Things made once and used often; thrown away together.
import { type BufferGeometry, type Material, MeshBasicMaterial, MeshStandardMaterial, type Texture } from 'three';
import type { Look } from './batch';
import { blurred, patchTexture } from './grain';

interface Disposable {
  dispose(): void;
}

export type Stuff = 'stone' | 'plate' | 'peg' | 'sign';

const kStuff: Record<Stuff, { roughness: number; metalness?: number; grain?: boolean }> = {
  stone: { roughness: 0.34 },
  plate: { roughness: 0.42, grain: true },
  peg: { roughness: 0.3, metalness: 0.25 },
  sign: { roughness: 0.55 },
};

// In the order of drawing.
export const kLayers = { contact: 1, below: 2, ghost: 3, above: 4 };

export class Room {
  private readonly kept = new Map<string, Disposable>();
  grain: Texture | null = null;

  once<T extends Disposable>(key: string, make: () => T): T {
    let found = this.kept.get(key) as T | undefined;
    if (!found) {
      found = make();
      this.kept.set(key, found);
    }
    return found;
  }

  geometry(name: string, make: () => BufferGeometry): BufferGeometry {
    return this.once(`g ${name}`, make);
  }

  material(name: string, make: () => Material): Material {
    return this.once(`m ${name}`, make);
  }

  // A body in the light; one that is not there yet, or not any more, is seen through.
  solid(stuff: Stuff, opacity = 1): Look {
    const { grain, ...rest } = kStuff[stuff];
    return {
      name: `${stuff} ${opacity}`,
      layer: opacity < 1 ? kLayers.ghost : 0,
      shadows: opacity === 1,
      make: () =>
        new MeshStandardMaterial({
          ...rest,
          map: grain ? this.grain : null,
          vertexColors: stuff === 'plate',
          transparent: opacity < 1,
          opacity,
          depthWrite: opacity === 1,
        }),
    };
  }

  // A mark, as bright in the shade as in the light.
  flat(opacity = 1, over = false): Look {
    return {
      name: `flat ${opacity} ${over}`,
      layer: over ? kLayers.above : kLayers.below,
      shadows: false,
      make: () =>
        new MeshBasicMaterial({
          transparent: opacity < 1 || over,
          opacity,
          depthTest: !over,
          depthWrite: false,
        }),
    };
  }

  // Where a piece stands, no light comes to.
  contact(round: boolean, ground: number): Look {
    const name = `contact ${round} ${ground}`;
    return {
      name,
      layer: kLayers.contact,
      shadows: false,
      ground,
      make: () =>
        new MeshBasicMaterial({
          map: this.once(`t ${name}`, () => patch(round)),
          transparent: true,
          opacity: 0.62,
          depthWrite: false,
        }),
    };
  }

  dispose(): void {
    for (const each of this.kept.values()) each.dispose();
    this.kept.clear();
  }
}

const patch = (round: boolean): Texture =>
  patchTexture((pen, size) =>
    blurred(pen, size * 0.17, (path) => {
      if (round) path.arc(size / 2, size / 2, size * 0.33, 0, 7);
      else path.roundRect(size * 0.15, size * 0.15, size * 0.7, size * 0.7, size * 0.08);
    }),
  );
