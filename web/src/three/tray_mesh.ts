// Stones beside the board lie on ledges; the meter is one stone, how many have crossed, and the words.
import { Group } from 'three';
import { kPlainPiece, type PieceShape, type Shapes, type Tray } from '../board/shapes';
import { Message, t } from '../i18n';
import { kLedge, placer } from './board_mesh';
import type { Palette } from './palette';
import type { PieceMesh } from './piece_mesh';
import { Sign } from './sign_mesh';

type Put = (piece: PieceShape, ghost: boolean, ground?: number) => PieceMesh;

// As the 2D view writes it.
const trayWords = (tray: Tray): string =>
  tray.far && tray.leads ? `${tray.label}, ${t(Message.kWebMeterLeads)}` : tray.label;

export function trayGroup(shapes: Shapes, palette: Palette, put: Put): Group {
  const group = new Group();
  const place = placer(shapes.where);
  for (const tray of shapes.trays) {
    const r = tray.height * 0.3;
    const count = tray.far ? 1 : tray.value;
    const left = tray.x + r + 24;
    const step = Math.min(r * 2.2, (tray.width * 0.74 - left + tray.x) / Math.max(1, count));
    const y = tray.y + tray.height / 2;
    const write = (text: string, size: number, x: number, back: string | null = null): void => {
      const sign = new Sign(text, back ? '#2b1e00' : palette.frameInk, back, size);
      const at = place({ x, y });
      sign.position.set(at.x, kLedge + 0.02, at.z);
      group.add(sign);
    };
    for (let i = 0; i < count; ++i) {
      const stone = { ...kPlainPiece, cell: -1, player: tray.player, x: left + i * step, y };
      const mesh = put(stone, false, kLedge + 0.004);
      mesh.scale.setScalar(r / 39);
      mesh.position.y = kLedge;
    }
    if (!tray.far) {
      write(`${tray.value} ${trayWords(tray)}`, tray.height / 230, tray.x + tray.width * 0.86);
      continue;
    }
    write(String(tray.value), tray.height / 190, left + count * step + 16);
    const back = tray.leads ? `#${palette.last.getHexString()}` : null;
    write(trayWords(tray), tray.height / 260, tray.x + tray.width * 0.72, back);
  }
  return group;
}
