import { chains, type AssetCode } from '@mercury/contract/money/asset.ts';
import { limits } from '@mercury/contract/limits.ts';
import type { withdrawalVerifications } from '@mercury/contract/api/withdrawals.ts';
import type pg from 'pg';
import type { BusinessSettings } from '../../settings/registry.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { maybeOne, one, type Row } from '../../db/rows.ts';
import type { Session } from '../../http/caller.ts';
import { protectionChanges } from '../../identity/events/security-events.ts';
import { isLiveCaller } from '../../identity/person/locks.ts';
import { storedReply, type IdempotencyKey, type StoredReply } from '../../ledger/ledger.ts';
import { levelUse, type LevelUse } from '../levels/level-use.ts';
import { moneyOnItsWay, sumOnItsWay, type MoneyOnItsWay } from '../wallet/money-on-its-way.ts';
import { readDestinationOn, type Destination } from '../../rails/destinations.ts';

export type Verification = (typeof withdrawalVerifications)[number];

/** A row of withdrawal; amounts in the smallest unit. Only withdraw.ts creates one, with an asset of the registry. */
export type WithdrawalRow = Row<'withdrawal'>;

/** The pool for a read, or the client of a transaction. */
type Queryable = Pick<pg.Pool, 'query'>;

export async function findWithdrawal(
  { kysely }: Pick<Database, 'kysely'>,
  id: string,
): Promise<WithdrawalRow | undefined> {
  return kysely.selectFrom('withdrawal').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks the row until the transaction ends: concurrent changes of one withdrawal take turns here. */
export async function lockWithdrawal(trx: Transaction, id: string): Promise<WithdrawalRow> {
  return one(
    await trx.client.query<WithdrawalRow>('select * from withdrawal where id = $1 for update', [id]),
  );
}

/** Likewise, by its row of history; undefined for another person's. */
export async function lockWithdrawalOf(
  trx: Transaction,
  { userId, transactionId }: { userId: string; transactionId: string },
): Promise<WithdrawalRow | undefined> {
  return maybeOne(
    await trx.client.query<WithdrawalRow>(
      'select * from withdrawal where user_id = $1 and transaction_id = $2 for update',
      [userId, transactionId],
    ),
  );
}

/** Whether the address is of an account here: its own, or one for deposits, given out already or later. */
export async function isInternalAddress(
  connection: Queryable,
  settings: Pick<BusinessSettings, 'sharedDepositAddresses'>,
  address: string,
): Promise<boolean> {
  if (isSharedAddress(settings, address)) return true;
  return one(
    await connection.query<{ is_internal: boolean }>(
      // On any chain: several chains write addresses alike, and the key of one address then controls it on all of them.
      `select exists (select from app_user where address = $1)
           or exists (select from deposit_address where chain = any ($2) and address = $1)
           or exists (select from deposit_pool where chain = any ($2) and address = $1) as is_internal`,
      [address, chains],
    ),
  ).is_internal;
}

/** A payment to a shared address without a tag has no owner. No row has the address until a person is given a tag. */
function isSharedAddress(
  { sharedDepositAddresses }: Pick<BusinessSettings, 'sharedDepositAddresses'>,
  address: string,
): boolean {
  return chains.some((chain) => {
    const text = sharedDepositAddresses[chain];
    // The operator may write it in another way than stored destinations.
    return text !== undefined && readDestinationOn(chain, { address: text })?.address === address;
  });
}

/** Facts about a destination and its person at this moment, by the database's clock. */
export interface Circumstances {
  readonly now: Date;
  readonly is_in_book: boolean;
  /** For at least a day. */
  readonly is_settled_in_book: boolean;
  readonly was_paid_before: boolean;
  readonly has_changed_protection: boolean;
}

interface Place {
  readonly userId: string;
  readonly asset: AssetCode;
  readonly destination: Destination;
}

export async function findCircumstances(trx: Transaction, place: Place): Promise<Circumstances> {
  return one(
    await trx.client.query<Circumstances>(
      `select ${circumstanceColumns} ${circumstanceSource}`,
      circumstanceValues(place),
    ),
  );
}

interface Standing extends Circumstances {
  readonly is_caller_live: boolean;
  readonly level: LevelUse | null;
  /** Under the call's key. */
  readonly earlier: StoredReply | null;
}

/** What decides on a withdrawal besides the money: one look, once its person's row is locked. */
export async function findStanding(
  trx: Transaction,
  { session, key, ...place }: Place & { session: Session; key: IdempotencyKey | undefined },
): Promise<Standing> {
  return one(
    await trx.client.query<Standing>({
      // Prepared once per connection: planning costs several times the lookups.
      name: 'find-standing',
      text: `select ${circumstanceColumns}, ${isLiveCaller('$7')} as is_caller_live,
         ${storedReply('$1', '$8')} as earlier, ${levelUse('$1', 'withdrawal')} as level
       ${circumstanceSource}`,
      values: [...circumstanceValues(place), session.id, key?.key],
    }),
  );
}

const circumstanceColumns = `
  now() as now,
  coalesce(entry.created_at is not null, false) as is_in_book,
  coalesce(entry.created_at <= now() - make_interval(secs => $5), false) as is_settled_in_book,
  exists (
    select from withdrawal
    where user_id = $1 and address = $3 and memo = $4 and state = 'completed'
  ) as was_paid_before,
  exists (
    select from security_event
    where user_id = $1 and kind = any ($6) and created_at > now() - make_interval(secs => $5)
  ) as has_changed_protection`;

const circumstanceSource = `
  from (select) one
  left join withdrawal_address entry
    on entry.user_id = $1 and entry.asset = $2 and entry.address = $3 and entry.memo = $4`;

function circumstanceValues({ userId, asset, destination: { address, memo } }: Place): unknown[] {
  return [userId, asset, address, memo, limits.withdrawalWaitMs / 1000, protectionChanges];
}

/** The incoming amount that is not final yet, in the asset's smallest unit. */
export async function findPending(trx: Transaction, userId: string, asset: AssetCode): Promise<bigint> {
  const { onTheirWay } = one(
    await trx.client.query<{ onTheirWay: MoneyOnItsWay[] }>(`select ${moneyOnItsWay('$1')} as "onTheirWay"`, [
      userId,
    ]),
  );
  return sumOnItsWay(onTheirWay, asset);
}
