import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { Exposure, getTrading, TradingMarket, TradingPrice } from '@mercury/contract/console/trading.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import { assetOf, isMadeHere, type AssetCode } from '@mercury/contract/money/asset.ts';
import { formatPrice, valueInUsd } from '@mercury/contract/money/price.ts';
import { findOwnOrders } from '../../features/house-quotes/queries.ts';
import { defaultSettings, findQuoteSettings } from '../../features/house-quotes/settings.ts';
import { priceOf } from '../../features/market/price-of.ts';
import { findMarkets, stateNow, termsOf, writePrice } from '../../features/orders/market-terms.ts';
import { listHalts, type Halt } from '../../features/trade/halt-trading.ts';
import {
  isStale,
  listPrices,
  type ListedPrice,
  type PresentSource,
} from '../../features/trade/list-prices.ts';
import { listPositions } from '../../features/trade/outside-trade.ts';
import { findHouseReach } from '../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { atOneVersion } from '../../settings/settings.ts';

/** All that the page of trading shows, but for the outside trades. */
export async function readTrading(present: Services): Promise<Omit<ReplyOf<typeof getTrading>, 'success'>> {
  const services = atOneVersion(present);
  const { db, settings } = services;
  const [halts, prices, markets, exposure] = await Promise.all([
    listHalts(db),
    listPrices(services, presentSource(services)),
    readMarkets(services),
    readExposure(services),
  ]);
  const { feeBps, spreadBps, orderUsdMax, dayUsdMax, exposureUsdMax, priceJumpBps } = settings.current.trade;
  return {
    halt: presentHalt(halts.find(({ scope }) => scope === null)),
    prices: prices.map((price) => presentPrice(price, halts)),
    markets,
    exposure,
    terms: {
      feeBps,
      spreadBps,
      orderUsdMax: formatAmount(orderUsdMax),
      dayUsdMax: formatAmount(dayUsdMax),
      exposureUsdMax: formatAmount(exposureUsdMax),
      priceJumpBps,
    },
  };
}

function presentSource({ market, rail }: Services): PresentSource {
  if (!market.isPretended()) return 'live';
  return rail.isSandbox ? 'pretend' : 'none';
}

function presentHalt(halt: Halt | undefined): TradingPrice['halt'] {
  return halt === undefined ? null : { since: halt.since.toISOString(), by: halt.by };
}

function presentPrice(listed: ListedPrice, halts: readonly Halt[]): TradingPrice {
  const { asset, price, asOf, source, spreadBps, candidate } = listed;
  return {
    currency: asset,
    usd: price === undefined ? null : formatPrice(price),
    asOf: asOf?.toISOString() ?? null,
    source,
    state: stateOf(listed),
    jumpedTo:
      candidate === undefined
        ? null
        : { usd: formatPrice(candidate.price), since: candidate.since.toISOString() },
    spreadBps: spreadBps ?? null,
    halt: presentHalt(halts.find(({ scope }) => scope === asset)),
  };
}

function stateOf(listed: ListedPrice): TradingPrice['state'] {
  if (listed.price === undefined || listed.source === 'none') return 'missing';
  if (listed.candidate !== undefined) return 'jumped';
  return isStale(listed) ? 'stale' : 'ok';
}

async function readMarkets({ db, config }: Services): Promise<TradingMarket[]> {
  const [rows, settings, orders] = await Promise.all([
    findMarkets(db),
    findQuoteSettings(db),
    findOwnOrders(db),
  ]);
  return rows.map((row) => {
    const own = orders.filter(({ market }) => market === row.symbol);
    const bids = own.filter(({ side }) => side === 'BUY').length;
    const { isOn } = settings.get(row.symbol) ?? defaultSettings(config);
    return {
      market: row.symbol,
      quote: row.quote,
      state: row.state,
      inForce: stateNow(row),
      lastPrice: row.last_price === null ? null : writePrice(termsOf(row), Number(row.last_price)),
      houseQuotes: { isOn, bids, asks: own.length - bids },
    };
  });
}

async function readExposure(services: Services): Promise<Exposure[]> {
  const positions = await listPositions(services.db.pool);
  const reaches = await findHouseReach(
    services.db,
    positions.map(({ asset }) => asset),
  );
  return positions.map(({ asset, position }): Exposure => {
    const { lowest, highest } = reaches.get(asset) ?? { lowest: position, highest: position };
    const furthest = magnitudeOf(lowest) > magnitudeOf(highest) ? lowest : highest;
    const value = valueOf(services, asset, position);
    return {
      currency: asset,
      position: formatAmount(amountOf(asset, position)),
      usdValue: value === undefined ? null : formatAmount(amountOf('USD', value)),
      share: shareOf(services, asset, position),
      shareWithOrders: shareOf(services, asset, furthest),
    };
  });
}

/** Of its size, in millionths of a US dollar. */
function valueOf(services: Services, asset: AssetCode, position: bigint): bigint | undefined {
  const known = priceOf(services, asset);
  return known && valueInUsd(amountOf(asset, magnitudeOf(position)), known.price, 'up').minorUnits;
}

const shareMax = 9_999n;

/** Of the limit, in percent. The operator makes some assets, so owing them has none. */
function shareOf(services: Services, asset: AssetCode, position: bigint): number | null {
  const value = valueOf(services, asset, position);
  if (value === undefined || (position < 0n && isMadeHere(assetOf(asset)))) return null;
  const { minorUnits: max } = services.settings.current.trade.exposureUsdMax;
  const share = (value * 100n + max - 1n) / max;
  return Number(share > shareMax ? shareMax : share);
}

const magnitudeOf = (units: bigint): bigint => (units < 0n ? -units : units);
