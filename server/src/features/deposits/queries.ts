import type { Chain } from '@mercury/contract/money/asset.ts';
import type pg from 'pg';
import type { RailName } from '../../rails/rail.ts';

/** Either the pool, for a look, or the connection of a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;

/** Where somebody is paid. */
export interface DepositAddress {
  readonly address: string;
  /** Empty where the address is the account's alone. */
  readonly memo: string;
}

export interface AddressKey {
  readonly userId: string;
  readonly chain: Chain;
  readonly rail: RailName;
}

export async function findDepositAddress(
  connection: Queryable,
  { userId, chain, rail }: AddressKey,
): Promise<DepositAddress | undefined> {
  const { rows } = await connection.query<DepositAddress>(
    'select address, memo from deposit_address where user_id = $1 and chain = $2 and rail = $3',
    [userId, chain, rail],
  );
  return rows[0];
}

/** A row of deposit; the amount in the smallest unit. */
export interface DepositRow {
  readonly id: string;
  readonly user_id: string;
  readonly transaction_id: string;
  readonly rail: string;
  readonly external_id: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly address: string;
  readonly memo: string;
  readonly confirmations: number;
  readonly confirmations_needed: number;
  readonly state: 'confirming' | 'completed' | 'failed';
}

export interface PaymentId {
  readonly rail: RailName;
  readonly externalId: string;
}

/** Locks the row until the transaction ends: whoever moves a deposit on takes turns here. */
export async function lockDeposit(
  client: pg.PoolClient,
  { rail, externalId }: PaymentId,
): Promise<DepositRow | undefined> {
  const { rows } = await client.query<DepositRow>(
    'select * from deposit where rail = $1 and external_id = $2 for update',
    [rail, externalId],
  );
  return rows[0];
}

/**
 * Of a row `kept` of unassigned_deposit: no operator has named anybody yet, or the one who was named has left before they
 * could be credited.
 */
export const waitsForOwner = `(
  kept.assigned_to is null
  or (
    exists (select from app_user where id = kept.assigned_to and deleted_at is not null)
    and not exists (
      select from deposit
      where deposit.rail = kept.rail and deposit.external_id = kept.external_id and state = 'completed'
    )
  )
)`;

export async function findDeposit(
  connection: Queryable,
  { rail, externalId }: PaymentId,
): Promise<DepositRow | undefined> {
  const { rows } = await connection.query<DepositRow>(
    'select * from deposit where rail = $1 and external_id = $2',
    [rail, externalId],
  );
  return rows[0];
}
