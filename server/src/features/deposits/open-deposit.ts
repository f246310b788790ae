import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import { recordTransactions } from '../../ledger/ledger.ts';
import type { ObservedDeposit } from '../../rails/rail.ts';
import type { Services } from '../../services.ts';
import type { DepositRow } from './queries.ts';
import { recordOfDeposit } from './record.ts';

/** The first sight of a payment: creates its row and the person's row of history. Credits nothing. */
export async function openDeposit(
  trx: Transaction,
  services: Services,
  { userId, payment }: { userId: string; payment: ObservedDeposit },
): Promise<DepositRow> {
  const { amount, address } = payment;
  const owner = { id: uuidv7(), user_id: userId, transaction_id: uuidv7() };
  const terms = { asset: amount.asset, amount: amount.minorUnits, address };
  await recordTransactions(trx, [recordOfDeposit(services, { ...owner, ...terms }, 'confirming')]);
  return trx.kysely
    .insertInto('deposit')
    .values({
      ...owner,
      ...terms,
      rail: services.rail.name,
      external_id: payment.externalId,
      memo: payment.memo,
      confirmations: payment.confirmations,
      confirmations_needed: payment.confirmationsNeeded,
      state: 'confirming',
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
