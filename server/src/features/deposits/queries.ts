import type { Chain } from '@mercury/contract/money/asset.ts';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Database } from '../../db/database.ts';
import { maybeOne, type Row } from '../../db/rows.ts';
import type { Schema } from '../../db/schema.ts';
import type { RailName } from '../../rails/rail.ts';

export interface DepositAddress {
  readonly address: string;
  /** Empty when the address is the account's alone. */
  readonly memo: string;
}

export interface AddressKey {
  readonly userId: string;
  readonly chain: Chain;
  readonly rail: RailName;
}

export async function findDepositAddress(
  kysely: Kysely<Schema>,
  { userId, chain, rail }: AddressKey,
): Promise<DepositAddress | undefined> {
  return kysely
    .selectFrom('deposit_address')
    .select(['address', 'memo'])
    .where('user_id', '=', userId)
    .where('chain', '=', chain)
    .where('rail', '=', rail)
    .executeTakeFirst();
}

/** A row of deposit; the amount in the smallest unit. */
export type DepositRow = Row<'deposit'>;

export interface PaymentId {
  readonly rail: RailName;
  readonly externalId: string;
}

/** Locks the row until the transaction ends: concurrent changes of one deposit take turns here. */
export async function lockDeposit(
  client: pg.PoolClient,
  { rail, externalId }: PaymentId,
): Promise<DepositRow | undefined> {
  return maybeOne(
    await client.query<DepositRow>('select * from deposit where rail = $1 and external_id = $2 for update', [
      rail,
      externalId,
    ]),
  );
}

/** SQL on a row `kept` of unassigned_deposit: no operator has named an owner, or the named owner left before the credit. */
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
  { kysely }: Database,
  { rail, externalId }: PaymentId,
): Promise<DepositRow | undefined> {
  return kysely
    .selectFrom('deposit')
    .selectAll()
    .where('rail', '=', rail)
    .where('external_id', '=', externalId)
    .executeTakeFirst();
}
