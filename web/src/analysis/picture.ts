// The board as a picture of its own. Style sheets stay behind when an SVG leaves the page, so what
// they say of each shape is written into it.

const kProperties = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
  'visibility',
  'display',
  'stop-color',
  'stop-opacity',
  'paint-order',
  'filter',
];

function copyStyle(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  for (const property of kProperties) {
    const value = style.getPropertyValue(property);
    // Some browsers call gradients and patterns not displayed; they are needed all the same.
    if (value && !(property === 'display' && from.closest('defs'))) to.setAttribute(property, value);
  }
  for (const name of ['class', 'tabindex', 'role', 'style']) to.removeAttribute(name);
  for (const { name } of [...to.attributes]) {
    if (name.startsWith('aria-') || name.startsWith('data-')) to.removeAttribute(name);
  }
  for (const [i, child] of [...from.children].entries()) copyStyle(child, to.children[i]!);
}

// Words beside the board have the page's ink: they need its paper, too.
function lay(paper: string, under: SVGSVGElement): void {
  const { x, y, width, height } = under.viewBox.baseVal;
  const sheet = document.createElementNS(under.namespaceURI, 'rect');
  for (const [name, value] of Object.entries({ x, y, width, height, fill: paper }))
    sheet.setAttribute(name, String(value));
  under.prepend(sheet);
}

/** The drawing as a file's text. */
export function svgText(board: SVGSVGElement): string {
  const copy = board.cloneNode(true) as SVGSVGElement;
  copyStyle(board, copy);
  copy.removeAttribute('opacity'); // under the 3D view it is there, but not to be seen
  const { width, height } = board.viewBox.baseVal;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(Math.round((640 * width) / Math.max(width, height))));
  copy.setAttribute('height', String(Math.round((640 * height) / Math.max(width, height))));
  if (board.querySelector('.tray')) lay(getComputedStyle(document.body).backgroundColor, copy);
  for (const hidden of copy.querySelectorAll('[display=none]')) hidden.remove();
  return new XMLSerializer().serializeToString(copy);
}

const kPixels = 1280; // of the longer side

export async function pngOf(board: SVGSVGElement): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svgText(board)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const scale = kPixels / Math.max(image.width, image.height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('png')))),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** The board on this page, where there is one. */
export const boardPicture = (): SVGSVGElement | null => document.querySelector<SVGSVGElement>('.stage svg.board');
