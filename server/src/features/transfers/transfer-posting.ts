import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { transfer } from '@mercury/contract/api/wallets.ts';
import { readRecipient, writeRecipient } from '@mercury/contract/money/address.ts';
import { assetCodeSchema } from '@mercury/contract/api/shapes.ts';
import type { Amount } from '@mercury/contract/money/amount.ts';
import { formatPrice } from '@mercury/contract/money/price.ts';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import type { Origin, Session } from '../../http/caller.ts';
import { idempotencyKey, type IdempotencyKey, type Posting } from '../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { priceOf, usdValueOf } from '../market/price-of.ts';
import type { TransferParties } from './queries.ts';

export type TransferInput = BodyOf<typeof transfer>;

export interface TransferRequest {
  readonly session: Session;
  readonly origin: Origin;
  readonly input: TransferInput;
  readonly idempotencyKey: string | undefined;
}

export interface TransferTerms {
  readonly amount: Amount;
  readonly recipientAddress: string;
  readonly recipientId: string;
  readonly note: string | undefined;
}

/** What the first reply was made of. It is stored, so that a repeat gets the same reply, whatever has changed since. */
export const transferContextSchema = z.object({
  transactionId: z.string(),
  asset: assetCodeSchema,
  amount: z.string(),
  recipientAddress: z.string(),
  recipientUsername: z.nullable(z.string()),
  senderAddress: z.string(),
  note: z.nullable(z.string()),
  senderHeld: z.string(),
  senderPending: z.string(),
  /** Null if the price was unknown. */
  priceUsd: z.nullable(z.string()),
  isPriceIndicative: z.boolean(),
  usdValue: z.nullable(z.string()),
});
export type TransferContext = z.output<typeof transferContextSchema>;

export function makeTransferPosting(
  services: Services,
  options: { request: TransferRequest; parties: TransferParties; terms: TransferTerms },
): Posting {
  const { request, parties, terms } = options;
  const senderId = request.session.userId;
  const { asset, minorUnits } = terms.amount;
  const key = transferKeyOf(request);
  const senderRecordId = uuidv7();
  const known = priceOf(services, asset);
  const usdValue = usdValueOf(services, terms.amount);
  const record = {
    type: 'TRANSFER',
    asset,
    amount: minorUnits,
    status: 'COMPLETED',
    state: 'completed',
    ...(terms.note === undefined ? {} : { note: terms.note }),
    ...(usdValue === undefined ? {} : { usdValue }),
  } as const;
  const sender = { ...record, id: senderRecordId, userId: senderId, direction: 'out' } as const;
  const recipient = { ...record, id: uuidv7(), userId: terms.recipientId, direction: 'in' } as const;
  const context: TransferContext = {
    transactionId: senderRecordId,
    asset,
    amount: minorUnits.toString(),
    recipientAddress: terms.recipientAddress,
    recipientUsername: parties.recipientUsername,
    senderAddress: parties.senderAddress,
    note: terms.note ?? null,
    senderHeld: parties.senderHeld.toString(),
    senderPending: parties.senderPending.toString(),
    priceUsd: known === undefined ? null : formatPrice(known.price),
    isPriceIndicative: known?.isIndicative ?? false,
    usdValue: usdValue?.toString() ?? null,
  };
  return {
    transferId: uuidv7(),
    kind: 'transfer',
    entries: [
      { account: { owner: senderId, asset, kind: 'available' }, amount: -minorUnits },
      { account: { owner: terms.recipientId, asset, kind: 'available' }, amount: minorUnits },
    ],
    ...(key === undefined ? {} : { idempotency: key }),
    context: { ...context },
    records: [
      { ...sender, counterparty: terms.recipientAddress },
      { ...recipient, counterparty: parties.senderAddress },
    ],
  };
}

/** Identifies a repeat; undefined if the caller sent no key. */
export function transferKeyOf(request: TransferRequest): IdempotencyKey | undefined {
  const { session, input, idempotencyKey: key } = request;
  if (key === undefined) return undefined;
  // The code proves the caller and differs at every try, so it is no part of the key's input.
  const { twoFactorCode: _code, ...asked } = input;
  const recipient = readRecipient(input.recipientAddress);
  // As it was asked for, not whom it reaches: a repeat is the same intent, though the username is somebody else's by then.
  const recipientAddress = recipient ? writeRecipient(recipient) : input.recipientAddress;
  return idempotencyKey({
    ownerId: session.userId,
    call: 'transfer',
    key,
    input: { ...asked, recipientAddress },
  });
}
