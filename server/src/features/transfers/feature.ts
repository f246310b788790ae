import type { Feature } from '../../feature.ts';
import { bindTransferRoutes } from './routes.ts';

export const transfers = {
  name: 'transfers',
  bindRoutes: bindTransferRoutes,
  personalTables: ['paid_recipient'],
  /** Whom whoever had the account paid of late is nobody's acquaintance. */
  async onFreeze(trx, userId) {
    await trx.client.query('delete from paid_recipient where user_id = $1 and not is_proved', [userId]);
  },
} satisfies Feature;
