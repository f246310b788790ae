import { limits } from '@mercury/contract/limits.ts';
import { assetOf } from '@mercury/contract/money/asset.ts';
import { securityParameters } from '../../security-parameters.ts';
import type { Services } from '../../services.ts';
import {
  stateNow,
  termsOf,
  writePrice,
  writeQuantity,
  writeQuote,
  type MarketRow,
  type MarketState,
  type MarketTerms,
} from '../orders/market-terms.ts';
import { orderTypes, selfTradeModes } from './order-terms.ts';
import { listMarketsOf, symbolOf } from './symbols.ts';

/** Orders that rest are taken in a post-only market, and a client that found it closed would not look again. */
const statuses: Readonly<Record<MarketState, string>> = {
  open: 'TRADING',
  post_only: 'TRADING',
  cancel_only: 'BREAK',
  halted: 'HALT',
};

export async function showExchange(
  { db, config }: Services,
  { symbols, status }: { symbols: readonly string[] | undefined; status: string | undefined },
) {
  const markets = (await listMarketsOf(db, symbols)).map(presentMarket);
  const { apiKeyWeight, rateLimits } = securityParameters;
  const [ordersOfMinute] = rateLimits.order;
  const perMinute = (rateLimitType: string, points: number) => ({
    rateLimitType,
    interval: 'MINUTE',
    intervalNum: 1,
    limit: points * config.rateLimitFactor,
  });
  return {
    timezone: 'UTC',
    serverTime: Date.now(),
    rateLimits: [
      perMinute('REQUEST_WEIGHT', apiKeyWeight.perMinute.key),
      perMinute('ORDERS', ordersOfMinute.points),
    ],
    exchangeFilters: [],
    symbols: status === undefined ? markets : markets.filter((market) => market.status === status),
  };
}

function presentMarket(row: MarketRow) {
  const terms = termsOf(row);
  const baseDecimals = assetOf(row.base).decimals;
  const quoteDecimals = assetOf(row.quote).decimals;
  return {
    symbol: symbolOf(row),
    status: statuses[stateNow(row)],
    baseAsset: row.base,
    baseAssetPrecision: baseDecimals,
    quoteAsset: row.quote,
    quotePrecision: quoteDecimals,
    quoteAssetPrecision: quoteDecimals,
    baseCommissionPrecision: baseDecimals,
    quoteCommissionPrecision: quoteDecimals,
    orderTypes,
    icebergAllowed: false,
    ocoAllowed: false,
    otoAllowed: false,
    quoteOrderQtyMarketAllowed: true,
    allowTrailingStop: false,
    cancelReplaceAllowed: false,
    amendAllowed: false,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    filters: filtersOf(terms),
    permissions: [],
    permissionSets: [['SPOT']],
    defaultSelfTradePreventionMode: 'EXPIRE_TAKER',
    allowedSelfTradePreventionModes: Object.keys(selfTradeModes),
  };
}

function filtersOf(terms: MarketTerms) {
  const tickSize = writePrice(terms, 1);
  const quantities = {
    minQty: writeQuantity(terms, terms.lotsMin),
    maxQty: writeQuantity(terms, limits.orderLotsMax),
    stepSize: writeQuantity(terms, 1),
  };
  return [
    {
      filterType: 'PRICE_FILTER',
      minPrice: tickSize,
      maxPrice: writePrice(terms, limits.orderTicksMax),
      tickSize,
    },
    { filterType: 'LOT_SIZE', ...quantities },
    { filterType: 'MARKET_LOT_SIZE', ...quantities },
    {
      // Only the least quantity is asked for; this is what it costs at the least price.
      filterType: 'NOTIONAL',
      minNotional: writeQuote(terms, terms.units.quoteUnitsPerTickLot * BigInt(terms.lotsMin)),
      applyMinToMarket: true,
      maxNotional: '9223372036854775807',
      applyMaxToMarket: false,
      avgPriceMins: 5,
    },
    {
      filterType: 'PERCENT_PRICE',
      multiplierUp: String(limits.orderPriceFactorMax),
      multiplierDown: String(1 / limits.orderPriceFactorMax),
      avgPriceMins: 5,
    },
    { filterType: 'MAX_NUM_ORDERS', maxNumOrders: limits.openOrdersMax },
    { filterType: 'MAX_NUM_ALGO_ORDERS', maxNumAlgoOrders: limits.openOrdersMax },
  ];
}
