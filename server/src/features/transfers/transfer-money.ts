import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { transfer } from '@mercury/contract/api/wallets.ts';
import {
  isWholeOutside,
  parseAmount,
  parseAmountOutside,
  type Amount,
} from '@mercury/contract/money/amount.ts';
import { assetOf } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { DomainError } from '../../errors.ts';
import { findRepeat, type PostingOutcome, type Receipt } from '../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { addressOf, requireRecipientName } from './find-recipient.ts';
import { findSentWherePaused, postGuarded } from './guarded-transfer.ts';
import { isGuarded, judgeDay, requireAllowedRecipient } from './permit.ts';
import { presentTransfer } from './present.ts';
import type { FindTransferParties, TransferParties } from './queries.ts';
import { requireSenderCode } from './require-sender-code.ts';
import { transferLimitOf } from './transfer-limit.ts';
import {
  makeTransferPosting,
  transferKeyOf,
  type TransferInput,
  type TransferRequest,
  type TransferTerms,
} from './transfer-posting.ts';

export interface TransferResult {
  readonly reply: ReplyOf<typeof transfer>;
  /** Whom the money reached. After a repeat this is not always who has the username now. */
  readonly recipientAddress: string;
}

/**
 * Moves money between two accounts in one posting. The same commit writes a history row for each side and the idempotency key.
 * @throws DomainError if a rule of money refuses; no money has moved then.
 */
export async function transferMoney(
  services: Services,
  request: TransferRequest,
  findParties: FindTransferParties,
): Promise<TransferResult> {
  const { input } = request;
  const senderId = request.session.userId;
  const amount = readAmount(input);
  const recipientAddress = await addressOf(services.db, requireRecipientName(input.recipientAddress));
  if (recipientAddress === undefined) return resultOf(services, senderId, await repeatOf(services, request));
  const parties = await findParties({
    senderId,
    recipientAddress,
    asset: amount.asset,
  });
  const outcome = await makeTransfer(services, { request, parties, amount, recipientAddress });
  const result = resultOf(services, senderId, outcome);
  const { recipientId } = parties;
  services.events.publish([
    { userId: senderId, topics: ['balance', 'transactions'] },
    ...(recipientId === null
      ? []
      : [{ userId: recipientId, topics: ['balance', 'transactions', 'notices'] } as const]),
  ]);
  return result;
}

/**
 * Nobody has the username. But a repeat is answered as the first call was, though its recipient has left since.
 * @throws DomainError RecipientNotFound
 */
async function repeatOf({ db }: Services, request: TransferRequest): Promise<PostingOutcome> {
  const key = transferKeyOf(request);
  const repeat = key && (await findRepeat(db.pool, key));
  if (repeat === undefined) throw new DomainError('RecipientNotFound');
  return repeat;
}

function resultOf(services: Services, senderId: string, outcome: PostingOutcome): TransferResult {
  const reply = presentTransfer(services, senderId, receiptOf(outcome));
  const recipientAddress = reply.transaction.counterparty;
  if (recipientAddress === null) throw new Error('a transfer without its recipient');
  return { reply, recipientAddress };
}

async function makeTransfer(
  services: Services,
  options: {
    request: TransferRequest;
    parties: TransferParties;
    amount: Amount;
    recipientAddress: string;
  },
): Promise<PostingOutcome> {
  const { request, parties, amount, recipientAddress } = options;
  const { input } = request;
  const senderId = request.session.userId;
  const isWatched = isGuarded(parties);
  const key = transferKeyOf(request);
  // The posting detects a repeat by itself. But the checks before it must not refuse a repeat, or ask it for anything.
  const mayRefuse =
    parties.recipientId === null || parties.isTwoFactorOn || isWatched || !isWholeOutside(amount);
  // Read this before looking up a repeat. Otherwise what the first call sent meanwhile would count against its repeat.
  const sent = parties.isTwoFactorOn
    ? await findSentWherePaused(services, { senderId, parties, amount })
    : undefined;
  const isLookedFor = key !== undefined && mayRefuse;
  const repeat = isLookedFor ? await findRepeat(services.db.pool, key) : undefined;
  if (repeat !== undefined) return repeat;

  const recipientId = recipientOf(parties, senderId);
  requireAllowedRecipient(parties);
  requireTypeable(amount, parties);
  // Check this before a code is used or a proof is requested.
  if (mayRefuse && parties.senderAvailable < amount.minorUnits) throw new DomainError('InsufficientBalance');
  if (parties.isTwoFactorOn) {
    if (sent !== undefined) judgeDay(services, { parties, amount, sent, limit: transferLimitOf(parties) });
    const code = input.twoFactorCode;
    const madeMeanwhile = await requireSenderCode(services, {
      senderId,
      code,
      origin: request.origin,
      key,
    });
    if (madeMeanwhile !== undefined) return madeMeanwhile;
  }
  const terms: TransferTerms = { amount, recipientAddress, recipientId, note: input.note || undefined };
  if (isWatched) return postGuarded(services, { request, parties, terms, key });
  return services.ledger.postTogether(makeTransferPosting(services, { request, parties, terms }));
}

function recipientOf({ recipientId, isSenderFrozen }: TransferParties, senderId: string): string {
  // A freeze ends all sessions: this one ended during the call.
  if (isSenderFrozen) throw new DomainError('Unauthenticated');
  if (recipientId === null) throw new DomainError('RecipientNotFound');
  if (recipientId === senderId) throw new DomainError('RecipientIsSelf');
  return recipientId;
}

function readAmount(input: TransferInput): Amount {
  const asset = input.currency ?? coinCode;
  if (!assetOf(asset).isTransferable) throw new DomainError('CurrencyNotTransferable');
  const typed = parseAmountOutside(asset, input.amount);
  // Finer than a cent it may be all that there is (requireTypeable).
  const amount = typed ?? parseAmount(asset, input.amount);
  if (amount === undefined || (typed === undefined && isWholeOutside(amount))) throw invalidAmount();
  if (amount.minorUnits <= 0n) throw new DomainError('AmountNotPositive');
  return amount;
}

/** Dollars are typed in cents; only all that there is of them may be finer, so that a balance can be emptied. */
function requireTypeable(amount: Amount, { senderAvailable }: TransferParties): void {
  if (!isWholeOutside(amount) && amount.minorUnits !== senderAvailable) throw invalidAmount();
}

function invalidAmount(): DomainError {
  return new DomainError('ValidationFailed', { fieldErrors: [{ field: 'amount', key: 'invalidAmount' }] });
}

function receiptOf(outcome: PostingOutcome): Receipt {
  if (outcome.isPosted) return outcome.receipt;
  switch (outcome.refusal) {
    case 'InsufficientBalance':
    case 'IdempotencyKeyReused':
      throw new DomainError(outcome.refusal);
    case 'SenderFrozen':
      // A freeze ends all sessions: this one ended during the call.
      throw new DomainError('Unauthenticated');
    case 'AccountClosed':
      // The closed account is the recipient's: a closed account has nothing to send.
      throw new DomainError('RecipientNotFound');
    case 'HoldNotOpen':
    case 'NotReversible':
      throw new Error(`a transfer was refused as ${outcome.refusal}`);
    default:
      return outcome.refusal satisfies never;
  }
}
