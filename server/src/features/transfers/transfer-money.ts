import { createHash } from 'node:crypto';
import type { BodyOf, ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { transfer } from '@mercury/contract/api/wallets.ts';
import { isWalletAddress, normalizeAddress } from '@mercury/contract/money/address.ts';
import { parseAmount, type Amount } from '@mercury/contract/money/amount.ts';
import { parsePrice, formatPrice } from '@mercury/contract/money/price.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import { DomainError } from '../../errors.ts';
import type { Posting, PostingOutcome, Receipt } from '../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { presentTransaction } from '../transactions/present.ts';
import { presentWallet } from '../wallet/present.ts';
import { findTransferParties, type TransferParties } from './queries.ts';

type TransferInput = BodyOf<typeof transfer>;

export interface TransferRequest {
  readonly senderId: string;
  readonly input: TransferInput;
  readonly idempotencyKey: string | undefined;
}

export interface TransferResult {
  readonly reply: ReplyOf<typeof transfer>;
  readonly recipientAddress: string;
}

/**
 * Moves money from one account to another in one posting, with a row of history for each side and the key that
 * makes a repeat harmless, all in one commit.
 * @throws DomainError for what the rules of money refuse; nothing has moved then.
 */
export async function transferMoney(services: Services, request: TransferRequest): Promise<TransferResult> {
  const amount = readAmount(request.input);
  const recipientAddress = readAddress(request.input.recipientAddress);
  const parties = await findTransferParties(services.db, {
    senderId: request.senderId,
    recipientAddress,
    asset: amount.asset,
  });
  if (parties.recipientId === null) throw new DomainError('RecipientNotFound');
  if (parties.recipientId === request.senderId) throw new DomainError('RecipientIsSelf');

  const terms = {
    amount,
    recipientAddress,
    recipientId: parties.recipientId,
    note: request.input.note || undefined,
  };
  const outcome = await services.ledger.postTogether(makePosting(services, { request, parties, terms }));
  const receipt = receiptOf(outcome);
  services.events.publish([
    { userId: request.senderId, topics: ['balance', 'transactions'] },
    { userId: terms.recipientId, topics: ['balance', 'transactions'] },
  ]);
  return { reply: presentTransfer(services, request.senderId, receipt), recipientAddress };
}

interface TransferTerms {
  readonly amount: Amount;
  readonly recipientAddress: string;
  readonly recipientId: string;
  readonly note: string | undefined;
}

function readAmount(input: TransferInput): Amount {
  const asset = input.currency ?? coinCode;
  // Addresses of accounts are addresses of the product's own coin; nothing else moves between them.
  if (asset !== coinCode) throw new DomainError('CurrencyNotTransferable');
  const amount = parseAmount(asset, input.amount);
  if (amount === undefined) {
    throw new DomainError('ValidationFailed', { fieldErrors: [{ field: 'amount', key: 'invalidAmount' }] });
  }
  if (amount.minorUnits <= 0n) throw new DomainError('AmountNotPositive');
  return amount;
}

function readAddress(text: string): string {
  if (!isWalletAddress(text)) throw new DomainError('InvalidAddress');
  return normalizeAddress(text);
}

/** What the first reply was made of, so that a repeat is answered alike whatever has changed since. */
const contextSchema = z.object({
  transactionId: z.string(),
  amount: z.string(),
  recipientAddress: z.string(),
  senderAddress: z.string(),
  note: z.nullable(z.string()),
  senderHeld: z.string(),
  senderPending: z.string(),
  priceUsd: z.string(),
});

function makePosting(
  services: Services,
  options: { request: TransferRequest; parties: TransferParties; terms: TransferTerms },
): Posting {
  const { request, parties, terms } = options;
  const { amount } = terms;
  const senderRecordId = uuidv7();
  const record = {
    type: 'TRANSFER',
    asset: amount.asset,
    amount: amount.minorUnits,
    status: 'COMPLETED',
    state: 'completed',
  } as const;
  const note = terms.note === undefined ? {} : { note: terms.note };
  return {
    transferId: uuidv7(),
    kind: 'transfer',
    entries: [
      {
        account: { owner: request.senderId, asset: amount.asset, kind: 'available' },
        amount: -amount.minorUnits,
      },
      {
        account: { owner: terms.recipientId, asset: amount.asset, kind: 'available' },
        amount: amount.minorUnits,
      },
    ],
    idempotency: {
      ownerId: request.senderId,
      // A caller without a key of its own gets one that nobody repeats.
      key: request.idempotencyKey ?? uuidv7(),
      fingerprint: fingerprintOf(request.input),
      context: {
        transactionId: senderRecordId,
        amount: amount.minorUnits.toString(),
        recipientAddress: terms.recipientAddress,
        senderAddress: parties.senderAddress,
        note: terms.note ?? null,
        senderHeld: parties.senderHeld.toString(),
        senderPending: parties.senderPending.toString(),
        priceUsd: formatPrice(services.config.coinPriceUsd),
      },
    },
    records: [
      {
        ...record,
        ...note,
        id: senderRecordId,
        userId: request.senderId,
        direction: 'out',
        counterparty: terms.recipientAddress,
      },
      {
        ...record,
        ...note,
        id: uuidv7(),
        userId: terms.recipientId,
        direction: 'in',
        counterparty: parties.senderAddress,
      },
    ],
  };
}

/** The same input, however its JSON was written, has the same fingerprint. */
function fingerprintOf(input: TransferInput): string {
  const fields = Object.entries(input).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify(['transfer', fields]))
    .digest('hex');
}

function receiptOf(outcome: PostingOutcome): Receipt {
  if (outcome.isPosted) return outcome.receipt;
  switch (outcome.refusal) {
    case 'InsufficientBalance':
    case 'IdempotencyKeyReused':
      throw new DomainError(outcome.refusal);
    case 'AccountClosed':
      // Of the two it can only be the recipient's: a closed one has nothing to send.
      throw new DomainError('RecipientNotFound');
    case 'HoldNotOpen':
    case 'NotReversible':
      throw new Error(`a transfer was refused as ${outcome.refusal}`);
    default:
      return outcome.refusal satisfies never;
  }
}

function presentTransfer(services: Services, senderId: string, receipt: Receipt): ReplyOf<typeof transfer> {
  const context = contextSchema.parse(receipt.context);
  const available = receipt.balances.find((balance) => balance.owner === senderId)?.balance;
  if (available === undefined) throw new Error('a receipt without its sender');
  const postedAt = new Date(receipt.postedAt);
  return {
    success: true,
    transaction: presentTransaction(
      {
        id: context.transactionId,
        user_id: senderId,
        type: 'TRANSFER',
        asset: coinCode,
        amount: BigInt(context.amount),
        fee: 0n,
        direction: 'out',
        status: 'COMPLETED',
        state: 'completed',
        counterparty: context.recipientAddress,
        note: context.note,
        timeline: [{ state: 'completed', at: postedAt.toISOString() }],
        created_at: postedAt,
        completed_at: postedAt,
        topup_id: null,
        payment_token: null,
      },
      services.rail,
    ),
    wallet: presentWallet({
      userId: senderId,
      walletAddress: context.senderAddress,
      holding: {
        asset: coinCode,
        available: BigInt(available),
        held: BigInt(context.senderHeld),
        pending: BigInt(context.senderPending),
      },
      price: parsePrice(coinCode, context.priceUsd),
      rail: services.rail,
    }),
  };
}
