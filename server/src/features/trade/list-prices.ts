import type { MarketSource } from '@mercury/contract/api/market.ts';
import { limits } from '@mercury/contract/limits.ts';
import { assetCodes, type AssetCode } from '@mercury/contract/money/asset.ts';
import { parsePrice, type Price } from '@mercury/contract/money/price.ts';
import type { Services } from '../../services.ts';
import type { BusinessSettings } from '../../settings/registry.ts';
import { createPretendFeed } from '../market/pretend-feed.ts';
import { operatorPriceOf } from '../market/price-of.ts';
import type { PriceReference } from './price-jump.ts';
import { findReferences } from './price-references.ts';
import { spreadBpsAt } from './spread.ts';

/** Where market prices come from at present. A stored price may be from before a change of the settings. */
export type PresentSource = MarketSource | 'none';

/** What an asset is traded at, and who says so. */
export interface ListedPrice {
  readonly asset: AssetCode;
  readonly price: Price | undefined;
  /** Undefined where it has no age. */
  readonly asOf: Date | undefined;
  readonly source: 'operator' | 'par' | PresentSource;
  /** Of an offer to trade it for US dollars now; only of a live price. */
  readonly spreadBps: number | undefined;
  /** It jumped there, and is not trusted yet. */
  readonly candidate: { readonly price: Price; readonly since: Date } | undefined;
}

/** In the order of the assets. */
export async function listPrices(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  source: PresentSource,
): Promise<readonly ListedPrice[]> {
  const references = await findReferences(db.pool);
  const { current } = settings;
  return assetCodes().map((asset) =>
    listedOf(asset, { settings: current, source, reference: references.get(asset) }),
  );
}

interface Known {
  readonly settings: BusinessSettings;
  readonly source: PresentSource;
  readonly reference: PriceReference | undefined;
}

function listedOf(asset: AssetCode, { settings, source, reference }: Known): ListedPrice {
  const none = { asset, asOf: undefined, spreadBps: undefined, candidate: undefined };
  const own = operatorPriceOf(settings, asset);
  if (own !== undefined) return { ...none, price: own, source: 'operator' };
  if (asset === 'USD') return { ...none, price: parsePrice(asset, '1'), source: 'par' };
  if (source === 'pretend') return pretendedOf(asset);
  if (reference === undefined) return { ...none, price: undefined, source };
  return { ...knownOf(asset, reference), source, spreadBps: spreadOf(reference, { settings, source }) };
}

/** Nothing is kept of pretended prices: they follow from the time alone. */
function pretendedOf(asset: AssetCode): ListedPrice {
  const price = createPretendFeed(Date.now).priceOf(asset);
  return {
    asset,
    price,
    asOf: price?.asOf,
    source: 'pretend',
    spreadBps: undefined,
    candidate: undefined,
  };
}

function knownOf(asset: AssetCode, { scaledUsd, asOf, candidate }: PriceReference) {
  return {
    asset,
    price: { asset, scaledUsd },
    asOf,
    candidate:
      candidate === null
        ? undefined
        : { price: { asset, scaledUsd: candidate.scaledUsd }, since: candidate.since },
  };
}

function spreadOf(
  { asOf, variance }: PriceReference,
  { settings, source }: Omit<Known, 'reference'>,
): number | undefined {
  if (source !== 'live') return undefined;
  return spreadBpsAt(settings.trade.spreadBps, [{ source: 'live', asOf, variance }], new Date());
}

/** Whether offers are refused for its age. */
export function isStale({ source, asOf }: Pick<ListedPrice, 'source' | 'asOf'>): boolean {
  return source === 'live' && asOf !== undefined && Date.now() - asOf.getTime() > limits.quotePriceAgeMaxMs;
}
