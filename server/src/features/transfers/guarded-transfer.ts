import type { Amount } from '@mercury/contract/money/amount.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Origin } from '../../http/caller.ts';
import { tellPerson } from '../../identity/events/tell-person.ts';
import { logUnusual, tellUnusual, wasTold, type UnusualKind } from '../../identity/events/unusual.ts';
import { lockCaller } from '../../identity/person/locks.ts';
import type { UserRow } from '../../identity/person/person.ts';
import { findRepeat, post, type IdempotencyKey, type PostingOutcome } from '../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { amountText } from '../../mail/amount-text.ts';
import { securityParameters } from '../../security-parameters.ts';
import { judgeDay, requireAllowedRecipient } from './permit.ts';
import {
  countFirstPaid,
  findPartiesLocked,
  findSentToday,
  type SentToday,
  type TransferParties,
} from './queries.ts';
import { transferLimitOf } from './transfer-limit.ts';
import { makeTransferPosting, type TransferRequest, type TransferTerms } from './transfer-posting.ts';

interface GuardedTransfer {
  readonly request: TransferRequest;
  readonly parties: TransferParties;
  readonly terms: TransferTerms;
  readonly key: IdempotencyKey | undefined;
}

/**
 * Posts a transfer that a guard must count. The lock on the sender's row serializes such transfers: each sees what earlier ones
 * sent, so concurrent ones can't cross a limit together. The same commit records the recipient.
 * @throws DomainError Unauthenticated, TransferPaused, ProofRequired
 */
export async function postGuarded(services: Services, transfer: GuardedTransfer): Promise<PostingOutcome> {
  const { outcome, told } = await inTransaction(services.db, (trx) => postInTurn(trx, services, transfer));
  logUnusual(services.log, transfer.request.session.userId, told);
  return outcome;
}

async function postInTurn(
  trx: Transaction,
  services: Services,
  { request, parties: before, terms, key }: GuardedTransfer,
): Promise<{ outcome: PostingOutcome; told?: UnusualKind | undefined }> {
  const { session } = request;
  const user = await lockCaller(trx, session);
  const repeat = key && (await findRepeat(trx.client, key));
  if (repeat !== undefined) return { outcome: repeat };
  // Read again: a guard may have been turned on while this call waited for the row.
  const parties = await findPartiesLocked(
    trx.client,
    { senderId: user.id, recipientAddress: terms.recipientAddress, asset: terms.amount.asset },
    services.rail,
  );
  requireAllowedRecipient(parties);
  if (parties.isTwoFactorOn && !before.isTwoFactorOn) throw new DomainError('TwoFactorCodeRequired');
  const sent = await findSentToday(trx.client, { userId: user.id, asset: terms.amount.asset });
  const { isAboveLimit } = judgeDay(services, {
    parties,
    amount: terms.amount,
    sent,
    limit: transferLimitOf(user),
  });
  // With two-factor on, a code has just been shown.
  const isProved = parties.isTwoFactorOn || session.isProved;
  if (isAboveLimit && !isProved) throw new DomainError('ProofRequired');
  const [outcome] = await post(trx, [makeTransferPosting(services, { request, parties, terms })]);
  if (outcome === undefined) throw new Error('the ledger did not answer a posting');
  if (!outcome.isPosted || outcome.isRepeat) return { outcome };
  await rememberRecipient(trx, user, { address: terms.recipientAddress, isProved });
  const { origin } = request;
  if (isAboveLimit) await tellAboveLimit(trx, user, { terms, parties, origin });
  const isNew = !parties.isRecipientKnown;
  return { outcome, told: isNew ? await tellManyMet(trx, user, { sent, terms, origin }) : undefined };
}

async function tellAboveLimit(
  trx: Transaction,
  user: UserRow,
  {
    terms: { amount, recipientAddress: address },
    parties: { recipientUsername: username },
    origin,
  }: { terms: TransferTerms; parties: TransferParties; origin: Origin },
): Promise<void> {
  const recipient = username === null ? address : `@${username} (${address})`;
  const transfer = { amount: amountText(amount), recipient };
  await tellPerson(trx, user, { kind: 'transfer_above_limit', actor: 'person', origin, transfer });
}

/**
 * Tells the person about the fifth new recipient in a day. It reads the whole history only if there may be so many: `metToday`
 * also contains old recipients who were paid without a proof before, and with one today.
 */
async function tellManyMet(
  trx: Transaction,
  user: UserRow,
  { sent, terms, origin }: { sent: SentToday; terms: TransferTerms; origin: Origin },
): Promise<UnusualKind | undefined> {
  const { newRecipientsPerDay } = securityParameters.unusual;
  const addresses = [...new Set([...sent.metToday, terms.recipientAddress])];
  if (addresses.length < newRecipientsPerDay) return undefined;
  // Once told, a person who pays many each day needs no further lookups.
  if (await wasTold(trx, user.id, 'many_new_recipients')) return undefined;
  const count = await countFirstPaid(trx.client, { userId: user.id, addresses });
  return count < newRecipientsPerDay
    ? undefined
    : tellUnusual(trx, user, { kind: 'many_new_recipients', origin });
}

async function rememberRecipient(
  trx: Transaction,
  { id }: UserRow,
  { address, isProved }: { address: string; isProved: boolean },
): Promise<void> {
  await trx.client.query(
    `insert into paid_recipient (user_id, address, is_proved) values ($1, $2, $3)
     on conflict (user_id, address) do update set is_proved = true, first_paid_at = now()
     where excluded.is_proved and not paid_recipient.is_proved`,
    [id, address, isProved],
  );
}

/** The sums that the pause after a change of protection is checked against; undefined when there is no pause. */
export async function findSentWherePaused(
  services: Services,
  { senderId, parties, amount }: { senderId: string; parties: TransferParties; amount: Amount },
): Promise<SentToday | undefined> {
  if (parties.protectionChangedAt === null) return undefined;
  return findSentToday(services.db.pool, { userId: senderId, asset: amount.asset });
}
