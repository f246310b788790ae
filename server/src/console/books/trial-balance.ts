import type { AssetBalances, balanceLineKinds } from '@mercury/contract/console/books.ts';
import type { Cell } from '@mercury/contract/csv.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { houseId } from '../../features/house-quotes/house.ts';
import type { Services } from '../../services.ts';
import { readAccounts } from './read-accounts.ts';

type LineKind = (typeof balanceLineKinds)[number];

interface CustomersRow {
  readonly asset: AssetCode;
  readonly in_orders: bigint;
  readonly open_holds: bigint;
  readonly trading: bigint | null;
  readonly trading_account: bigint | null;
  readonly read_at: Date | null;
  readonly read_sum: bigint;
  readonly held_without_holds: bigint;
}

interface HouseRow {
  readonly id: bigint;
  readonly asset: AssetCode;
  readonly kind: 'rail_clearing' | 'fees' | 'exposure' | 'corrections';
  readonly balance: bigint;
}

interface Line {
  readonly kind: LineKind;
  readonly units: bigint;
  readonly accountId: bigint | null;
}

export interface TrialBalance {
  readonly at: string;
  readonly readAt: string;
  readonly assets: AssetBalances[];
}

/**
 * In one snapshot. Postings sum to zero, so customers have what the house's accounts are short of, and what the last reading of all
 * accounts found to differ: millions of balances need no reading for a page.
 */
export async function makeTrialBalance({ db, rail }: Pick<Services, 'db' | 'rail'>): Promise<TrialBalance> {
  // What was never read would pass as right.
  const { rowCount } = await db.pool.query(
    `select from account where owner_id is null
        and not exists (select from account_reading kept where kept.asset = account.asset) limit 1`,
  );
  if (rowCount !== 0) await readAccounts(db);
  const at = new Date().toISOString();
  const { customers, house } = await inTransaction(
    db,
    async (trx) => ({ customers: await sumCustomers(trx), house: await sumHouse(trx) }),
    { isolation: 'repeatable read' },
  );
  const holdings = await holdingsOf(rail);
  const readAt = customers.flatMap(({ read_at }) => (read_at === null ? [] : [read_at.toISOString()]));
  return {
    at,
    readAt: readAt.toSorted()[0] ?? at,
    assets: customers.map((row) =>
      balanceOf(row, {
        house: house.filter(({ asset }) => asset === row.asset),
        railUnits: holdings?.get(row.asset),
      }),
    ),
  };
}

/** Undefined if the rail can't say, or not now: the books are shown all the same. */
async function holdingsOf(rail: Services['rail']): Promise<ReadonlyMap<AssetCode, bigint> | undefined> {
  try {
    return await rail.findHoldings();
  } catch {
    return undefined;
  }
}

/** By indexes hold_open_by_account, book_order_open and account_unique, for each asset that somebody has an account in. */
async function sumCustomers({ client }: Transaction): Promise<readonly CustomersRow[]> {
  const { rows } = await client.query<CustomersRow>(
    `with held as (
       select account.asset, sum(hold.amount) as amount
         from hold join account on account.id = hold.held_account_id
        where hold.state = 'open' and account.owner_id <> $1 group by account.asset
     ), ordered as (
       select case when side = 'BUY' then market.quote else market.base end as asset,
              sum(case when side = 'BUY' then price::numeric * remaining * tick_lot_units else remaining * lot_units end) as amount
         from book_order join market on market.symbol = book_order.market
        where status in ('OPEN', 'WAITING') and user_id <> $1 group by 1
     ), trading as (
       select asset, sum(balance) as amount, min(id) filter (where kind = 'available') as account_id
         from account where owner_id = $1 group by asset
     )
     select asset.code as asset, coalesce(ordered.amount, 0)::numeric(38, 0) as in_orders,
            coalesce(held.amount, 0)::numeric(38, 0) as open_holds,
            trading.amount as trading, trading.account_id as trading_account, kept.read_at,
            coalesce(kept.sum, 0) as read_sum, coalesce(kept.held_without_holds, 0) as held_without_holds
       from asset
       left join held on held.asset = asset.code
       left join ordered on ordered.asset = asset.code
       left join trading on trading.asset = asset.code
       left join account_reading kept on kept.asset = asset.code
      where kept.asset is not null
         or exists (select from account where account.owner_id is null and account.asset = asset.code)
      order by asset.position`,
    [houseId],
  );
  return rows;
}

/** By indexes house_balance_pkey and entry_of_house: at most what was posted since the last closed day. */
async function sumHouse({ client }: Transaction): Promise<readonly HouseRow[]> {
  const { rows } = await client.query<HouseRow>(
    `select id, asset, kind, house_balance_at(id, null) as balance from account
      where owner_id is null order by array_position(array['rail_clearing', 'fees', 'exposure', 'corrections'], kind)`,
  );
  return rows;
}

interface Found {
  readonly house: readonly HouseRow[];
  readonly railUnits: bigint | undefined;
}

function balanceOf(row: CustomersRow, { house, railUnits }: Found): AssetBalances {
  const {
    asset,
    trading,
    trading_account: tradingAccount,
    read_sum: sum,
    held_without_holds: heldWithoutHolds,
  } = row;
  const format = (units: bigint): string => formatAmount(amountOf(asset, units));
  const houses = house.reduce((total, { balance }) => total + balance, trading ?? 0n);
  const liabilities = sum - houses;
  const held = row.open_holds + heldWithoutHolds;
  const lines: readonly Line[] = [
    { kind: 'customers_free', units: liabilities - row.in_orders - held, accountId: null },
    { kind: 'customers_in_orders', units: row.in_orders, accountId: null },
    { kind: 'customers_held', units: held, accountId: null },
    ...(trading === null
      ? []
      : [{ kind: 'house_trading' as const, units: trading, accountId: tradingAccount }]),
    ...house.map(({ id, kind, balance }) => ({ kind, units: balance, accountId: id })),
  ];
  return {
    currency: asset,
    lines: lines.map(({ kind, units, accountId }) => ({
      kind,
      amount: format(units),
      accountId: accountId === null ? null : String(accountId),
    })),
    sum: format(sum),
    heldWithoutHolds: format(heldWithoutHolds),
    isRight: sum === 0n && heldWithoutHolds === 0n,
    liabilities: format(liabilities),
    railHolds: railUnits === undefined ? null : format(railUnits),
  };
}

/** A line for each kind of account, then the sums. */
export function trialBalanceRecords({ at, assets }: TrialBalance): Cell[][] {
  const rows = assets.flatMap(
    ({ currency, lines, sum, heldWithoutHolds, liabilities, railHolds }): Cell[][] => [
      ...lines.map(({ kind, amount, accountId }) => [
        currency,
        kind,
        { decimal: amount },
        accountId ?? '',
        at,
      ]),
      [currency, 'sum', { decimal: sum }, '', at],
      [currency, 'held_without_holds', { decimal: heldWithoutHolds }, '', at],
      [currency, 'liabilities', { decimal: liabilities }, '', at],
      [currency, 'rail_holds', railHolds === null ? '' : { decimal: railHolds }, '', at],
    ],
  );
  return [['currency', 'line', 'amount', 'account', 'at'], ...rows];
}
