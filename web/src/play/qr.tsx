// A link to photograph. It is drawn here, so that no link leaves the house.
import { correction, generate } from 'lean-qr/nano';
import { toSvgPath } from 'lean-qr/extras/svg';
import { Message, t } from '../i18n';

const kQuiet = 4; // light modules around the code

export const qrModules = (text: string) => generate(text, { minCorrectionLevel: correction.M });

export function QrCode({ text }: { text: string }) {
  const modules = qrModules(text);
  const size = modules.size + 2 * kQuiet;
  return (
    <svg
      class="qr"
      viewBox={`${-kQuiet} ${-kQuiet} ${size} ${size}`}
      role="img"
      aria-label={t(Message.kWebQr)}
      shape-rendering="crispEdges"
    >
      <rect x={-kQuiet} y={-kQuiet} width={size} height={size} fill="#fff" />
      <path d={toSvgPath(modules)} fill="#000" />
    </svg>
  );
}
