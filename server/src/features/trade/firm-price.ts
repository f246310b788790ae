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
 * The price of a whole unit, certain enough to bind the house: the operator's price if one is set. Otherwise the market's, if it
 * is some minutes old at most and has not jumped. It may call the market: never use it in a transaction.
 * @throws DomainError PriceMissing, PriceStale, PriceJumped
 */
export async function firmPriceOf(services: PriceServices, asset: AssetCode): Promise<TrustedPrice> {
  const known = { asOf: new Date(), variance: 0n };
  const own = operatorPriceOf(services.config, asset);
  if (own !== undefined) return { ...own, source: 'operator', ...known };
  if (asset === 'USD') return { ...dollar(), source: 'par', ...known };
  const said = await marketPriceOf(services, asset);
  // A pretended price moves as it should. Remembered, it would make the first true price look like a jump.
  return said.source === 'pretend' ? { ...said, variance: 0n } : requireTrusted(services, said);
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
 * Runs every minute and reads the price of each asset. So a price that jumped settles even if nobody asks for an offer, and the
 * operator learns of the jump before a person meets it.
 */
export async function settlePrices(services: PriceServices): Promise<void> {
  for (const asset of assetCodes()) {
    // Without a firm price, a person who asks for an offer gets the reason. The next minute tries again.
    await findFirmPrice(services, asset);
  }
}

function dollar() {
  const price = parsePrice('USD', '1');
  if (price === undefined) throw new Error('a US dollar has no price in US dollars');
  return price;
}

async function marketPriceOf(
  { rail, market }: PriceServices,
  asset: AssetCode,
): Promise<Omit<TrustedPrice, 'variance'>> {
  const live = await market.latestLivePriceOf(asset);
  if (live === undefined) {
    // Real money is never traded at a pretended price. Nor is any, once the service has answered: the two are unrelated.
    const pretended = rail.isSandbox && market.isPretended() ? market.pretendedPriceOf(asset) : undefined;
    if (pretended === undefined) throw new DomainError('PriceMissing');
    return { ...pretended, source: 'pretend' };
  }
  if (Date.now() - live.asOf.getTime() > limits.quotePriceAgeMaxMs) throw new DomainError('PriceStale');
  return { ...live, source: 'live' };
}
