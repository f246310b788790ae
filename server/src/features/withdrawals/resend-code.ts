import { limits } from '@mercury/contract/limits.ts';
import { inTransaction } from '../../db/database.ts';
import { maybeOne } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../http/caller.ts';
import { lockCaller } from '../../identity/person/locks.ts';
import type { Services } from '../../services.ts';
import { arrangeNext } from './arrange-next.ts';
import { lockWithdrawalOf, type WithdrawalRow } from './queries.ts';

/**
 * Mails a new code with a full lifetime from now; the earlier code stops working.
 * @throws DomainError NotFound, WithdrawalNotWaiting
 */
export async function resendCode(
  services: Services,
  { session, transactionId }: { session: Session; transactionId: string },
): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const user = await lockCaller(trx, session);
    const withdrawal = await lockWithdrawalOf(trx, { userId: user.id, transactionId });
    if (withdrawal === undefined) throw new DomainError('NotFound');
    const waiting = maybeOne(
      await trx.client.query<WithdrawalRow>(
        `update withdrawal set code_expires_at = now() + make_interval(secs => $2)
         where id = $1 and state = 'awaiting_confirmation' and verification = 'email' and code_expires_at > now()
         returning *`,
        [withdrawal.id, limits.withdrawalCodeMs / 1000],
      ),
    );
    if (waiting === undefined) throw new DomainError('WithdrawalNotWaiting');
    await arrangeNext(trx, services, { user, withdrawal: waiting });
  });
  services.events.publish([{ userId: session.userId, topics: ['transactions'] }]);
}
