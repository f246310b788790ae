import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import {
  reportDaysShownMax,
  type getMovementReport,
  type MovementReport,
} from '@mercury/contract/console/reports.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import type { CsvExport } from '../../http/csv-stream.ts';
import { movementsBetween } from './count-days.ts';
import { endOf, lengthOf, type Period } from './period.ts';

type Report = ReplyOf<typeof getMovementReport>;

interface MovedRow {
  readonly day: string;
  readonly asset: AssetCode;
  readonly cause: Report['assets'][number]['lines'][number]['cause'];
  readonly count: bigint;
  readonly amount: bigint;
}

interface BalanceRow {
  readonly asset: AssetCode;
  readonly opening: bigint;
  readonly closing: bigint;
}

/** What the house has of fees is its own; what it is short of at the rail is what the rail holds. */
const accounts: Readonly<Record<MovementReport, { readonly kind: string; readonly sign: bigint }>> = {
  fees: { kind: 'fees', sign: 1n },
  payments: { kind: 'rail_clearing', sign: -1n },
};

/**
 * By report_movement_pkey the days that are counted, and from the entries what was posted since, in one snapshot. Assets in their
 * order within a day; each day is the first one unless it `isByDay`.
 */
function movedQuery(
  of: MovementReport,
  { period, isByDay, order }: { period: Period; isByDay: boolean; order: 'asc' | 'desc' },
): { sql: string; values: unknown[] } {
  const { kind, sign } = accounts[of];
  return {
    sql: `with mark as materialized (
       select greatest(coalesce((select counted_until from report_mark), to_timestamp(0)), $2::timestamptz) as until
     ), moved as (
       select starts_at, account_id, cause, count, amount from report_movement where starts_at >= $2 and starts_at < $3
       union all
       ${movementsBetween('(select until from mark)', '$3::timestamptz')}
     )
     select to_char((case when $4 then moved.starts_at else $2 end) at time zone 'utc', 'YYYY-MM-DD') as day, account.asset, moved.cause,
            sum(moved.count)::bigint as count, (sum(moved.amount) * $5)::numeric(38, 0) as amount
       from moved
       join account on account.id = moved.account_id and account.owner_id is null and account.kind = $1
       join asset on asset.code = account.asset
      group by 1, account.asset, asset.position, moved.cause
      order by 1 ${order}, asset.position, moved.cause`,
    values: [kind, new Date(period.from), endOf(period), isByDay, sign],
  };
}

/** Newest day first. */
async function findMoved(
  { client }: Transaction,
  of: MovementReport,
  asked: { period: Period; isByDay: boolean },
): Promise<readonly MovedRow[]> {
  const { sql, values } = movedQuery(of, { ...asked, order: 'desc' });
  return (await client.query<MovedRow>(sql, values)).rows;
}

/** By house_balance_pkey and entry_of_house. */
async function findBalances(
  { client }: Transaction,
  of: MovementReport,
  period: Period,
): Promise<readonly BalanceRow[]> {
  const { kind, sign } = accounts[of];
  const { rows } = await client.query<BalanceRow>(
    `select account.asset, house_balance_at(account.id, first_id_at($2)) as opening,
            house_balance_at(account.id, first_id_at($3)) as closing
       from account join asset on asset.code = account.asset
      where account.owner_id is null and account.kind = $1 order by asset.position`,
    [kind, new Date(period.from), endOf(period)],
  );
  return rows.map(({ asset, opening, closing }) => ({
    asset,
    opening: opening * sign,
    closing: closing * sign,
  }));
}

/** @throws DomainError ValidationFailed for a period that is none */
export async function readMovements(db: Database, of: MovementReport, period: Period): Promise<Report> {
  const isByDay = lengthOf(period) <= reportDaysShownMax;
  const { moved, balances } = await inTransaction(
    db,
    async (trx) => ({
      moved: await findMoved(trx, of, { period, isByDay }),
      balances: await findBalances(trx, of, period),
    }),
    { isolation: 'repeatable read' },
  );
  return {
    success: true,
    of,
    from: period.from,
    until: period.until,
    madeAt: new Date().toISOString(),
    assets: balances.map(({ asset, opening, closing }) => ({
      currency: asset,
      opening: format(asset, opening),
      lines: linesOf(moved.filter((row) => row.asset === asset)),
      closing: format(asset, closing),
    })),
    days: isByDay ? daysOf(moved) : null,
  };
}

function format(asset: AssetCode, units: bigint): string {
  return formatAmount(amountOf(asset, units));
}

function linesOf(moved: readonly MovedRow[]): Report['assets'][number]['lines'] {
  return [...Map.groupBy(moved, ({ cause }) => cause)].map(([cause, rows]) => ({
    cause,
    count: rows.reduce((sum, { count }) => sum + Number(count), 0),
    amount: format(rows[0]?.asset ?? 'USD', sumOf(rows)),
  }));
}

function daysOf(moved: readonly MovedRow[]): Report['days'] {
  return [...Map.groupBy(moved, ({ day, asset }) => `${day} ${asset}`).values()].flatMap((rows) => {
    const [first] = rows;
    return first === undefined
      ? []
      : [{ day: first.day, currency: first.asset, amount: format(first.asset, sumOf(rows)) }];
  });
}

function sumOf(rows: readonly MovedRow[]): bigint {
  return rows.reduce((sum, { amount }) => sum + amount, 0n);
}

/** A line for each day, currency and cause, oldest first. @throws DomainError ValidationFailed for a period that is none */
export function movementExport(of: MovementReport, period: Period): Omit<CsvExport<MovedRow>, 'note'> {
  lengthOf(period);
  return {
    columns: ['day', 'currency', 'cause', 'count', 'amount'],
    ...movedQuery(of, { period, isByDay: true, order: 'asc' }),
    cellsOf: ({ day, asset, cause, count, amount }) => [
      day,
      asset,
      cause,
      { decimal: String(count) },
      { decimal: format(asset, amount) },
    ],
  };
}
