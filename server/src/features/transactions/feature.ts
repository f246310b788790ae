import type { Feature } from '../../feature.ts';
import { bindTransactionRoutes } from './routes.ts';

export const transactions = {
  name: 'transactions',
  bindRoutes: bindTransactionRoutes,
  unfinished: `exists (select from wallet_transaction where user_id = $1 and status = 'PENDING')`,
} satisfies Feature;
