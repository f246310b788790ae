import { createHash } from 'node:crypto';
import type { BodyOf, ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { deposit } from '@mercury/contract/api/deposits.ts';
import { moneyReply } from '@mercury/contract/api/wallets.ts';
import { limits } from '@mercury/contract/limits.ts';
import { parseAmount, type Amount } from '@mercury/contract/money/amount.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { DepositSources } from '../../rails/deposit-sources.ts';
import type { Services } from '../../services.ts';
import { addPretendPayment, tellOfPretendPayment } from '../sandbox/pretend-payments.ts';
import { showTransaction } from '../transactions/show-transaction.ts';
import { showWallet } from '../wallet/show-wallet.ts';
import { giveOutAddress } from './give-out-address.ts';
import { findDeposit, type DepositAddress } from './queries.ts';

export interface DepositRequest {
  readonly userId: string;
  readonly input: BodyOf<typeof deposit>;
  readonly idempotencyKey: string | undefined;
}

type DepositReply = ReplyOf<typeof deposit>;

/**
 * The sandbox's stand-in for somebody who pays: a payment on the pretend chain to the person's own address, which then
 * takes the way of any other. A repeat of the key sends no second one, and is answered letter for letter as the first.
 * @throws DomainError DepositNotOffered, DepositAddressesExhausted, AmountNotPositive, AmountOutOfRange,
 * IdempotencyKeyReused
 */
export async function sendDeposit(
  services: Services,
  sources: DepositSources,
  { userId, input, idempotencyKey }: DepositRequest,
): Promise<DepositReply> {
  if (!services.rail.isSandbox) throw new DomainError('DepositNotOffered');
  const amount = readAmount(input);
  const target = await giveOutAddress(services, sources, { userId, asset: amount.asset });
  // A caller without a key of its own gets one that nobody repeats.
  const key = { userId, key: idempotencyKey ?? uuidv7() };
  const request = await findOrSend(services, key, { amount, target });
  if (request.reply !== null) return readReply(request.reply);
  await tellOfPretendPayment(services, request.paymentId);
  const reply = await presentSent(services, { userId, amount, paymentId: request.paymentId });
  return readReply(await keepReply(services, key, JSON.stringify(reply)));
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

interface RequestKey {
  readonly userId: string;
  readonly key: string;
}

/** The payment and the key that it was asked for with are one commit. */
async function findOrSend(
  services: Services,
  { userId, key }: RequestKey,
  { amount, target }: { amount: Amount; target: DepositAddress },
): Promise<{ paymentId: string; reply: string | null }> {
  const fingerprint = createHash('sha256')
    .update(`deposit ${amount.asset} ${amount.minorUnits}`)
    .digest('hex');
  return inTransaction(services.db, async (trx) => {
    // Callers with the same key take turns, so that the second one finds what the first one made.
    await trx.client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `deposit ${userId} ${key}`,
    ]);
    const { rows } = await trx.client.query<{
      fingerprint: string;
      payment_id: string;
      reply: string | null;
    }>('select fingerprint, payment_id, reply from sandbox_deposit_request where user_id = $1 and key = $2', [
      userId,
      key,
    ]);
    const [earlier] = rows;
    if (earlier !== undefined) {
      if (earlier.fingerprint !== fingerprint) throw new DomainError('IdempotencyKeyReused');
      return { paymentId: earlier.payment_id, reply: earlier.reply };
    }
    const paymentId = await addPretendPayment(trx, { target, amount });
    await trx.client.query(
      'insert into sandbox_deposit_request (user_id, key, fingerprint, payment_id) values ($1, $2, $3, $4)',
      [userId, key, fingerprint, paymentId],
    );
    return { paymentId, reply: null };
  });
}

async function presentSent(
  services: Services,
  { userId, amount, paymentId }: { userId: string; amount: Amount; paymentId: string },
): Promise<DepositReply> {
  const seen = await findDeposit(services.db.pool, { rail: services.rail.name, externalId: paymentId });
  // Only for somebody who has left in between is it nobody's.
  if (seen === undefined) throw new DomainError('Unauthenticated');
  const [transaction, wallet] = await Promise.all([
    showTransaction(services, { userId, id: seen.transaction_id }),
    showWallet(services, userId, amount.asset),
  ]);
  if (transaction === undefined) throw new Error(`deposit ${seen.id} has no row of history`);
  return { success: true, transaction, wallet };
}

/** Of callers that answer at the same time, all answer what the first one did. */
async function keepReply({ db }: Services, { userId, key }: RequestKey, reply: string): Promise<string> {
  const { rows } = await db.pool.query<{ reply: string }>(
    `update sandbox_deposit_request set reply = coalesce(reply, $3)
      where user_id = $1 and key = $2
      returning reply`,
    [userId, key, reply],
  );
  return rows[0]?.reply ?? reply;
}

function readReply(text: string): DepositReply {
  return moneyReply.parse(JSON.parse(text));
}
