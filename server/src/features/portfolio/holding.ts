import type { Holding } from '@mercury/contract/api/portfolio.ts';
import { amountOf, formatAmount, type Amount } from '@mercury/contract/money/amount.ts';
import { assetCodes } from '@mercury/contract/money/asset.ts';
import { averageCost, costInUsd, costOfUsd } from '@mercury/contract/money/cost.ts';
import { formatDecimal } from '@mercury/contract/money/decimal.ts';
import { formatPrice, valueInUsd } from '@mercury/contract/money/price.ts';
import { divide } from '@mercury/contract/money/rounding.ts';
import type { KnownPrice } from '../market/price-of.ts';
import { costBasisAfter, type CostBasis, type Movement } from './average-cost.ts';
import type { BalanceRow, PortfolioRow } from './queries.ts';
import { sharesOf } from './shares.ts';
import { worthOfTrade } from './worth-of-trade.ts';

/** A holding with its worth and cost. Millionths of a US dollar, null if unknown. */
export interface ValuedHolding {
  readonly amount: Amount;
  readonly known: KnownPrice | undefined;
  readonly valueUsd: bigint | null;
  readonly basis: CostBasis;
  readonly costUsd: bigint | null;
  readonly profitUsd: bigint | null;
  readonly realizedUsd: bigint | null;
}

export function holdingOf(options: {
  balance: BalanceRow;
  rows: readonly PortfolioRow[];
  known: KnownPrice | undefined;
}): ValuedHolding {
  const { balance, rows, known } = options;
  const amount = amountOf(balance.asset, balance.balance);
  // Only shown, never paid out: round to the nearest cent, as in the wallets.
  const valueUsd = known === undefined ? null : valueInUsd(amount, known.price, 'half-even').minorUnits;
  const basis = basisOf(balance, rows);
  const costUsd = usdOfCost(basis.cost);
  return {
    amount,
    known,
    valueUsd,
    basis,
    costUsd,
    profitUsd: valueUsd === null || costUsd === null ? null : valueUsd - costUsd,
    realizedUsd: usdOfCost(basis.realized),
  };
}

function basisOf({ asset, balance, known_since }: BalanceRow, rows: readonly PortfolioRow[]): CostBasis {
  // A dollar costs a dollar, wherever it came from, and gains nothing.
  if (asset === 'USD') return { quantity: balance, cost: costOfUsd(balance), realized: 0n };
  if (known_since !== null) return { quantity: balance, cost: null, realized: null };
  return costBasisAfter(rows.map(movementOf));
}

function movementOf(row: PortfolioRow): Movement {
  const { amount, from_asset: fromAsset, to_asset: toAsset, trade_usd_value: usdValue } = row;
  const { from_amount: fromAmount, fee, to_amount: toAmount } = row;
  const isTrade = fromAsset !== null && toAsset !== null && usdValue !== null;
  if (!isTrade || fromAmount === null || fee === null || toAmount === null) {
    return { amount, usd: row.usd_value };
  }
  return { amount, usd: worthOfTrade({ fromAsset, fromAmount, fee, toAsset, toAmount, usdValue }) };
}

function usdOfCost(cost: bigint | null): bigint | null {
  return cost === null ? null : costInUsd(cost, 'half-even').minorUnits;
}

/** The most valuable first, then holdings without a price; equal ones in the order of the contract. */
export function presentHoldings(holdings: readonly ValuedHolding[]): Holding[] {
  const ordered = holdings.toSorted(
    (one, other) => compareValues(one, other) || positionOf(one) - positionOf(other),
  );
  const priced = ordered.filter(({ valueUsd }) => valueUsd !== null);
  const shares = sharesOf(priced.map(({ valueUsd }) => valueUsd ?? 0n));
  return ordered.map((holding, index) => presentHolding(holding, shares[index]));
}

function compareValues({ valueUsd: one }: ValuedHolding, { valueUsd: other }: ValuedHolding): number {
  const [first, second] = [one ?? -1n, other ?? -1n];
  if (first === second) return 0;
  return first > second ? -1 : 1;
}

function positionOf({ amount }: ValuedHolding): number {
  return assetCodes().indexOf(amount.asset);
}

/** Holdings with a price come first, so each share has the index of its holding. */
function presentHolding(holding: ValuedHolding, share: bigint | undefined): Holding {
  const { amount, known, basis, valueUsd, costUsd, profitUsd, realizedUsd } = holding;
  const average = basis.cost === null ? undefined : averageCost(basis.cost, amount, 'half-even');
  return {
    currency: amount.asset,
    amount: formatAmount(amount),
    price: known === undefined ? null : formatPrice(known.price),
    isPriceIndicative: known?.isIndicative ?? false,
    valueUsd: usdOf(valueUsd),
    sharePercent: share === undefined ? null : percent(share),
    averageCostUsd: average === undefined ? null : formatPrice({ scaledUsd: average }),
    costUsd: usdOf(costUsd),
    profitUsd: usdOf(profitUsd),
    profitPercent: profitUsd === null || !costUsd ? null : percent(percentOf(profitUsd, costUsd)),
    realizedUsd: usdOf(realizedUsd),
  };
}

function usdOf(minorUnits: bigint | null): string | null {
  return minorUnits === null ? null : formatAmount(amountOf('USD', minorUnits));
}

const percentDecimals = 2;

function percentOf(part: bigint, whole: bigint): bigint {
  return divide(part * 100n * 10n ** BigInt(percentDecimals), whole, 'half-even');
}

function percent(hundredths: bigint): string {
  return formatDecimal(hundredths, percentDecimals);
}
