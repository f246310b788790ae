import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { cancelWithdrawal as cancelEndpoint } from '@mercury/contract/api/withdrawals.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../http/caller.ts';
import { lockRow, lockCaller } from '../../identity/person/locks.ts';
import { hashToken } from '../../identity/secrets/tokens.ts';
import type { Services } from '../../services.ts';
import { cancellableStates } from '../transactions/present.ts';
import { giveBack } from './close.ts';
import { presentMoved } from './present-moved.ts';
import { lockWithdrawalOf, type WithdrawalRow } from './queries.ts';

/**
 * Cancels a withdrawal that has not been sent.
 * @throws DomainError NotFound, WithdrawalNotCancellable
 */
export async function cancelWithdrawal(
  services: Services,
  { session, transactionId }: { session: Session; transactionId: string },
): Promise<ReplyOf<typeof cancelEndpoint>> {
  const cancelled = await inTransaction(services.db, async (trx) => {
    const { id: userId } = await lockCaller(trx, session);
    const withdrawal = await lockWithdrawalOf(trx, { userId, transactionId });
    if (withdrawal === undefined) throw new DomainError('NotFound');
    await takeBack(trx, withdrawal);
    return withdrawal;
  });
  services.events.publish([
    { userId: session.userId, topics: ['balance', 'transactions', 'notices'] },
    { consoleTopics: ['withdrawals'] },
  ]);
  return presentMoved(services, cancelled);
}

/**
 * Cancels by the link in the mail, even when the account is frozen or somebody else is signed in.
 * @throws DomainError InvalidOrExpiredToken, WithdrawalNotCancellable
 */
export async function cancelByLink(services: Services, token: string): Promise<void> {
  const cancelled = await inTransaction(services.db, async (trx) => {
    const withdrawal = await lockWithdrawalOfLink(trx, token);
    if (withdrawal === undefined) throw new DomainError('InvalidOrExpiredToken');
    await takeBack(trx, withdrawal);
    return withdrawal;
  });
  services.events.publish([
    { userId: cancelled.user_id, topics: ['balance', 'transactions', 'notices'] },
    { consoleTopics: ['withdrawals'] },
  ]);
}

/** Lock order: the person's row first, as everywhere. */
async function lockWithdrawalOfLink(trx: Transaction, token: string): Promise<WithdrawalRow | undefined> {
  const found = await trx.kysely
    .selectFrom('withdrawal')
    .select(['user_id', 'transaction_id'])
    .where('cancel_token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (found === undefined) return undefined;
  await lockRow(trx, found.user_id);
  return lockWithdrawalOf(trx, { userId: found.user_id, transactionId: found.transaction_id });
}

async function takeBack(trx: Transaction, withdrawal: WithdrawalRow): Promise<void> {
  if (!cancellableStates.includes(withdrawal.state)) throw new DomainError('WithdrawalNotCancellable');
  await giveBack(trx, withdrawal, { state: 'cancelled' });
}
