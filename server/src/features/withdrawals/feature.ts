import type { Feature } from '../../feature.ts';
import { advanceWithdrawal } from './advance-withdrawal.ts';
import { takeBackUnsent } from './close.ts';
import { bindWithdrawalRoutes } from './routes.ts';
import { watchWithdrawals } from './watch-withdrawals.ts';

declare module '../../jobs/queue.ts' {
  interface JobPayloads {
    /** Moves a withdrawal on by one step: its code expired, its waiting period ended, or its payout is due. */
    'advance-withdrawal': { readonly withdrawalId: string };
  }
}

export const withdrawals = {
  name: 'withdrawals',
  bindRoutes: bindWithdrawalRoutes,
  jobs: { 'advance-withdrawal': advanceWithdrawal },
  personalTables: ['withdrawal_address'],
  moneyTables: { withdrawal: 'user_id' },
  unfinished: 'exists (select from withdrawal where user_id = $1 and closed_at is null)',
  onFreeze: takeBackUnsent,
  watchRail: watchWithdrawals,
} satisfies Feature;
