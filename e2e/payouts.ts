import { parseAmount } from '@mercury/contract/money/amount.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction } from '../server/src/db/database.ts';
import { recordOfWithdrawal } from '../server/src/features/withdrawals/record.ts';
import { hold } from '../server/src/ledger/ledger.ts';
import { database, type Person } from './accounts.ts';

/** Out of BIP-173; nobody's here. */
const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

interface PayoutToQueue {
  /** A decimal of whole bitcoins. */
  readonly amount: string;
  /** `held`: above what may leave without a second person. */
  readonly state: 'queued' | 'held' | 'unclear';
}

/**
 * A withdrawal that its person has confirmed, as the calls would leave it. It was asked for when another rail was in use, so the
 * product leaves it to whoever pays by hand. Returns its id.
 */
export async function queuePayout(person: Person, { amount, state }: PayoutToQueue): Promise<string> {
  const parsed = parseAmount('BTC', amount);
  if (parsed === undefined) throw new Error(`${amount} is no amount`);
  const { asset, minorUnits } = parsed;
  const [id, transactionId, holdId] = [uuidv7(), uuidv7(), uuidv7()];
  const fee = minorUnits / 200n;
  const written = state === 'held' ? 'queued' : state;
  const row = {
    id,
    user_id: person.id,
    transaction_id: transactionId,
    asset,
    amount: minorUnits,
    fee,
    address,
  };
  await inTransaction(database(), async (trx) => {
    const records = [recordOfWithdrawal(row, written)];
    const outcome = await hold(trx, {
      holdId,
      owner: person.id,
      asset,
      amount: minorUnits,
      referenceId: id,
      records,
    });
    if (!outcome.isPosted) throw new Error(outcome.refusal);
    await trx.client.query(
      `insert into withdrawal (id, user_id, transaction_id, hold_id, rail, asset, amount, fee, address, state, sent_at, held_at)
       values ($1, $2, $3, $4, 'btcpay', 'BTC', $5, $6, $7, $8, case when $8 = 'unclear' then now() end, case when $9 then now() end)`,
      [id, person.id, transactionId, holdId, minorUnits, fee, address, written, state === 'held'],
    );
  });
  return id;
}
