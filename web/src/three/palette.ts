// Colours of the style sheets, so that themes and dark mode hold in 3D too.
import { Color } from 'three';

export interface PlayerPaint {
  body: Color;
  rim: Color;
  on: Color;
}

export interface Palette {
  field: Color;
  odd: Color;
  far: Color;
  frame: Color;
  edge: Color;
  table: Color;
  grain: boolean; // the theme is of wood
  dim: boolean; // the room is dark
  frameInk: string;
  mark: Color;
  halo: Color;
  last: Color;
  danger: Color;
  best: Color;
  other: Color;
  peg: Color;
  ink: string;
  players: PlayerPaint[];
  key: string; // changes when any colour does
}

function property(style: CSSStyleDeclaration, name: string, otherwise: string): string {
  return style.getPropertyValue(name).trim() || otherwise;
}

export function readPalette(box: HTMLElement, colours: readonly string[]): Palette {
  const style = getComputedStyle(box);
  const colour = (name: string): Color => new Color(property(style, name, '#888'));
  const probe = document.createElement('i');
  box.append(probe);
  const players = colours.map((name) => {
    probe.className = `c-${name}`;
    const own = getComputedStyle(probe);
    return {
      body: new Color(property(own, '--body', '#888')),
      rim: new Color(property(own, '--rim', '#222')),
      on: new Color(property(own, '--on', '#fff')),
    };
  });
  probe.remove();
  const table = colour('--table');
  const found = {
    field: colour('--field'),
    odd: colour('--odd'),
    far: colour('--far'),
    frame: colour('--frame'),
    edge: colour('--frame-edge'),
    table,
    dim: table.getHSL({ h: 0, s: 0, l: 0 }).l < 0.5,
    grain: property(style, '--grain', 'transparent') !== 'transparent',
    frameInk: property(style, '--frame-ink', '#fff'),
    mark: colour('--mark'),
    halo: colour('--mark-halo'),
    last: colour('--last'),
    danger: colour('--danger-mark'),
    best: colour('--analysis'),
    other: colour('--analysis-other'),
    peg: colour('--peg'),
    ink: property(style, '--ink', '#222'),
    players,
  };
  return { ...found, key: JSON.stringify(found) };
}
