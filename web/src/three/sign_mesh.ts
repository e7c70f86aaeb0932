// Words that face the reader: all of a scene on one sheet, drawn at once.
import {
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  Object3D,
  PlaneGeometry,
  ShaderMaterial,
  Vector3,
} from 'three';
import { canvasTexture, sheet } from './grain';

export class Sign extends Object3D {
  constructor(
    readonly text: string,
    readonly ink: string,
    readonly back: string | null,
    readonly height: number,
  ) {
    super();
  }

  get key(): string {
    return `${this.text} ${this.ink} ${this.back}`;
  }
}

const kLine = 96; // pixels of a line on the sheet
const kWidth = 1024;
const kFont = '600 62px system-ui, sans-serif';

interface Written {
  x: number;
  y: number;
  width: number;
}

// Where each text has its place on the sheet, line by line.
export function arrange(widths: ReadonlyMap<string, number>): { places: Map<string, Written>; lines: number } {
  const places = new Map<string, Written>();
  let [x, y] = [0, 0];
  for (const [key, wide] of widths) {
    const width = Math.min(kWidth, Math.max(kLine, Math.ceil(wide) + 48));
    if (x + width > kWidth) [x, y] = [0, y + 1];
    places.set(key, { x, y, width });
    x += width;
  }
  return { places, lines: y + 1 };
}

const material = (): ShaderMaterial =>
  new ShaderMaterial({
    uniforms: { map: { value: null } },
    vertexShader: `
      attribute vec3 at; attribute vec2 size; attribute vec4 part; varying vec2 place;
      void main() {
        place = part.xy + uv * part.zw;
        vec4 seen = modelViewMatrix * vec4(at, 1.0);
        seen.xy += position.xy * size;
        gl_Position = projectionMatrix * seen;
      }`,
    fragmentShader: `
      uniform sampler2D map; varying vec2 place;
      void main() {
        gl_FragColor = texture2D(map, place);
        #include <colorspace_fragment>
      }`,
    transparent: true,
    depthTest: false,
    depthWrite: false,
  });

export class Signs {
  private readonly material = material();
  readonly mesh = new Mesh(new InstancedBufferGeometry(), this.material);
  private places = new Map<string, Written>();
  private lines = 1;
  private sheetKey = '';

  constructor() {
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 20;
    this.mesh.visible = false;
  }

  // Takes all signs under the root.
  fill(root: Object3D): void {
    const signs: Sign[] = [];
    root.traverseVisible((each) => {
      if (each instanceof Sign) signs.push(each);
    });
    this.mesh.visible = signs.length > 0;
    if (signs.length === 0) return;
    this.write(signs);
    const geometry = new InstancedBufferGeometry();
    const plane = new PlaneGeometry(1, 1);
    geometry.index = plane.index;
    geometry.setAttribute('position', plane.getAttribute('position'));
    geometry.setAttribute('uv', plane.getAttribute('uv'));
    const at: number[] = [];
    const size: number[] = [];
    const part: number[] = [];
    for (const sign of signs) {
      const { x, y, width } = this.places.get(sign.key)!;
      at.push(...sign.getWorldPosition(new Vector3()).toArray());
      size.push((sign.height * width) / kLine, sign.height);
      part.push(x / kWidth, 1 - (y + 1) / this.lines, width / kWidth, 1 / this.lines);
    }
    geometry.setAttribute('at', new InstancedBufferAttribute(new Float32Array(at), 3));
    geometry.setAttribute('size', new InstancedBufferAttribute(new Float32Array(size), 2));
    geometry.setAttribute('part', new InstancedBufferAttribute(new Float32Array(part), 4));
    geometry.instanceCount = signs.length;
    this.mesh.geometry.dispose();
    this.mesh.geometry = geometry;
  }

  private write(signs: readonly Sign[]): void {
    const texts = new Map(signs.map((sign) => [sign.key, sign]));
    const key = [...texts.keys()].sort().join('\n');
    if (key === this.sheetKey) return;
    this.sheetKey = key;
    const ruler = sheet(1).pen;
    ruler.font = kFont;
    const widths = new Map([...texts].map(([each, sign]) => [each, ruler.measureText(sign.text).width]));
    ({ places: this.places, lines: this.lines } = arrange(widths));
    const { canvas, pen } = sheet(kWidth, this.lines * kLine);
    pen.font = kFont;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    for (const [each, sign] of texts) paint(pen, sign, this.places.get(each)!);
    this.dropSheet();
    this.material.uniforms.map!.value = canvasTexture(canvas);
  }

  private dropSheet(): void {
    (this.material.uniforms.map!.value as { dispose(): void } | null)?.dispose();
  }

  dispose(): void {
    this.dropSheet();
    this.mesh.geometry.dispose();
    this.material.dispose();
  }
}

function paint(pen: CanvasRenderingContext2D, { text, ink, back }: Sign, { x, y, width }: Written): void {
  const top = y * kLine;
  if (back) {
    pen.fillStyle = back;
    pen.strokeStyle = ink;
    pen.lineWidth = 4;
    pen.beginPath();
    pen.roundRect(x + 6, top + 6, width - 12, kLine - 12, kLine / 2 - 6);
    pen.fill();
    pen.stroke();
  }
  pen.fillStyle = ink;
  pen.fillText(text, x + width / 2, top + kLine / 2 + 4, width - 28);
}
