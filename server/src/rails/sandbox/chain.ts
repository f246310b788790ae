import { amountOf, type Amount } from '@mercury/contract/money/amount.ts';
import { assetOf, chainTraits, isAssetCode } from '@mercury/contract/money/asset.ts';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { maybeOne, type Row } from '../../db/rows.ts';

/**
 * The pretend chain: the outside world of the sandbox rail. It takes payments, confirms them, drops them, and pays out. The
 * product treats it as a foreign chain: only this folder reads its tables, and its news arrive as signed webhooks.
 */

/** The pool, or the connection of a transaction. */
type Queryable = Pick<pg.Pool, 'query'>;

/** For a top-up, or to an address. */
export type PaymentTarget =
  | { readonly topUpId: string; readonly chosenAsset: string }
  | { readonly address: string; readonly memo: string };

export interface ChainPayment {
  readonly id: string;
  readonly topUpId: string | null;
  readonly address: string | null;
  readonly memo: string;
  readonly amount: Amount;
  readonly chosenAsset: string | null;
  readonly confirmations: number;
  readonly confirmationsNeeded: number;
  readonly hasFailed: boolean;
  readonly createdAt: Date;
}

type PaymentRow = Row<'sandbox_payment'>;

/** A payment is sent: the chain has it, not yet confirmed. Returns the payment's id. */
export async function sendPayment(
  connection: Queryable,
  { target, amount }: { target: PaymentTarget; amount: Amount },
): Promise<string> {
  const { chain } = assetOf(amount.asset);
  if (chain === null) throw new Error(`${amount.asset} is on no chain`);
  const id = uuidv7();
  const isTopUp = 'topUpId' in target;
  await connection.query(
    `insert into sandbox_payment (id, topup_id, chosen_asset, address, memo, asset, amount, confirmations_needed)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      id,
      isTopUp ? target.topUpId : null,
      isTopUp ? target.chosenAsset : null,
      isTopUp ? null : target.address,
      isTopUp ? '' : target.memo,
      amount.asset,
      amount.minorUnits,
      chainTraits[chain].confirmationsNeeded,
    ],
  );
  return id;
}

/** Adds confirmations, up to the number that the payment needs. A dropped payment stays dropped. */
export async function confirmPayment(
  connection: Queryable,
  { paymentId, blockCount }: { paymentId: string; blockCount: number },
): Promise<void> {
  await connection.query(
    `update sandbox_payment set confirmations = least(confirmations + $2, confirmations_needed)
      where id = $1 and not has_failed`,
    [paymentId, blockCount],
  );
}

export async function findChainPayment(
  connection: Queryable,
  paymentId: string,
): Promise<ChainPayment | undefined> {
  const row = maybeOne(
    await connection.query<PaymentRow>('select * from sandbox_payment where id = $1', [paymentId]),
  );
  return row && readPayment(row);
}

/** Oldest first. */
export async function findChainPaymentsOf(
  connection: Queryable,
  topUpId: string,
): Promise<readonly ChainPayment[]> {
  const { rows } = await connection.query<PaymentRow>(
    'select * from sandbox_payment where topup_id = $1 order by created_at, id',
    [topUpId],
  );
  return rows.map(readPayment);
}

function readPayment(row: PaymentRow): ChainPayment {
  if (!isAssetCode(row.asset)) throw new Error(`the pretend chain has a payment in ${row.asset}`);
  return {
    id: row.id,
    topUpId: row.topup_id,
    address: row.address,
    memo: row.memo,
    amount: amountOf(row.asset, row.amount),
    chosenAsset: row.chosen_asset,
    confirmations: row.confirmations,
    confirmationsNeeded: row.confirmations_needed,
    hasFailed: row.has_failed,
    createdAt: row.created_at,
  };
}
