import type { Feature } from '../../feature.ts';
import { bindWalletRoutes } from './routes.ts';

export const wallet = { name: 'wallet', bindRoutes: bindWalletRoutes } satisfies Feature;
