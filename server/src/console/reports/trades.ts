import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { getTradeReport } from '@mercury/contract/console/reports.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Database } from '../../db/database.ts';
import type { CsvExport } from '../../http/csv-stream.ts';
import { reversedBetween, tradesBetween } from './count-days.ts';
import { endOf, lengthOf, type Period } from './period.ts';

type Report = ReplyOf<typeof getTradeReport>;

interface TradedRow {
  readonly day: string;
  readonly venue: Report['pairs'][number]['venue'];
  readonly base: AssetCode;
  readonly quote: AssetCode;
  readonly count: bigint;
  readonly base_amount: bigint;
  readonly quote_amount: bigint;
}

/**
 * By report_trade_pkey the days that are counted, from the trades what was made since, and from the corrections what they undid.
 * Oldest day first.
 */
function tradedQuery(period: Period): { sql: string; values: unknown[] } {
  return {
    sql: `with mark as materialized (
       select greatest(coalesce((select counted_until from report_mark), to_timestamp(0)), $1::timestamptz) as until
     ), traded as (
       select starts_at, venue, base, quote, count, base_amount, quote_amount from report_trade where starts_at >= $1 and starts_at < $2
       union all
       ${tradesBetween('(select until from mark)', '$2::timestamptz')}
       union all
       ${reversedBetween('$1', '$2')}
     )
     select to_char(starts_at at time zone 'utc', 'YYYY-MM-DD') as day, venue, base, quote, sum(count)::bigint as count,
            sum(base_amount)::numeric(38, 0) as base_amount, sum(quote_amount)::numeric(38, 0) as quote_amount
       from traded group by traded.starts_at, venue, base, quote order by traded.starts_at, venue, base, quote`,
    values: [new Date(period.from), endOf(period)],
  };
}

/** @throws DomainError ValidationFailed for a period that is none */
export async function readTrades({ pool }: Database, period: Period): Promise<Report> {
  lengthOf(period);
  const { sql, values } = tradedQuery(period);
  const { rows: traded } = await pool.query<TradedRow>(sql, values);
  const pairs = Map.groupBy(traded, ({ venue, base, quote }) => `${venue} ${base} ${quote}`);
  return {
    success: true,
    from: period.from,
    until: period.until,
    madeAt: new Date().toISOString(),
    pairs: [...pairs]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([, rows]) => pairOf(rows)),
  };
}

function pairOf(rows: readonly TradedRow[]): Report['pairs'] {
  const [first] = rows;
  if (first === undefined) return [];
  const sum = (of: (row: TradedRow) => bigint): bigint => rows.reduce((total, row) => total + of(row), 0n);
  const { venue, base, quote } = first;
  return [
    {
      venue,
      base,
      quote,
      count: Number(sum(({ count }) => count)),
      baseAmount: formatAmount(
        amountOf(
          base,
          sum(({ base_amount }) => base_amount),
        ),
      ),
      quoteAmount: formatAmount(
        amountOf(
          quote,
          sum(({ quote_amount }) => quote_amount),
        ),
      ),
    },
  ];
}

/** A line for each day and pair, oldest first. @throws DomainError ValidationFailed for a period that is none */
export function tradeExport(period: Period): Omit<CsvExport<TradedRow>, 'note'> {
  lengthOf(period);
  return {
    columns: ['day', 'venue', 'base', 'quote', 'count', 'base_amount', 'quote_amount'],
    ...tradedQuery(period),
    cellsOf: ({ day, venue, base, quote, count, base_amount, quote_amount }) => [
      day,
      venue,
      base,
      quote,
      { decimal: String(count) },
      { decimal: formatAmount(amountOf(base, base_amount)) },
      { decimal: formatAmount(amountOf(quote, quote_amount)) },
    ],
  };
}
