import type { MarketCoin } from '@mercury/contract/api/market.ts';
import type { AlertDirection } from '@mercury/contract/api/price-alerts.ts';
import { type AssetCode, assetOf } from '@mercury/contract/money/asset.ts';
import { formatPrice, parsePrice, type Price, priceDecimals } from '@mercury/contract/money/price.ts';
import { divide } from '@mercury/contract/money/rounding.ts';
import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../../domain/config-query.ts';
import { marketQuery } from '../../domain/market-query.ts';
import { shownDecimals } from '../../domain/prices.ts';

interface Line {
  currency: AssetCode;
  direction: AlertDirection;
  /** A plain decimal of US dollars, or empty. */
  price: string;
}

/**
 * The problem of a threshold. If the present price is already past it, there is nothing to wait for. The server decides in the
 * end, since its price is newer.
 */
export function lineProblem(
  { currency, direction, price }: Line,
  presentPrice: string | undefined,
): 'missing' | 'reached' | undefined {
  const line = parsePrice(currency, price);
  if (line === undefined) return 'missing';
  const present = presentPrice === undefined ? undefined : parsePrice(currency, presentPrice);
  return present && isReached(line, direction, present) ? 'reached' : undefined;
}

function isReached(line: Price, direction: AlertDirection, present: Price): boolean {
  return direction === 'above' ? present.scaledUsd >= line.scaledUsd : present.scaledUsd <= line.scaledUsd;
}

/** In percent of the present price, one press each. */
export const steps = [-10, -5, 5, 10] as const;

/** A new alert begins this far from the present price, on the side that it waits for. */
export const firstStep = { above: 5, below: -5 } as const satisfies Record<AlertDirection, number>;

/**
 * The price some percent above the present one (below it if negative), as a person would type it: rounded by a four-hundredth of
 * itself at most, unless the decimals that prices are shown with end before.
 */
export function priceAtStep(
  currency: AssetCode,
  presentPrice: string | undefined,
  percent: number,
): string | undefined {
  const present = presentPrice === undefined ? undefined : parsePrice(currency, presentPrice);
  if (presentPrice === undefined || present === undefined) return undefined;
  const exact = divide(present.scaledUsd * BigInt(100 + percent), 100n, 'half-even');
  const decimals = Math.min(shownDecimals(presentPrice), shownDecimals(formatPrice({ scaledUsd: exact })));
  const figures = exact.toString();
  // 49,300 is closer to what it stands for than 105 would be: a leading one needs a figure more.
  const significant = figures.startsWith('1') ? 4 : 3;
  const dropped = Math.max(0, priceDecimals - decimals, figures.length - significant);
  const unit = 10n ** BigInt(dropped);
  return formatPrice({ scaledUsd: divide(exact, unit, 'half-even') * unit });
}

interface KnownPrices {
  coins: readonly Pick<MarketCoin, 'id' | 'currentPrice'>[];
  /** The product's own coin and the operator's price of it. */
  coin: AssetCode | undefined;
  coinPriceUsd: string | undefined;
}

/** The present price as a plain decimal of US dollars; undefined if it is unknown here. */
export function presentPriceOf(
  asset: AssetCode,
  { coins, coin, coinPriceUsd }: KnownPrices,
): string | undefined {
  if (asset === coin) return coinPriceUsd;
  const { priceUsd, marketId } = assetOf(asset);
  // Several coins of the market may share a symbol, none an id.
  return priceUsd ?? coins.find(({ id }) => id === marketId)?.currentPrice;
}

export function usePresentPrice(asset: AssetCode): string | undefined {
  const { data: market } = useQuery(marketQuery);
  const { data: config } = useQuery(configQuery);
  return presentPriceOf(asset, {
    coins: market?.coins ?? [],
    coin: config?.coin,
    coinPriceUsd: config?.coinPriceUsd,
  });
}
