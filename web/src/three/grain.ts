// Wood, drawn on canvases: no file is fetched. Textures are nearly white; the colours of the theme shine through.
import { CanvasTexture, RepeatWrapping, SRGBColorSpace, type Texture } from 'three';

// Numbers that look random and are always the same.
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const smooth = (t: number): number => t * t * (3 - 2 * t);

// Noise on a grid that repeats after `across` and `down` cells, so that textures have no seams.
function noise(seed: number, across: number, down: number): (x: number, y: number) => number {
  const throws = dice(seed);
  const grid = Float32Array.from({ length: across * down }, throws);
  const at = (x: number, y: number): number => grid[(y % down) * across + (x % across)]!;
  return (x, y) => {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [u, v] = [smooth(x - left), smooth(y - top)];
    const above = at(left, top) * (1 - u) + at(left + 1, top) * u;
    const below = at(left, top + 1) * (1 - u) + at(left + 1, top + 1) * u;
    return above * (1 - v) + below * v;
  };
}

export interface Wood {
  rings: number; // how many lines of the year's growth cross the texture
  depth: number; // how dark they are
  planks: number; // boards side by side, 0 for one piece
}

// Lines of growth run along x, bent by slow noise; pores are short dark strokes along them.
export function woodPixels(size: number, { rings, depth, planks }: Wood, seed: number): Uint8ClampedArray {
  const bend = noise(seed, 3, 5);
  const fine = noise(seed + 1, 6, 96);
  const pores = noise(seed + 2, 24, size / 2);
  const tint = noise(seed + 3, 2, 3);
  const throws = dice(seed + 4);
  const shades = Array.from({ length: Math.max(1, planks) }, () => 0.9 + 0.1 * throws());
  const shifts = shades.map(() => throws());
  const pixels = new Uint8ClampedArray(size * size * 4);
  for (let row = 0; row < size; ++row) {
    const y = row / size;
    const plank = Math.floor(y * shades.length);
    const joint = planks > 0 && y * planks - plank < 0.005 * planks ? 0.6 : 1;
    for (let column = 0; column < size; ++column) {
      const x = (column / size + shifts[plank]!) % 1;
      const turned = y * rings + 1.7 * bend(x * 3, y * 5) + 0.5 * fine(x * 6, y * 96);
      const ring = turned - Math.floor(turned);
      const line = ring < 0.72 ? smooth(ring / 0.72) : smooth((1 - ring) / 0.28); // late wood is dark and ends at once
      const pore = Math.max(0, pores(x * 24, (y * size) / 2) - 0.72) * 1.6;
      const light =
        (1 - depth * line - depth * 0.9 * pore - depth * 0.5 * (fine(x * 6, y * 96) - 0.5)) *
        (0.95 + 0.09 * tint(x * 2, y * 3)) *
        (planks > 0 ? shades[plank]! : 1) *
        joint;
      const at = (row * size + column) * 4;
      pixels[at] = 255 * light;
      pixels[at + 1] = 255 * light ** 1.14; // shade is warmer than light
      pixels[at + 2] = 255 * light ** 1.34;
      pixels[at + 3] = 255;
    }
  }
  return pixels;
}

export function canvasTexture(canvas: HTMLCanvasElement): CanvasTexture {
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}

export function sheet(width: number, height = width): { canvas: HTMLCanvasElement; pen: CanvasRenderingContext2D } {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return { canvas, pen: canvas.getContext('2d')! };
}

export function woodTexture(size: number, wood: Wood, seed: number): Texture {
  const { canvas, pen } = sheet(size);
  const image = pen.createImageData(size, size);
  image.data.set(woodPixels(size, wood, seed));
  pen.putImageData(image, 0, 0);
  const texture = canvasTexture(canvas);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  return texture;
}

// A dark patch that fades towards its edges: what keeps the light off where two things touch.
export function patchTexture(draw: (pen: CanvasRenderingContext2D, size: number) => void, size = 128): Texture {
  const { canvas, pen } = sheet(size);
  draw(pen, size);
  return canvasTexture(canvas);
}

// Draws the blurred shadow of a path only: the path itself lies beside the canvas.
export function blurred(
  pen: CanvasRenderingContext2D,
  blur: number,
  path: (pen: CanvasRenderingContext2D) => void,
): void {
  const away = 10_000;
  pen.save();
  pen.shadowColor = '#000';
  pen.shadowBlur = blur;
  pen.shadowOffsetX = away;
  pen.translate(-away, 0);
  pen.beginPath();
  path(pen);
  pen.fill();
  pen.restore();
}
