import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import { createFreezeToken } from '../../identity/events/account-links.ts';
import { getUser, type UserRow } from '../../identity/person/person.ts';
import {
  release,
  settle,
  type HouseAccountKind,
  type PostingEntry,
  type PostingOutcome,
} from '../../ledger/ledger.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { isTold } from '../notices/choices.ts';
import { mailMoney } from '../notices/mail-money.ts';
import { cancellableStates } from '../transactions/present.ts';
import { mailedTermsOf } from './mailed-terms.ts';
import type { WithdrawalRow } from './queries.ts';
import { recordOfWithdrawal } from './record.ts';

/** The money has left: spends the hold on the payout and the fee. The caller holds the row. */
export async function closeAsPaid(
  trx: Transaction,
  withdrawal: WithdrawalRow,
  externalReference: string,
): Promise<void> {
  const { asset, amount, fee, hold_id } = withdrawal;
  const house = (kind: HouseAccountKind, gained: bigint): PostingEntry => ({
    account: { owner: 'house', asset, kind },
    amount: gained,
  });
  const transferId = uuidv7();
  mustBePosted(
    await settle(trx, {
      holdId: hold_id,
      transferId,
      kind: 'withdrawal',
      to: [house('rail_clearing', amount - fee), ...(fee === 0n ? [] : [house('fees', fee)])],
      records: [recordOfWithdrawal(withdrawal, 'completed')],
    }),
    withdrawal,
  );
  await trx.client.query(
    `update withdrawal
     set state = 'completed', transfer_id = $2, external_reference = $3, sent_at = coalesce(sent_at, now()),
         verified_at = coalesce(verified_at, now()), closed_at = now()
     where id = $1`,
    [withdrawal.id, transferId, externalReference],
  );
  const user = await findOwner(trx, withdrawal);
  if (!isTold(user, 'moneyOut', 'mail')) return;
  const freezeToken = await createFreezeToken(trx, user);
  await enqueueMail(
    trx,
    { userId: user.id, email: user.email, locale: user.locale },
    {
      template: 'withdrawal-sent',
      values: { ...mailedTermsOf(withdrawal, user), reference: externalReference, freezeToken },
    },
  );
}

/** The money will not leave: gives all of it back and tells the person. The caller holds the row. */
export async function closeAsFailed(
  trx: Transaction,
  withdrawal: WithdrawalRow,
  reason: string,
): Promise<void> {
  await giveBack(trx, withdrawal, { state: 'failed', reason });
  const user = await findOwner(trx, withdrawal);
  if (!isTold(user, 'moneyOut', 'mail')) return;
  await enqueueMail(
    trx,
    { userId: user.id, email: user.email, locale: user.locale },
    { template: 'withdrawal-failed', values: mailedTermsOf(withdrawal, user) },
  );
}

/** Releases the whole hold. The caller holds the row, and has checked that the money has not left. */
export async function giveBack(
  trx: Transaction,
  withdrawal: WithdrawalRow,
  { state, reason }: { state: 'failed' | 'cancelled' | 'expired'; reason?: string },
): Promise<void> {
  const transferId = uuidv7();
  mustBePosted(
    await release(trx, {
      holdId: withdrawal.hold_id,
      transferId,
      records: [recordOfWithdrawal(withdrawal, state)],
    }),
    withdrawal,
  );
  await trx.client.query(
    `update withdrawal
     set state = $2, transfer_id = $3, failure = $4, code_hash = null, cancel_token_hash = null, closed_at = now()
     where id = $1`,
    [withdrawal.id, state, transferId, reason ?? null],
  );
  if (state !== 'failed') await mailTakenBack(trx, withdrawal, state);
}

/** A person who did not cancel it learns that somebody did. */
async function mailTakenBack(
  trx: Transaction,
  withdrawal: WithdrawalRow,
  state: 'cancelled' | 'expired',
): Promise<void> {
  const { transaction_id: transactionId, asset, amount } = withdrawal;
  await mailMoney(trx, await findOwner(trx, withdrawal), {
    kind: state === 'cancelled' ? 'withdrawal_cancelled' : 'withdrawal_expired',
    transactionId,
    currency: asset,
    amount: formatAmount(amountOf(asset, amount)),
  });
}

/**
 * Gives back every unsent withdrawal of the person, each whole. The caller holds the person's row: asking for, confirming or
 * sending a withdrawal locks that row first, so nothing is sent meanwhile.
 */
export async function takeBackUnsent(trx: Transaction, userId: string): Promise<void> {
  const { rows } = await trx.client.query<WithdrawalRow>(
    'select * from withdrawal where user_id = $1 and state = any ($2) order by id for update',
    [userId, cancellableStates],
  );
  for (const withdrawal of rows) await giveBack(trx, withdrawal, { state: 'cancelled' });
}

/** Invariant: an open withdrawal has an open hold. Anything else is a bug and must change nothing. */
function mustBePosted(outcome: PostingOutcome, { id }: WithdrawalRow): void {
  if (!outcome.isPosted) throw new Error(`withdrawal ${id} could not be closed: ${outcome.refusal}`);
}

/** The owner still exists: a person can't leave before their withdrawals are closed. */
async function findOwner(trx: Transaction, { user_id }: WithdrawalRow): Promise<UserRow> {
  return getUser(trx.kysely, user_id);
}
