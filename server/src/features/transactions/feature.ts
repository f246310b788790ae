import type { Feature } from '../../feature.ts';
import { bindTransactionRoutes } from './routes.ts';

export const transactions = {
  name: 'transactions',
  bindRoutes: bindTransactionRoutes,
  moneyTables: { wallet_transaction: 'user_id' },
  unfinished: `exists (select from wallet_transaction where user_id = $1 and status = 'PENDING')`,
} satisfies Feature;
