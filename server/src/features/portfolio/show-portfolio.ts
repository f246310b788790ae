import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { getPortfolio, PortfolioRange } from '@mercury/contract/api/portfolio.ts';
import { limits } from '@mercury/contract/limits.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import { formatDecimal } from '@mercury/contract/money/decimal.ts';
import { inTransaction } from '../../db/database.ts';
import type { Services } from '../../services.ts';
import { presentPriceOf, priceOf } from '../market/price-of.ts';
import { holdingOf, movementOf, presentHoldings, type ValuedHolding } from './holding.ts';
import { originOfPrices } from './origin-of-prices.ts';
import { findPastPrices, type Course, type PastPrices } from './past-prices.ts';
import { balancesAt, movementsUntil, timesUntil } from './points.ts';
import { findBalances, findPortfolioRows, type BalanceRow, type PortfolioRow } from './queries.ts';
import { changeOf, type PricedCourse } from './value-change.ts';
import { pointsOf } from './value-points.ts';

type Portfolio = ReplyOf<typeof getPortfolio>;

/**
 * Value over time at past prices, and for each currency cost and gain. An account with more entries than a statement has lines
 * shows only the latest: its cost is unknown, and the chart begins with them.
 */
export async function showPortfolio(
  services: Services,
  { userId, range }: { userId: string; range: PortfolioRange },
): Promise<Portfolio> {
  const asked = { userId, entriesMax: limits.statementLinesMax };
  const { balances, rows } = await inTransaction(
    services.db,
    async (trx) => ({
      balances: await findBalances(trx, asked),
      rows: await findPortfolioRows(trx, asked),
    }),
    // No booking falls between the two reads.
    { isolation: 'repeatable read' },
  );
  const rowsOf = Map.groupBy(rows, ({ asset }) => asset);
  const timesMs = timesUntil(Date.now(), range);
  const courses = balances.map((balance) => courseOf(balance, rowsOf.get(balance.asset) ?? [], timesMs));
  const [past, origin] = await Promise.all([
    findPastPrices(services, { courses, timesMs: timesMs.slice(0, -1), range }),
    originOfPrices(
      services,
      balances.map(({ asset }) => asset),
    ),
  ]);
  // Last and all at once: the waiting above may have brought newer prices.
  const holdings = balances.map((balance) =>
    holdingOf({
      balance,
      rows: rowsOf.get(balance.asset) ?? [],
      known: priceOf(services, balance.asset),
    }),
  );
  const total = sumOf(holdings.map(({ valueUsd }) => valueUsd));
  const knownSinceMs = knownSince(balances);
  const isKnown = timesMs.every((timeMs) => timeMs >= knownSinceMs);
  const priced = courses.map((course) => ({
    ...pricedCourse(services, course, past.get(course.asset)),
    movements: movementsOf(rowsOf.get(course.asset) ?? [], timesMs),
  }));
  return {
    success: true,
    ...origin,
    totalUsd: usd(total),
    hasTraded: hasTraded(balances, rows),
    profitUsd: usd(sumOf(holdings.map(({ profitUsd }) => profitUsd))),
    realizedUsd: usd(sumOf(holdings.map(({ realizedUsd }) => realizedUsd))),
    change: isKnown ? presentChange(changeOf(priced)) : null,
    points: pointsOf({ courses, past, timesMs, knownSinceMs, totalUsd: total }),
    holdings: presentHoldings(holdings),
  };
}

/** With too many entries to read, a trade may be among the others. */
function hasTraded(balances: readonly BalanceRow[], rows: readonly PortfolioRow[]): boolean {
  return (
    balances.some(({ known_since }) => known_since !== null) ||
    rows.some(({ from_asset: fromAsset }) => fromAsset !== null)
  );
}

function courseOf({ asset, balance }: BalanceRow, rows: readonly PortfolioRow[], timesMs: number[]): Course {
  const movements = rows.map(({ booked_at_ms: atMs, amount }) => ({ atMs, amount }));
  return { asset, balances: balancesAt(timesMs, { present: balance, movements }) };
}

function movementsOf(rows: readonly PortfolioRow[], timesMs: readonly number[]): PricedCourse['movements'] {
  return movementsUntil(
    timesMs,
    rows.map((row) => ({ atMs: row.booked_at_ms, ...movementOf(row) })),
  );
}

/**
 * The present price ends the course. What stands in for a market's price counts as unknown: between a true price and a
 * substitute lies no change.
 */
function pricedCourse(
  services: Services,
  { asset, balances }: Course,
  past: PastPrices = { prices: [], isGuess: false },
): Omit<PricedCourse, 'movements'> {
  const beforeNow = balances.slice(0, -1).map((_balance, index) => past.prices[index]);
  const isEverPriced =
    priceOf(services, asset) !== undefined || beforeNow.some((price) => price !== undefined);
  const prices = [...beforeNow, presentPriceOf(services, asset)?.scaledUsd];
  return { asset, balances, prices: past.isGuess ? [] : prices, isEverPriced };
}

function knownSince(balances: readonly BalanceRow[]): number {
  return Math.max(...balances.map(({ known_since }) => known_since?.getTime() ?? -Infinity));
}

function sumOf(values: readonly ValuedHolding['valueUsd'][]): bigint {
  return values.reduce<bigint>((sum, value) => sum + (value ?? 0n), 0n);
}

function presentChange(change: ReturnType<typeof changeOf>): Portfolio['change'] {
  if (change === undefined) return null;
  const { usd: changeUsd, percentHundredths, course } = change;
  return {
    usd: usd(changeUsd),
    percent: formatDecimal(percentHundredths, 2),
    course: course.map(usd),
  };
}

function usd(minorUnits: bigint): string {
  return formatAmount(amountOf('USD', minorUnits));
}
