// Things made once and used often; thrown away together.
import {
  BufferGeometry, CanvasTexture, Color, Material, MeshBasicMaterial, MeshStandardMaterial, Sprite,
  SpriteMaterial, SRGBColorSpace, type Texture,
} from 'three';

interface Disposable {
  dispose(): void;
}

export class Room {
  private readonly kept = new Map<string, Disposable>();

  private once<T extends Disposable>(key: string, make: () => T): T {
    let found = this.kept.get(key) as T | undefined;
    if (!found) {
      found = make();
      this.kept.set(key, found);
    }
    return found;
  }

  geometry<T extends BufferGeometry>(key: string, make: () => T): T {
    return this.once(`g ${key}`, make);
  }

  // A surface in the light.
  solid(colour: Color, roughness = 0.55, opacity = 1): Material {
    return this.once(`s ${colour.getHexString()} ${roughness} ${opacity}`, () =>
      new MeshStandardMaterial({ color: colour, roughness, metalness: 0, transparent: opacity < 1, opacity, depthWrite: opacity === 1 }));
  }

  // A mark, as bright in the shade as in the light.
  flat(colour: Color, opacity = 1, over = false): Material {
    return this.once(`f ${colour.getHexString()} ${opacity} ${over}`, () =>
      new MeshBasicMaterial({ color: colour, transparent: opacity < 1 || over, opacity, depthTest: !over, depthWrite: false }));
  }

  // Words that always face the reader.
  words(text: string, ink: string, back: string | null, height: number): Sprite {
    const texture = this.once(`t ${text} ${ink} ${back}`, () => written(text, ink, back));
    const material = this.once(`w ${text} ${ink} ${back}`, () => new SpriteMaterial({ map: texture, depthTest: false }));
    const sprite = new Sprite(material);
    const image = texture.image as HTMLCanvasElement;
    sprite.scale.set((height * image.width) / image.height, height, 1);
    sprite.renderOrder = 10;
    return sprite;
  }

  dispose(): void {
    for (const each of this.kept.values()) each.dispose();
    this.kept.clear();
  }
}

export function canvasTexture(canvas: HTMLCanvasElement): CanvasTexture {
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  return texture;
}

function written(text: string, ink: string, back: string | null): Texture {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d')!;
  const font = '600 88px system-ui, sans-serif';
  pen.font = font;
  canvas.width = Math.max(128, Math.ceil(pen.measureText(text).width) + 64);
  canvas.height = 128;
  pen.font = font;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  if (back) {
    pen.fillStyle = back;
    pen.beginPath();
    pen.roundRect(6, 6, canvas.width - 12, 116, 58);
    pen.fill();
    pen.lineWidth = 6;
    pen.strokeStyle = ink;
    pen.stroke();
  }
  pen.fillStyle = ink;
  pen.fillText(text, canvas.width / 2, 69);
  return canvasTexture(canvas);
}
