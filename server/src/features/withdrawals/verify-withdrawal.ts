import { timingSafeEqual } from 'node:crypto';
import type { BodyOf, ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { verifyWithdrawal as verifyEndpoint } from '@mercury/contract/api/withdrawals.ts';
import { inTransaction, type Database } from '../../db/database.ts';
import { maybeOne } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import type { Origin, Session } from '../../http/caller.ts';
import { checkTwoFactorCode, tellCountedCode } from '../../identity/factors/check-code.ts';
import { refuseFrozen } from '../../identity/person/frozen.ts';
import { lockCaller } from '../../identity/person/locks.ts';
import { getUser } from '../../identity/person/person.ts';
import { securityParameters } from '../../security-parameters.ts';
import type { Services } from '../../services.ts';
import { arrangeNext, hashWithdrawalCode } from './arrange-next.ts';
import { moveOn } from './move-on.ts';
import { nextStepOf, requireAllowed } from './permit.ts';
import { presentMoved } from './present-moved.ts';
import { findCircumstances, lockWithdrawal, type WithdrawalRow } from './queries.ts';

export interface VerifyRequest {
  readonly session: Session;
  readonly origin: Origin;
  readonly input: BodyOf<typeof verifyEndpoint>;
}

/**
 * Confirms one withdrawal, for exactly the currency, amount and address that it was asked for with. An allow-list turned on
 * meanwhile applies too: the withdrawal then goes on waiting.
 * @throws DomainError NotFound, WithdrawalNotWaiting, InvalidOrExpiredCode, InvalidTwoFactorCode, RateLimitExceeded,
 * AccountFrozen, AddressNotAllowed
 */
export async function verifyWithdrawal(
  services: Services,
  { session, origin, input }: VerifyRequest,
): Promise<ReplyOf<typeof verifyEndpoint>> {
  const waiting = await countTry(services.db, {
    userId: session.userId,
    transactionId: input.transactionId,
  });
  await checkCode(services, waiting, { code: input.code, origin });
  await inTransaction(services.db, async (trx) => {
    const user = await lockCaller(trx, session);
    refuseFrozen(user);
    const withdrawal = await lockWithdrawal(trx, waiting.id);
    // Meanwhile it was cancelled, expired, confirmed by another call or given another code.
    if (withdrawal.state !== 'awaiting_confirmation' || !isSameCode(withdrawal, waiting)) {
      throw new DomainError('WithdrawalNotWaiting');
    }
    const { asset, address, memo } = withdrawal;
    const circumstances = await findCircumstances(trx, {
      userId: user.id,
      asset,
      destination: { address, memo },
    });
    requireAllowed(services, { user, circumstances, isProgram: false });
    const step = nextStepOf(services, circumstances);
    const moved = await moveOn(trx, withdrawal, step);
    await arrangeNext(trx, services, { user, withdrawal: moved });
  });
  services.events.publish([
    { userId: session.userId, topics: ['transactions'] },
    { consoleTopics: ['withdrawals'] },
  ]);
  return presentMoved(services, waiting);
}

/** Commits the count before the code is checked, so that parallel tries can't exceed the limit. */
async function countTry(
  { pool }: Database,
  place: { userId: string; transactionId: string },
): Promise<WithdrawalRow> {
  const waiting = maybeOne(
    await pool.query<WithdrawalRow>(
      `update withdrawal set code_attempts = code_attempts + 1
       where user_id = $1 and transaction_id = $2
         and state = 'awaiting_confirmation' and code_expires_at > now() and code_attempts < $3
       returning *`,
      [place.userId, place.transactionId, securityParameters.withdrawalCode.triesMax],
    ),
  );
  if (waiting !== undefined) return waiting;
  throw await refusalOf(pool, place);
}

async function refusalOf(
  pool: Database['pool'],
  { userId, transactionId }: { userId: string; transactionId: string },
): Promise<DomainError> {
  const row = maybeOne(
    await pool.query<{
      has_spent_tries: boolean;
      verification: WithdrawalRow['verification'];
    }>(
      `select state = 'awaiting_confirmation' and code_expires_at > now() as has_spent_tries, verification
       from withdrawal where user_id = $1 and transaction_id = $2`,
      [userId, transactionId],
    ),
  );
  if (row === undefined) return new DomainError('NotFound');
  if (!row.has_spent_tries) return new DomainError('WithdrawalNotWaiting');
  // Mail can bring another code. A withdrawal that waits for the authenticator must be cancelled and asked for again.
  return row.verification === 'email'
    ? new DomainError('InvalidOrExpiredCode')
    : new DomainError('InvalidTwoFactorCode', { textKey: 'withdrawals.triesSpent' });
}

async function checkCode(
  services: Services,
  waiting: WithdrawalRow,
  { code, origin }: { code: string; origin: Origin },
): Promise<void> {
  const user = await getUser(services.db.kysely, waiting.user_id);
  if (waiting.verification === 'email') {
    const { code_hash } = waiting;
    const shown = hashWithdrawalCode(code, user, waiting.id);
    if (code_hash !== null && timingSafeEqual(shown, code_hash)) return;
    await tellCountedCode(services, { userId: user.id, origin, wrongInRow: waiting.code_attempts });
    throw new DomainError('InvalidOrExpiredCode');
  }
  // Two-factor was turned off meanwhile: no code can confirm this withdrawal any more, and it expires.
  if (user.two_factor_enabled_at === null) throw new DomainError('WithdrawalNotWaiting');
  await checkTwoFactorCode(services, { userId: user.id, code, origin });
}

function isSameCode(now: WithdrawalRow, then: WithdrawalRow): boolean {
  if (now.code_hash === null || then.code_hash === null) return now.code_hash === then.code_hash;
  return now.code_hash.equals(then.code_hash);
}
