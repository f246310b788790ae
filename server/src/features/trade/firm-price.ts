import { limits } from '@mercury/contract/limits.ts';
import { assetCodes, type AssetCode } from '@mercury/contract/money/asset.ts';
import { formatPrice, parsePrice } from '@mercury/contract/money/price.ts';
import { DomainError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { operatorPriceOf } from '../market/price-of.ts';
import type { FirmPrice, TrustedPrice } from './offer.ts';
import { judgePrice, type PriceReference } from './price-jump.ts';
import { findReference, replaceReference } from './price-references.ts';

export interface PriceOptions {
  /** False: what the market said last, without waiting for more. */
  readonly asksService?: boolean;
}

export type PriceServices = Pick<Services, 'settings' | 'db' | 'rail' | 'market' | 'log'>;

/**
 * Certain enough to bind the house: the operator's price, else the market's, if it is a few minutes old at most and has not
 * jumped. It may call the market: never in a transaction.
 * @throws DomainError PriceMissing, PriceStale, PriceJumped
 */
export async function firmPriceOf(
  services: PriceServices,
  asset: AssetCode,
  { asksService = true }: PriceOptions = {},
): Promise<TrustedPrice> {
  const known = { asOf: new Date(), variance: 0n };
  const own = operatorPriceOf(services.settings.current, asset);
  if (own !== undefined) return { ...own, source: 'operator', ...known };
  if (asset === 'USD') return { ...dollar(), source: 'par', ...known };
  const said = marketPriceOf(
    services,
    asset,
    asksService ? await services.market.latestLivePriceOf(asset) : services.market.knownLivePriceOf(asset),
  );
  // A pretended price moves as it should. Remembered, it would make the first true price look like a jump.
  return said.source === 'pretend' ? { ...said, variance: 0n } : requireTrusted(services, said);
}

/** Undefined if the price is missing, stale or has jumped. */
export async function findFirmPrice(
  services: PriceServices,
  asset: AssetCode,
  options: PriceOptions = {},
): Promise<TrustedPrice | undefined> {
  try {
    return await firmPriceOf(services, asset, options);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** Every minute, for each asset: a jump settles even if nobody asks, and the operator learns of it before a person meets it. */
export async function settlePrices(services: PriceServices): Promise<void> {
  for (const asset of assetCodes()) {
    // A person who asks for an offer gets the reason. The next minute tries again.
    await findFirmPrice(services, asset);
  }
}

function dollar() {
  const price = parsePrice('USD', '1');
  if (price === undefined) throw new Error('a US dollar has no price in US dollars');
  return price;
}

function marketPriceOf(
  { rail, market }: PriceServices,
  asset: AssetCode,
  live: Awaited<ReturnType<Services['market']['latestLivePriceOf']>>,
): Omit<TrustedPrice, 'variance'> {
  if (live === undefined) {
    // Real money is never traded at a pretended price. Nor is any, once the service has answered: the two are unrelated.
    const pretended = rail.isSandbox && market.isPretended() ? market.pretendedPriceOf(asset) : undefined;
    if (pretended === undefined) throw new DomainError('PriceMissing');
    return { ...pretended, source: 'pretend' };
  }
  if (Date.now() - live.asOf.getTime() > limits.quotePriceAgeMaxMs) throw new DomainError('PriceStale');
  return { ...live, source: 'live' };
}

/**
 * Passes and stores a market price near the last trusted one; returns the stored one if that is newer. Processes share prices
 * through the database. Tells the operator once of each jump.
 * @throws DomainError PriceJumped
 */
export async function requireTrusted(
  services: Pick<Services, 'settings' | 'db' | 'log'>,
  price: Omit<TrustedPrice, 'variance'>,
): Promise<TrustedPrice> {
  const { settings, db, log } = services;
  const known = await findReference(db.pool, price.asset);
  const { trusted, next } = judgePrice(known, price, settings.current.trade.priceJumpBps);
  if (next !== undefined) {
    const isWritten = await replaceReference(db.pool, price.asset, { known, next });
    // Another process was faster. Stored prices only grow newer, so the recursion ends.
    if (!isWritten) return requireTrusted(services, price);
    tellOperator(log, price, { known, isTrusted: trusted !== undefined });
  }
  if (trusted === undefined) throw new DomainError('PriceJumped');
  return { ...price, ...trusted };
}

function tellOperator(
  log: Services['log'],
  price: FirmPrice,
  { known, isTrusted }: { known: PriceReference | undefined; isTrusted: boolean },
): void {
  if (known === undefined) return;
  const facts = {
    asset: price.asset,
    trustedUsd: formatPrice(known),
    saidUsd: formatPrice(price),
    source: price.source,
  };
  if (!isTrusted)
    log.error(facts, 'a price has jumped: nothing is traded at it until it settles or is trusted');
  else if (known.candidate !== null) log.info(facts, 'a price that had jumped is traded at again');
}
