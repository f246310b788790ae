import type { BodyOf, ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { deposit } from '@mercury/contract/api/deposits.ts';
import { moneyReply } from '@mercury/contract/api/wallets.ts';
import { limits } from '@mercury/contract/limits.ts';
import { parseAmount, type Amount } from '@mercury/contract/money/amount.ts';
import * as z from 'zod/mini';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { lockPerson } from '../../identity/person/locks.ts';
import { findReply, idempotencyKey, once, type IdempotencyKey } from '../../ledger/ledger.ts';
import type { DepositSources } from '../../rails/deposit-sources.ts';
import type { Services } from '../../services.ts';
import { addPretendPayment, tellOfPretendPayment } from '../sandbox/pretend-payments.ts';
import { showTransaction } from '../transactions/show-transaction.ts';
import { showWallet } from '../wallet/show-wallet.ts';
import { giveOutAddress } from './give-out-address.ts';
import { findDeposit } from './queries.ts';

export interface DepositRequest {
  readonly userId: string;
  readonly input: BodyOf<typeof deposit>;
  readonly idempotencyKey: string | undefined;
}

type DepositReply = ReplyOf<typeof deposit>;

/** Stored under the key. The reply is known only after the payment is committed and seen. */
const storedPayment = z.object({ paymentId: z.string() });

/**
 * The sandbox's payer: a payment on the pretend chain to the person's own address. A repeat of the key sends nothing and gets the
 * first reply.
 * @throws DomainError DepositNotOffered, DepositAddressesExhausted, AmountNotPositive, AmountOutOfRange, IdempotencyKeyReused,
 * Unauthenticated
 */
export async function sendDeposit(
  services: Services,
  sources: DepositSources,
  request: DepositRequest,
): Promise<DepositReply> {
  if (!services.rail.isSandbox) throw new DomainError('DepositNotOffered');
  const { userId } = request;
  const amount = readAmount(request.input);
  const target = await giveOutAddress(services, sources, { userId, asset: amount.asset });
  const key = keyOf(request, amount);
  const { reply: sent, isRepeat } = await onceForPerson(services, userId, {
    key,
    effect: async (trx) => ({ paymentId: await addPretendPayment(trx, { target, amount }) }),
    read: (stored) => storedPayment.parse(stored),
  });
  // The payment's id is the key, so that the reply answers for no other payment.
  const replyKey =
    key && idempotencyKey({ ownerId: userId, call: 'deposit-reply', key: sent.paymentId, input: {} });
  const earlier = isRepeat && replyKey ? await findReply(services.db.pool, replyKey) : undefined;
  if (earlier !== undefined) return readReply(earlier);
  await tellOfPretendPayment(services, sent.paymentId);
  const reply = await presentSent(services, { userId, amount, paymentId: sent.paymentId });
  // Concurrent callers that come this far all get the reply of the first one.
  const told = await onceForPerson(services, userId, {
    key: replyKey,
    effect: async () => reply,
    read: readReply,
  });
  return told.reply;
}

/** The lock orders this and a deletion of the person: nothing is kept after it, and a later one removes what was kept. */
function onceForPerson<Reply extends object>(
  { db }: Services,
  userId: string,
  intent: {
    key: IdempotencyKey | undefined;
    effect: (trx: Transaction) => Promise<Reply>;
    read: (stored: unknown) => Reply;
  },
): Promise<{ reply: Reply; isRepeat: boolean }> {
  return inTransaction(db, async (trx) => {
    if ((await lockPerson(trx, userId)) === undefined) throw new DomainError('Unauthenticated');
    return once(trx, intent.key, { effect: () => intent.effect(trx), read: intent.read });
  });
}

function keyOf(request: DepositRequest, { asset, minorUnits }: Amount): IdempotencyKey | undefined {
  const { userId: ownerId, idempotencyKey: key } = request;
  if (key === undefined) return undefined;
  const input = { currency: asset, amount: minorUnits.toString() };
  return idempotencyKey({ ownerId, call: 'deposit', key, input });
}

function readAmount({ currency, amount: text }: DepositRequest['input']): Amount {
  const amount = parseAmount(currency, text);
  if (amount === undefined) {
    throw new DomainError('ValidationFailed', { fieldErrors: [{ field: 'amount', key: 'invalidAmount' }] });
  }
  if (amount.minorUnits <= 0n) throw new DomainError('AmountNotPositive');
  const most = parseAmount(currency, limits.sandboxDepositMax);
  if (most === undefined || amount.minorUnits > most.minorUnits) throw new DomainError('AmountOutOfRange');
  return amount;
}

async function presentSent(
  services: Services,
  { userId, amount, paymentId }: { userId: string; amount: Amount; paymentId: string },
): Promise<DepositReply> {
  const seen = await findDeposit(services.db, { rail: services.rail.name, externalId: paymentId });
  // Only when the person left in between does the payment have no deposit.
  if (seen === undefined) throw new DomainError('Unauthenticated');
  const [transaction, wallet] = await Promise.all([
    showTransaction(services, { userId, id: seen.transaction_id }),
    showWallet(services, userId, amount.asset),
  ]);
  if (transaction === undefined) throw new Error(`deposit ${seen.id} has no row of history`);
  return { success: true, transaction, wallet };
}

function readReply(stored: unknown): DepositReply {
  return moneyReply.parse(stored);
}
