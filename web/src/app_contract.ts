// What every screen takes: a lazily imported module with a default export.
import type { Route } from './router';

export interface ScreenProps {
  route: Route;
}
