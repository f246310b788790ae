import type { Feature } from '../../feature.ts';
import { bindConfigRoutes } from './routes.ts';

export const config = { name: 'config', bindRoutes: bindConfigRoutes } satisfies Feature;
