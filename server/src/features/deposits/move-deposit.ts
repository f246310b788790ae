import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import { getUser } from '../../identity/person/person.ts';
import { post, recordTransactions } from '../../ledger/ledger.ts';
import type { ObservedDeposit } from '../../rails/rail.ts';
import type { Services } from '../../services.ts';
import { mailMoney } from '../notices/mail-money.ts';
import type { DepositRow } from './queries.ts';
import { amountOfDeposit, recordOfDeposit } from './record.ts';

interface Observation {
  /** As stored; the caller holds the row. */
  readonly deposit: DepositRow;
  readonly payment: ObservedDeposit;
}

/** Updates a deposit to the state of its payment. Returns whether the person sees a difference. */
export async function moveDeposit(
  trx: Transaction,
  services: Services,
  { deposit, payment }: Observation,
): Promise<boolean> {
  assertSamePayment(deposit, payment);
  const isFinal = !payment.hasFailed && payment.confirmations >= deposit.confirmations_needed;
  if (deposit.state === 'completed') {
    if (payment.hasFailed)
      services.log.error(logOf(deposit), 'a deposit that was credited is no longer on its chain');
    return false;
  }
  if (isFinal) {
    await credit(trx, services, { deposit, payment });
    return true;
  }
  // The chain can still take up a dropped payment; it counts once it is final.
  if (deposit.state === 'failed') return touch(trx, deposit);
  if (payment.hasFailed) {
    await close(trx, services, deposit);
    return true;
  }
  return showConfirmations(trx, { deposit, payment });
}

/** A payment never becomes another one: a rail that says so can't be trusted on either. */
function assertSamePayment(deposit: DepositRow, { amount }: ObservedDeposit): void {
  const seen = amountOfDeposit(deposit);
  if (seen.asset === amount.asset && seen.minorUnits === amount.minorUnits) return;
  throw new Error(`the rail has another payment under the id of deposit ${deposit.id}`);
}

/** Credit, history and state are one commit. A payment that had failed gets a new row of history. */
async function credit(
  trx: Transaction,
  services: Services,
  { deposit, payment }: Observation,
): Promise<void> {
  const { asset, minorUnits } = amountOfDeposit(deposit);
  const transferId = uuidv7();
  const transactionId = deposit.state === 'failed' ? uuidv7() : deposit.transaction_id;
  const [outcome] = await post(trx, [
    {
      transferId,
      kind: 'deposit',
      referenceId: deposit.id,
      entries: [
        { account: { owner: 'house', asset, kind: 'rail_clearing' }, amount: -minorUnits },
        { account: { owner: deposit.user_id, asset, kind: 'available' }, amount: minorUnits },
      ],
      records: [recordOfDeposit(services, { ...deposit, transaction_id: transactionId }, 'completed')],
    },
  ]);
  if (outcome?.isPosted !== true) throw new Error(`the credit of deposit ${deposit.id} was refused`);
  await trx.client.query(
    `update deposit
        set state = 'completed', transfer_id = $2, transaction_id = $3, confirmations = $4,
            observed_at = now(), closed_at = now()
      where id = $1`,
    [deposit.id, transferId, transactionId, payment.confirmations],
  );
  await mailMoney(trx, await getUser(trx.kysely, deposit.user_id), {
    kind: 'deposit_credited',
    transactionId,
    currency: asset,
    amount: formatAmount(amountOf(asset, minorUnits)),
  });
}

async function close(trx: Transaction, services: Services, deposit: DepositRow): Promise<void> {
  await recordTransactions(trx, [recordOfDeposit(services, deposit, 'failed')]);
  await trx.client.query(
    `update deposit set state = 'failed', observed_at = now(), closed_at = now() where id = $1`,
    [deposit.id],
  );
}

/** Never shows fewer confirmations: an older answer may arrive after a newer one. */
async function showConfirmations(trx: Transaction, { deposit, payment }: Observation): Promise<boolean> {
  if (payment.confirmations <= deposit.confirmations) return touch(trx, deposit);
  await trx.client.query('update deposit set confirmations = $2, observed_at = now() where id = $1', [
    deposit.id,
    payment.confirmations,
  ]);
  return true;
}

async function touch(trx: Transaction, deposit: DepositRow): Promise<false> {
  await trx.client.query('update deposit set observed_at = now() where id = $1', [deposit.id]);
  return false;
}

function logOf({ id, external_id: externalId }: DepositRow): object {
  return { part: 'deposits', depositId: id, externalId };
}
