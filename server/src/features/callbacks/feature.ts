import type { Feature } from '../../feature.ts';
import { installCallbackRoute } from './routes.ts';

export const callbacks = { name: 'callbacks', installRoutes: installCallbackRoute } satisfies Feature;
