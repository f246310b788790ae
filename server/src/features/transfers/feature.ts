import type { Feature } from '../../feature.ts';
import { bindTransferRoutes } from './routes.ts';

export const transfers = {
  name: 'transfers',
  bindRoutes: bindTransferRoutes,
  personalTables: ['paid_recipient'],
  /** An intruder may have paid the recipients without a proof: they must not stay known. */
  async onFreeze(trx, userId) {
    await trx.client.query('delete from paid_recipient where user_id = $1 and not is_proved', [userId]);
  },
} satisfies Feature;
