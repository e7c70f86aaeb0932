// The light of a room: soft from above, a window, a bright wall; and one sun that throws shadows. Lights cost
// nothing to make, where a picture of a room that is reflected takes a small device seconds.
import { DirectionalLight, HemisphereLight } from 'three';

export interface Lights {
  sky: HemisphereLight;
  sun: DirectionalLight;
  fills: DirectionalLight[];
}

export function roomLights(): Lights {
  const sun = new DirectionalLight('#fff1dc');
  sun.position.set(-5.5, 11, -5);
  sun.castShadow = true;
  sun.shadow.mapSize.set(1024, 1024);
  sun.shadow.radius = 2.5;
  sun.shadow.bias = -0.0004;
  sun.shadow.normalBias = 0.01;
  const window = new DirectionalLight('#e6f0ff');
  window.position.set(8, 6, -4);
  const wall = new DirectionalLight('#fff6ea');
  wall.position.set(-2, 5, 9);
  return { sky: new HemisphereLight('#fffaf2', '#a8937c'), sun, fills: [window, wall] };
}

export function dimLights({ sky, sun, fills }: Lights, dim: boolean): void {
  sky.intensity = dim ? 1.55 : 1.75;
  sun.intensity = dim ? 1.15 : 1.3;
  for (const each of fills) each.intensity = dim ? 0.3 : 0.35;
}

export function aimSun({ sun }: Lights, reach: number): void {
  Object.assign(sun.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0.5, far: 40 });
  sun.shadow.camera.updateProjectionMatrix();
}
