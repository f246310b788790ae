import { inTransaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { addJob } from '../../jobs/queue.ts';
import { recordTransactions } from '../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { findTopUpByToken, lockTopUp, type TopUpRow } from './queries.ts';
import { recordOfTopUp } from './record.ts';

// Long enough for a person to see that a payment is first seen and then confirmed.
const pretendConfirmationMs = 1_500;

/**
 * The pretend chain sees a payment: the top-up moves on and waits for its confirmation. Paying once more what is
 * paid already changes nothing and answers with how it stands.
 * @throws DomainError NotFound, PaymentNotPayable (the time ran out).
 */
export async function seePayment(
  services: Services,
  payment: { token: string; coin: string },
): Promise<TopUpRow> {
  const found = await findTopUpByToken(services.db.pool, payment.token);
  if (found === undefined) throw new DomainError('NotFound');
  const { topUp, isNews } = await inTransaction(services.db, async (trx) => {
    const locked = await lockTopUp(trx.client, found.id);
    if (locked === undefined) throw new DomainError('NotFound');
    if (locked.state === 'payment_seen' || locked.state === 'completed')
      return { topUp: locked, isNews: false };
    if (locked.state === 'expired' || locked.is_past_due) throw new DomainError('PaymentNotPayable');
    await trx.client.query(
      `update topup set state = 'payment_seen', paid_with = $2, seen_at = now() where id = $1`,
      [locked.id, payment.coin],
    );
    await recordTransactions(trx, [recordOfTopUp(locked, 'payment_seen')]);
    await addJob(
      trx,
      'confirm-sandbox-payment',
      { topUpId: locked.id },
      { runAt: new Date(Date.now() + pretendConfirmationMs) },
    );
    return { topUp: { ...locked, state: 'payment_seen', paid_with: payment.coin } as const, isNews: true };
  });
  if (isNews) services.events.publish([{ userId: topUp.user_id, topics: ['balance', 'transactions'] }]);
  return topUp;
}
