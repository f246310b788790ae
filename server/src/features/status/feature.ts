import type { Feature } from '../../feature.ts';
import { bindStatusRoutes } from './routes.ts';

export const status = { name: 'status', bindRoutes: bindStatusRoutes } satisfies Feature;
