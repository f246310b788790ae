import type { Bind } from '../../http/bind.ts';
import type { Services } from '../../services.ts';

export function bindPasskeyRoutes(_bind: Bind, _services: Services): void {}
