import type { Feature } from '../../feature.ts';
import { expireTopUp } from './observe-top-up.ts';
import { bindTopUpRoutes } from './routes.ts';
import { bindSandboxRoutes } from './sandbox-routes.ts';
import { watchTopUps } from './watch-top-ups.ts';

declare module '../../jobs/queue.ts' {
  interface JobPayloads {
    'expire-top-up': { readonly topUpId: string };
  }
}

export const topUps = {
  name: 'topups',
  bindRoutes(bind, services) {
    bindTopUpRoutes(bind, services);
    if (services.rail.isSandbox) bindSandboxRoutes(bind, services);
  },
  jobs: { 'expire-top-up': expireTopUp },
  moneyTables: { topup: 'user_id' },
  // A final payment with a worth needs no clause: it was credited, is offered by a pending row of history, or was too small.
  unfinished: `
    exists (select from topup where user_id = $1 and state in ('awaiting_payment', 'payment_seen', 'underpaid'))
    or exists (
      select from topup_payment payment join topup on topup.id = payment.topup_id
      where topup.user_id = $1
        and ((payment.state = 'seen' and payment.seen_at > now() - interval '14 days')
             -- Waits for a price, to be offered then.
             or (payment.problem is not null and payment.state = 'confirmed' and payment.final_usd is null
                 and payment.asset <> 'USD'))
    )`,
  watchRail: watchTopUps,
} satisfies Feature;
