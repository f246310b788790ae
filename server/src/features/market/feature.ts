import type { Feature } from '../../feature.ts';
import { bindMarketRoutes } from './routes.ts';

export const market = { name: 'market', bindRoutes: bindMarketRoutes } satisfies Feature;
