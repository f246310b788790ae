import type { AssetBalances, balanceLineKinds } from '@mercury/contract/console/books.ts';
import { writeCsv } from '@mercury/contract/csv.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { houseId } from '../../features/house-quotes/house.ts';
import type { Services } from '../../services.ts';

type LineKind = (typeof balanceLineKinds)[number];

interface PeopleRow {
  readonly asset: AssetCode;
  readonly free: bigint;
  readonly in_orders: bigint;
  readonly held: bigint;
  readonly trading: bigint | null;
  readonly trading_account: bigint | null;
  readonly all_held: bigint;
  readonly open_holds: bigint;
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
  readonly assets: AssetBalances[];
}

/** From the balances that accounts carry, in one snapshot; of the house's, from the days that are closed and the entries since. */
export async function makeTrialBalance({ db, rail }: Pick<Services, 'db' | 'rail'>): Promise<TrialBalance> {
  const at = new Date().toISOString();
  const { people, house, assets } = await inTransaction(
    db,
    async (trx) => ({
      people: await sumPeople(trx),
      house: await sumHouse(trx),
      assets: await listUsedAssets(trx),
    }),
    { isolation: 'repeatable read' },
  );
  const holdings = await holdingsOf(rail);
  return {
    at,
    assets: assets.map((asset) =>
      balanceOf(asset, {
        people: people.find((row) => row.asset === asset),
        house: house.filter((row) => row.asset === asset),
        railUnits: holdings?.get(asset),
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

async function listUsedAssets({ client }: Transaction): Promise<readonly AssetCode[]> {
  const { rows } = await client.query<{ code: AssetCode }>(
    `select code from asset where exists (select from account where account.asset = asset.code) order by position`,
  );
  return rows.map(({ code }) => code);
}

/** Open holds by index hold_open_by_account; accounts are read from end to end, one row each. */
async function sumPeople({ client }: Transaction): Promise<readonly PeopleRow[]> {
  const { rows } = await client.query<PeopleRow>(
    `with open as (
       select account.asset, sum(hold.amount) as amount
         from hold join account on account.id = hold.held_account_id
        where hold.state = 'open' group by account.asset
     )
     select account.asset,
            coalesce(sum(balance - reserved) filter (where kind = 'available' and owner_id <> $1), 0) as free,
            coalesce(sum(reserved) filter (where owner_id <> $1), 0) as in_orders,
            coalesce(sum(balance) filter (where kind = 'held' and owner_id <> $1), 0) as held,
            sum(balance) filter (where owner_id = $1) as trading,
            min(id) filter (where owner_id = $1 and kind = 'available') as trading_account,
            coalesce(sum(balance) filter (where kind = 'held'), 0) as all_held,
            coalesce(min(open.amount), 0) as open_holds
       from account left join open on open.asset = account.asset
      where owner_id is not null
      group by account.asset`,
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
  readonly people: PeopleRow | undefined;
  readonly house: readonly HouseRow[];
  readonly railUnits: bigint | undefined;
}

function balanceOf(asset: AssetCode, { people, house, railUnits }: Found): AssetBalances {
  const format = (units: bigint): string => formatAmount(amountOf(asset, units));
  const lines: readonly Line[] = [
    { kind: 'customers_free', units: people?.free ?? 0n, accountId: null },
    { kind: 'customers_in_orders', units: people?.in_orders ?? 0n, accountId: null },
    { kind: 'customers_held', units: people?.held ?? 0n, accountId: null },
    ...(people === undefined || people.trading === null
      ? []
      : [{ kind: 'house_trading' as const, units: people.trading, accountId: people.trading_account }]),
    ...house.map(({ id, kind, balance }) => ({ kind, units: balance, accountId: id })),
  ];
  const sum = lines.reduce((total, { units }) => total + units, 0n);
  const heldWithoutHolds = (people?.all_held ?? 0n) - (people?.open_holds ?? 0n);
  const liabilities = (people?.free ?? 0n) + (people?.in_orders ?? 0n) + (people?.held ?? 0n);
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
export function writeTrialBalance({ at, assets }: TrialBalance): string {
  const rows = assets.flatMap(({ currency, lines, sum, heldWithoutHolds, liabilities, railHolds }) => [
    ...lines.map(({ kind, amount, accountId }) => [currency, kind, { decimal: amount }, accountId ?? '', at]),
    [currency, 'sum', { decimal: sum }, '', at],
    [currency, 'held_without_holds', { decimal: heldWithoutHolds }, '', at],
    [currency, 'liabilities', { decimal: liabilities }, '', at],
    [currency, 'rail_holds', railHolds === null ? '' : { decimal: railHolds }, '', at],
  ]);
  return writeCsv([['currency', 'line', 'amount', 'account', 'at'], ...rows]);
}
