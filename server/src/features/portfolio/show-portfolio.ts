import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { getPortfolio, PortfolioRange } from '@mercury/contract/api/portfolio.ts';
import { limits } from '@mercury/contract/limits.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import { type AssetCode, assetOf } from '@mercury/contract/money/asset.ts';
import { valueInUsd } from '@mercury/contract/money/price.ts';
import { inTransaction } from '../../db/database.ts';
import type { Services } from '../../services.ts';
import type { Origin } from '../market/answers.ts';
import { priceOf } from '../market/price-of.ts';
import { holdingOf, presentHoldings, type ValuedHolding } from './holding.ts';
import { findPastPrices, type Course } from './past-prices.ts';
import { balancesAt, timesUntil } from './points.ts';
import { findBalances, findPortfolioRows, type BalanceRow, type PortfolioRow } from './queries.ts';

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
  return {
    success: true,
    ...origin,
    totalUsd: usd(total),
    profitUsd: usd(sumOf(holdings.map(({ profitUsd }) => profitUsd))),
    realizedUsd: usd(sumOf(holdings.map(({ realizedUsd }) => realizedUsd))),
    points: pointsOf({ courses, past, timesMs, knownSinceMs: knownSince(balances), totalUsd: total }),
    holdings: presentHoldings(holdings),
  };
}

function courseOf({ asset, balance }: BalanceRow, rows: readonly PortfolioRow[], timesMs: number[]): Course {
  const movements = rows.map(({ booked_at_ms: atMs, amount }) => ({ atMs, amount }));
  return { asset, balances: balancesAt(timesMs, { present: balance, movements }) };
}

function knownSince(balances: readonly BalanceRow[]): number {
  return Math.max(...balances.map(({ known_since }) => known_since?.getTime() ?? -Infinity));
}

function sumOf(values: readonly ValuedHolding['valueUsd'][]): bigint {
  return values.reduce<bigint>((sum, value) => sum + (value ?? 0n), 0n);
}

function usd(minorUnits: bigint): string {
  return formatAmount(amountOf('USD', minorUnits));
}

/**
 * Those of the oldest price. The operator's price and a dollar's are always current. While the market is away, one pretend price
 * or placeholder makes all pretend and stale.
 */
async function originOfPrices(services: Services, assets: readonly AssetCode[]): Promise<Origin> {
  const { market } = services;
  const coins = assets.filter((asset) => assetOf(asset).marketId !== null);
  const marketIds = coins.flatMap((coin) => assetOf(coin).marketId ?? []);
  const said = await Promise.all(marketIds.map((id) => market.findCoin(id)));
  const origins = said.flatMap((each) => each ?? []);
  const [first = new Date().toISOString(), ...others] = origins.map(({ asOf }) => asOf);
  const { source: ofMarket } = origins[0] ?? (await market.listCoins());
  const isPretend = coins.some((coin) => priceOf(services, coin)?.isIndicative === true);
  return {
    source: isPretend ? 'pretend' : ofMarket,
    // ISO 8601 in one time zone: texts sort like times.
    asOf: others.reduce((oldest, asOf) => (asOf < oldest ? asOf : oldest), first),
    isStale: origins.some(({ isStale }) => isStale),
  };
}

/**
 * An asset without a price at a time does not count; a time with unknown balances is left out. The last point is the present and
 * equals the total.
 */
export function pointsOf(options: {
  timesMs: readonly number[];
  courses: readonly Course[];
  past: ReadonlyMap<AssetCode, readonly (bigint | undefined)[]>;
  knownSinceMs: number;
  /** Smallest units. */
  totalUsd: bigint;
}): ReplyOf<typeof getPortfolio>['points'] {
  const { timesMs, courses, past, knownSinceMs, totalUsd } = options;
  const valueAt = (index: number): bigint =>
    courses.reduce((sum, { asset, balances }) => {
      const scaledUsd = past.get(asset)?.[index];
      if (scaledUsd === undefined) return sum;
      const amount = amountOf(asset, balances[index] ?? 0n);
      return sum + valueInUsd(amount, { asset, scaledUsd }, 'half-even').minorUnits;
    }, 0n);
  const present = timesMs.length - 1;
  return timesMs.flatMap((timeMs, index) => {
    if (index < present && timeMs < knownSinceMs) return [];
    const usd = index === present ? totalUsd : valueAt(index);
    return [{ at: new Date(timeMs).toISOString(), usd: formatAmount(amountOf('USD', usd)) }];
  });
}
