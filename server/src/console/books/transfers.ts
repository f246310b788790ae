import type { BookTransfer, causeKinds } from '@mercury/contract/console/books.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type pg from 'pg';
import { maybeOne } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import { houseId } from '../../features/house-quotes/house.ts';

type Connection = Pick<pg.Pool, 'query'>;

export interface TransferRow {
  readonly id: string;
  readonly kind: string;
  readonly created_at: Date;
  readonly reference_id: string | null;
  readonly reverses_id: string | null;
  readonly reversed_by: string | null;
  readonly hold_partner: string | null;
  readonly has_fills: boolean;
}

export interface SideRow {
  readonly account_id: bigint;
  readonly kind: BookTransfer['sides'][number]['kind'];
  readonly asset: AssetCode;
  readonly owner_id: string | null;
  readonly username: string | null;
  readonly amount: bigint;
  readonly balance_after: bigint | null;
  /** Its owner has left. */
  readonly is_closed: boolean;
}

/** By indexes transfer_pkey, transfer_reversed_once, hold_closed_by_transfer_id_key and fill_by_transfer. */
export async function findTransfer(connection: Connection, id: string): Promise<TransferRow | undefined> {
  return maybeOne(
    await connection.query<TransferRow>(
      `select transfer.id, transfer.kind, transfer.created_at, transfer.reference_id, transfer.reverses_id,
              (select reversal.id from transfer reversal where reversal.reverses_id = transfer.id) as reversed_by,
              coalesce(
                (select closed_by_transfer_id from hold where hold.id = transfer.id),
                (select hold.id from hold where hold.closed_by_transfer_id = transfer.id)
              ) as hold_partner,
              exists (select from fill where fill.transfer_id = transfer.id) as has_fills
         from transfer where transfer.id = $1`,
      [id],
    ),
  );
}

export async function findSides(connection: Connection, id: string): Promise<readonly SideRow[]> {
  const { rows } = await connection.query<SideRow>(
    `select entry.account_id, account.kind, entry.asset, account.owner_id, app_user.username, entry.amount, entry.balance_after,
            account.closed_at is not null as is_closed
       from entry
       cross join lateral (select * from account where account.id = entry.account_id offset 0) account
       left join app_user on app_user.id = account.owner_id
      where entry.transfer_id = $1 order by entry.line`,
    [id],
  );
  return rows;
}

const reversibleKinds: ReadonlySet<string> = new Set([
  'topup',
  'transfer',
  'deposit',
  'trade',
  'exchange',
  'adjustment',
]);

/**
 * Holds and withdrawals are undone by their own flow; what an order book matched stands in public, and the house's own orders are paid
 * by its quoting. Nothing moves on the account of somebody who has left. A reversal is never reversed: post the right thing anew.
 */
export function isReversible(
  { kind, has_fills: hasFills, reversed_by: reversedBy }: TransferRow,
  sides: readonly SideRow[],
): boolean {
  return (
    reversibleKinds.has(kind) &&
    !hasFills &&
    reversedBy === null &&
    sides.every((side) => side.kind !== 'held' && side.owner_id !== houseId && !side.is_closed)
  );
}

interface CauseRow {
  readonly kind: (typeof causeKinds)[number];
  readonly id: string;
  readonly user_id: string | null;
  readonly username: string | null;
  readonly detail: string | null;
}

const causesMax = 100;

/** Each part by an index on the transfer or by the id of the row that the transfer refers to. */
async function findCauses(
  connection: Connection,
  { id, reference_id: referenceId }: TransferRow,
): Promise<readonly CauseRow[]> {
  const { rows } = await connection.query<CauseRow>(
    `select cause.kind, cause.id, cause.user_id, app_user.username, cause.detail
       from (
         select 1 as place, 'correction' as kind, transfer_id as id, null::uuid as user_id, reason as detail
           from ledger_correction where transfer_id = $1
         union all
         select 1, 'outside_trade', id, null, venue || ' ' || reference from outside_trade where transfer_id = $1
         union all
         select 2, 'deposit', id, user_id, state from deposit where id = $2
         union all
         select 2, 'withdrawal', id, user_id, state from withdrawal where id = $2
         union all
         select 2, 'topup', id, user_id, state from topup where id = $2
         union all
         select 2, 'trade', id, user_id, type from trade where transfer_id = $1
         union all
         select distinct 3, 'order', met.order_id, met.user_id, fill.market
           from fill
           cross join lateral (values (maker_order_id, maker_user_id), (taker_order_id, taker_user_id)) met (order_id, user_id)
          where fill.transfer_id = $1
         union all
         select distinct 4, 'history', history.id, history.user_id, history.type
           from (
             select * from wallet_transaction where transfer_id = $1
             union all
             select * from wallet_transaction where reference_id = $2
           ) history
       ) cause
       left join app_user on app_user.id = cause.user_id
      order by cause.place, cause.id limit $3`,
    [id, referenceId, causesMax],
  );
  return rows;
}

/** @throws DomainError NotFound */
export async function readTransfer(connection: Connection, id: string): Promise<BookTransfer> {
  const transfer = await findTransfer(connection, id);
  if (transfer === undefined) throw new DomainError('NotFound');
  const [sides, causes] = [await findSides(connection, id), await findCauses(connection, transfer)];
  return {
    id,
    kind: transfer.kind,
    at: transfer.created_at.toISOString(),
    sides: sides.map(presentSide),
    causes: causes.map(({ kind, id: causeId, user_id: userId, username, detail }) => ({
      kind,
      id: causeId,
      person: ownerOf(userId, username),
      detail,
    })),
    reverses: transfer.reverses_id,
    reversedBy: transfer.reversed_by,
    holdPartner: transfer.hold_partner,
    canReverse: isReversible(transfer, sides),
  };
}

function ownerOf(userId: string | null, username: string | null) {
  return userId === null ? null : { userId, username: username ?? '' };
}

function presentSide({
  account_id,
  kind,
  asset,
  owner_id,
  username,
  amount,
  balance_after,
}: SideRow): BookTransfer['sides'][number] {
  return {
    accountId: String(account_id),
    kind,
    owner: ownerOf(owner_id, username),
    currency: asset,
    amount: formatAmount(amountOf(asset, amount)),
    balanceAfter: balance_after === null ? null : formatAmount(amountOf(asset, balance_after)),
  };
}
