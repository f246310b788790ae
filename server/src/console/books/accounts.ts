import { idSchema } from '@mercury/contract/api/shapes.ts';
import type { BookAccount, BookEntry } from '@mercury/contract/console/books.ts';
import { limits } from '@mercury/contract/limits.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { maybeOne } from '../../db/rows.ts';
import type { Schema } from '../../db/schema.ts';
import { DomainError } from '../../errors.ts';
import type { CsvExport } from '../../http/csv-stream.ts';
import { encodeCursor, readCursor } from '../../http/cursor.ts';
import {
  findUserById,
  findUserByUsername,
  findVerifiedUserByEmail,
  type UserRow,
} from '../../identity/person/person.ts';

const pageSize = 50;

interface AccountRow {
  readonly id: bigint;
  readonly kind: BookAccount['kind'];
  readonly asset: AssetCode;
  readonly owner_id: string | null;
  readonly username: string | null;
  readonly balance: bigint;
  readonly reserved: bigint;
}

const selectAccounts = `
  select account.id, account.kind, account.asset, account.owner_id, app_user.username, account.reserved,
         case when account.owner_id is null then house_balance_at(account.id, null) else account.balance end as balance
    from account left join app_user on app_user.id = account.owner_id`;

/**
 * By username, verified email, wallet address or id: each by the index that makes it unique. Whoever may not see an email must not
 * find out whose it is either.
 */
export async function findPerson(
  kysely: Kysely<Schema>,
  text: string,
  seer: { maySeeContact: boolean },
): Promise<UserRow | undefined> {
  if (idSchema.safeParse(text).success) return findUserById(kysely, text.toLowerCase());
  if (text.includes('@')) return seer.maySeeContact ? findVerifiedUserByEmail(kysely, text) : undefined;
  return (
    (await findUserByUsername(kysely, text)) ??
    (await kysely.selectFrom('app_user').selectAll().where('address', '=', text).executeTakeFirst())
  );
}

/** @throws DomainError NotFound */
export async function findAccounts(
  { pool, kysely }: Database,
  person: string,
  seer: { maySeeContact: boolean },
): Promise<{ userId: string; accounts: BookAccount[] }> {
  const user = await findPerson(kysely, person, seer);
  if (user === undefined) throw new DomainError('NotFound');
  const { rows } = await pool.query<AccountRow>(
    `${selectAccounts} join asset on asset.code = account.asset
      where account.owner_id = $1 order by asset.position, account.kind`,
    [user.id],
  );
  return { userId: user.id, accounts: rows.map(presentAccount) };
}

/** @throws DomainError NotFound */
export async function readAccount({ pool }: Database, id: string): Promise<BookAccount> {
  const row = maybeOne(await pool.query<AccountRow>(`${selectAccounts} where account.id = $1`, [id]));
  if (row === undefined) throw new DomainError('NotFound');
  return presentAccount(row);
}

function presentAccount({ id, kind, asset, owner_id, username, balance, reserved }: AccountRow): BookAccount {
  return {
    id: String(id),
    kind,
    currency: asset,
    owner: owner_id === null ? null : { userId: owner_id, username: username ?? '' },
    balance: formatAmount(amountOf(asset, balance)),
    reserved: formatAmount(amountOf(asset, reserved)),
  };
}

interface EntryRow {
  readonly transfer_id: string;
  readonly kind: string;
  readonly at: Date;
  readonly amount: bigint;
  readonly balance_after: bigint;
}

/** OFFSET 0 keeps the join a lookup. */
const withTransfers = `
  cross join lateral (select kind, created_at as at from transfer where transfer.id = newest.transfer_id offset 0) transfer`;

/** Of a person's account by index entry_version_unique: each entry carries the balance. */
const personEntries = `
  select newest.transfer_id, transfer.kind, transfer.at, newest.amount, newest.balance_after
    from (
      select transfer_id, account_version, amount, balance_after from entry
       where account_id = $1 and account_version < coalesce(
         (select account_version from entry where transfer_id = $2 and account_id = $1), 9223372036854775807)
       order by account_version desc limit $3
    ) newest ${withTransfers}
   order by newest.account_version desc`;

/** Of the house's by index entry_of_house: the balance of the oldest one is looked up, the others follow from it. */
const houseEntries = `
  with newest as materialized (
    select transfer_id, amount from entry
     where account_id = $1 and account_version is null and transfer_id < coalesce($2, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
     order by transfer_id desc limit $3
  ), oldest as (
    select transfer_id, amount, house_balance_at($1, transfer_id) - amount as opening
      from newest order by transfer_id limit 1
  )
  select newest.transfer_id, transfer.kind, transfer.at, newest.amount,
         oldest.opening + sum(newest.amount) over (order by newest.transfer_id) as balance_after
    from newest cross join oldest ${withTransfers}
   order by newest.transfer_id desc`;

const entriesOf = ({ owner }: BookAccount): string => (owner === null ? houseEntries : personEntries);

function presentEntry(
  { currency }: BookAccount,
  { transfer_id, kind, at, amount, balance_after }: EntryRow,
): BookEntry {
  return {
    transferId: transfer_id,
    kind,
    amount: formatAmount(amountOf(currency, amount)),
    balanceAfter: formatAmount(amountOf(currency, balance_after)),
    at: at.toISOString(),
  };
}

/** @throws DomainError ValidationFailed for a cursor that no reply ever contained */
export async function listEntries(
  { pool }: Database,
  account: BookAccount,
  cursor: string | undefined,
): Promise<{ entries: BookEntry[]; nextCursor: string | null }> {
  const values = [account.id, readCursor(cursor) ?? null, pageSize + 1];
  const { rows } = await pool.query<EntryRow>(entriesOf(account), values);
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  return {
    entries: page.map((row) => presentEntry(account, row)),
    nextCursor: rows.length > pageSize && last !== undefined ? encodeCursor(last.transfer_id) : null,
  };
}

export function entryExport(account: BookAccount): Omit<CsvExport<EntryRow>, 'note'> {
  return {
    columns: ['at', 'transfer', 'kind', 'currency', 'amount', 'balance_after'],
    sql: entriesOf(account),
    values: [account.id, null, limits.exportedRowsMax],
    cellsOf: (row) => {
      const { at, transferId, kind, amount, balanceAfter } = presentEntry(account, row);
      return [at, transferId, kind, account.currency, { decimal: amount }, { decimal: balanceAfter }];
    },
  };
}
