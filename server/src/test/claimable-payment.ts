import { randomBytes } from 'node:crypto';
import { parsePrice } from '@mercury/contract/money/price.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Database } from '../db/database.ts';
import { one } from '../db/rows.ts';
import { offerClaim } from '../features/topups/offer-claims.ts';
import { creditFor, recordOfTopUp } from '../features/topups/record.ts';
import { recordTransactions } from '../ledger/ledger.ts';
import type { Caller } from './signed-in-people.ts';

const usd = 20_000_000n;

/**
 * An expired top-up with a final payment that came too late. Returns the id of the history row under which the person claims it.
 */
export async function insertClaimablePayment(db: Database, { userId }: Caller): Promise<string> {
  const price = parsePrice('MRCY', '0.57');
  if (price === undefined) throw new Error('this is a price');
  const topUp = {
    id: uuidv7(),
    user_id: userId,
    transaction_id: uuidv7(),
    usd_amount: usd,
    credit_asset: price.asset,
    credit_amount: creditFor(usd, price).amount,
  };
  return inTransaction(db, async (trx) => {
    await recordTransactions(trx, [recordOfTopUp(topUp, 'expired')]);
    await trx.client.query(
      `insert into topup (id, user_id, transaction_id, usd_amount, credit_asset, credit_amount, price_scaled_usd,
                          payment_token, rail, state, locale, created_at, expires_at, closed_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 'sandbox', 'expired', 'en',
               now() - interval '2 hours', now() - interval '1 hour', now() - interval '1 hour')`,
      [
        topUp.id,
        userId,
        topUp.transaction_id,
        usd,
        topUp.credit_asset,
        topUp.credit_amount,
        price.scaledUsd,
        randomBytes(32).toString('base64url'),
      ],
    );
    const paymentId = uuidv7();
    await trx.client.query(
      `insert into topup_payment (id, topup_id, rail, external_id, asset, amount, usd_amount, state, problem,
                                  seen_at, confirmed_at)
       values ($1::uuid, $2, 'sandbox', $1::text, 'USDT', 20000000, $3, 'confirmed', 'late', now(), now())`,
      [paymentId, topUp.id, usd],
    );
    await offerClaim(trx, topUp, { payment: { id: paymentId }, credit: creditFor(usd, price) });
    const payment = one(
      await trx.client.query<{ transaction_id: string }>(
        'select transaction_id from topup_payment where topup_id = $1',
        [topUp.id],
      ),
    );
    return payment.transaction_id;
  });
}
