import type { Feature } from '../../feature.ts';
import { bindDepositRoutes } from './routes.ts';
import { watchDeposits } from './watch-deposits.ts';

export const deposits = {
  name: 'deposits',
  bindRoutes: bindDepositRoutes,
  moneyTables: { deposit: 'user_id', unassigned_deposit: 'assigned_to' },
  unfinished: `
    exists (select from deposit where user_id = $1 and state = 'confirming')
    or exists (
      select from unassigned_deposit kept
      where assigned_to = $1 and not has_failed
        and not exists (
          select from deposit
          where deposit.rail = kept.rail and deposit.external_id = kept.external_id and user_id = $1
        )
    )`,
  watchRail: watchDeposits,
} satisfies Feature;
