import { advanceWithdrawal } from './advance-withdrawal.ts';
import type { PayingServices } from './pay-out.ts';

// The next round, a minute later, finds the rest.
const atOnceMax = 100;

/** Every minute: picks up withdrawals that a lost job or a dead process left behind. */
export async function watchWithdrawals(services: PayingServices): Promise<void> {
  const { db, rail, log } = services;
  const { rows } = await db.pool.query<{ id: string }>(
    `select withdrawal.id from withdrawal join app_user on app_user.id = withdrawal.user_id
     where closed_at is null and (
       (state = 'queued' and $1 and rail = $2 and not is_frozen(app_user.frozen_at, app_user.unfreezes_at)
         -- Whoever releases it queues its job.
         and (held_at is null or released_at is not null))
       -- What an operator pays by hand is the operator's to conclude.
       or (state = 'sending' and $1 and rail = $2 and sent_at < now() - interval '1 minute')
       or (state = 'waiting_period' and waits_until <= now())
       or (state = 'awaiting_confirmation' and code_expires_at <= now())
     )
     order by withdrawal.created_at
     limit $3`,
    [rail.canPayOut, rail.name, atOnceMax],
  );
  for (const { id } of rows) {
    try {
      await advanceWithdrawal(services, { withdrawalId: id });
    } catch (error) {
      // The others go on; the next round finds this one again.
      log.error({ err: error, withdrawalId: id }, 'a withdrawal could not be moved on');
    }
  }
}
