import type { Transaction } from '../../db/database.ts';
import { createFreezeToken } from '../../identity/events/account-links.ts';
import type { UserRow } from '../../identity/person/person.ts';
import { createCode, createToken, hashCode, hashToken } from '../../identity/secrets/tokens.ts';
import { addJob } from '../../jobs/queue.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import type { Services } from '../../services.ts';
import { holdIfLarge, type ApprovalTerms } from './large-payouts.ts';
import { mailedTermsOf } from './mailed-terms.ts';
import type { WithdrawalRow } from './queries.ts';

/**
 * Queues what the new state needs, in the commit that sets it: the mail with the code or the cancel link, and the job for the end
 * of the wait.
 */
export async function arrangeNext(
  trx: Transaction,
  services: Pick<Services, 'rail'> & ApprovalTerms,
  { user, withdrawal }: { user: UserRow; withdrawal: WithdrawalRow },
): Promise<void> {
  const { id, state, verification, code_expires_at, waits_until } = withdrawal;
  switch (state) {
    case 'awaiting_confirmation':
      if (verification === 'email') await mailCode(trx, user, withdrawal);
      if (code_expires_at === null) throw new Error(`withdrawal ${id} waits for its code without an end`);
      return addJob(trx, 'advance-withdrawal', { withdrawalId: id }, { runAt: code_expires_at });
    case 'waiting_period':
      if (waits_until === null) throw new Error(`withdrawal ${id} waits without an end`);
      await mailWayBack(trx, { user, withdrawal, waitsUntil: waits_until });
      return addJob(trx, 'advance-withdrawal', { withdrawalId: id }, { runAt: waits_until });
    case 'queued':
      if (await holdIfLarge(trx, services, withdrawal)) return;
      // When the rail can't pay out by itself, an operator pays by hand.
      if (services.rail.canPayOut) await addJob(trx, 'advance-withdrawal', { withdrawalId: id });
      return;
    case 'sending':
    case 'unclear':
    case 'completed':
    case 'failed':
    case 'cancelled':
    case 'expired':
      return;
    default:
      state satisfies never;
  }
}

/** Bound to one withdrawal: the code of another withdrawal, or of another email address of the account, does not match. */
export function hashWithdrawalCode(code: string, user: UserRow, withdrawalId: string): Buffer {
  return hashCode(code, { userId: user.id, email: user.email, purpose: `withdrawal ${withdrawalId}` });
}

/** A new code replaces the earlier one. */
async function mailCode(trx: Transaction, user: UserRow, withdrawal: WithdrawalRow): Promise<void> {
  const code = createCode();
  await trx.kysely
    .updateTable('withdrawal')
    .set({ code_hash: hashWithdrawalCode(code, user, withdrawal.id), code_attempts: 0 })
    .where('id', '=', withdrawal.id)
    .execute();
  const freezeToken = await createFreezeToken(trx, user);
  await enqueueMail(
    trx,
    { userId: user.id, email: user.email, locale: user.locale },
    { template: 'withdrawal-code', values: { ...mailedTermsOf(withdrawal, user), code, freezeToken } },
  );
}

async function mailWayBack(
  trx: Transaction,
  { user, withdrawal, waitsUntil }: { user: UserRow; withdrawal: WithdrawalRow; waitsUntil: Date },
): Promise<void> {
  const cancelToken = createToken();
  await trx.kysely
    .updateTable('withdrawal')
    .set({ cancel_token_hash: hashToken(cancelToken) })
    .where('id', '=', withdrawal.id)
    .execute();
  const freezeToken = await createFreezeToken(trx, user);
  await enqueueMail(
    trx,
    { userId: user.id, email: user.email, locale: user.locale },
    {
      template: 'withdrawal-waiting',
      values: {
        ...mailedTermsOf(withdrawal, user),
        waitsUntil: waitsUntil.toISOString(),
        cancelToken,
        freezeToken,
      },
    },
  );
}
