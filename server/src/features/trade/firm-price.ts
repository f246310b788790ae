import { limits } from '@mercury/contract/limits.ts';
import { assetCodes, type AssetCode } from '@mercury/contract/money/asset.ts';
import { parsePrice } from '@mercury/contract/money/price.ts';
import { DomainError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { operatorPriceOf } from '../market/price-of.ts';
import type { TrustedPrice } from './offer.ts';
import { requireTrusted } from './require-trusted.ts';

export type PriceServices = Pick<Services, 'config' | 'db' | 'rail' | 'market' | 'log'>;

/**
 * What a whole unit costs, so surely that the house may be held to it: as the operator says where they do, else as the
 * market does, if it was so within minutes and not another thing altogether than before. May ask the market: never in a transaction.
 * @throws DomainError PriceMissing, PriceStale, PriceJumped
 */
export async function firmPriceOf(services: PriceServices, asset: AssetCode): Promise<TrustedPrice> {
  const known = { asOf: new Date(), variance: 0n };
  const own = operatorPriceOf(services.config, asset);
  if (own !== undefined) return { ...own, source: 'operator', ...known };
  if (asset === 'USD') return { ...dollar(), source: 'par', ...known };
  return requireTrusted(services, await marketPriceOf(services, asset));
}

/** As firmPriceOf, but undefined if the price is missing, stale or has jumped. */
export async function findFirmPrice(
  services: PriceServices,
  asset: AssetCode,
): Promise<TrustedPrice | undefined> {
  try {
    return await firmPriceOf(services, asset);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/**
 * Runs every minute: hears the price of each asset. A price that jumped then settles even if nobody asks for an offer, and the
 * operator hears of the jump before a person meets it.
 */
export async function settlePrices(services: PriceServices): Promise<void> {
  for (const asset of assetCodes()) {
    // Where there is none, whoever asks for an offer is told why, and the next minute comes.
    await findFirmPrice(services, asset);
  }
}

function dollar() {
  const price = parsePrice('USD', '1');
  if (price === undefined) throw new Error('a US dollar has no price in US dollars');
  return price;
}

async function marketPriceOf(
  { config, rail, market }: PriceServices,
  asset: AssetCode,
): Promise<Omit<TrustedPrice, 'variance'>> {
  if (config.marketData === undefined) {
    const pretended = rail.isSandbox ? market.pretendedPriceOf(asset) : undefined;
    if (pretended === undefined) throw new DomainError('PriceMissing');
    return { ...pretended, source: 'pretend' };
  }
  // No pretend price replaces an absent service: the two are unrelated.
  const live = await market.latestLivePriceOf(asset);
  if (live === undefined) throw new DomainError('PriceMissing');
  if (Date.now() - live.asOf.getTime() > limits.quotePriceAgeMaxMs) throw new DomainError('PriceStale');
  return { ...live, source: 'live' };
}
