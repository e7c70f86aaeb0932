import type { ScreenProps } from '../app_contract';

export default function Screen({ route }: ScreenProps) {
  return <h1>{route.screen}</h1>;
}
