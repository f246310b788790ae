import { formatPrice } from '@mercury/contract/money/price.ts';
import { DomainError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { FirmPrice, TrustedPrice } from './offer.ts';
import { judgePrice, type PriceReference } from './price-jump.ts';
import { findReference, replaceReference } from './price-references.ts';

/**
 * Lets a market price pass if it is near the last trusted one, and stores it. Returns the stored price if that is newer.
 * Processes share prices through the database; a known price causes no write. Tells the operator once of each jump.
 * @throws DomainError PriceJumped
 */
export async function requireTrusted(
  services: Pick<Services, 'config' | 'db' | 'log'>,
  price: Omit<TrustedPrice, 'variance'>,
): Promise<TrustedPrice> {
  const { config, db, log } = services;
  const known = await findReference(db.pool, price.asset);
  const { trusted, next } = judgePrice(known, price, config.trade.priceJumpBps);
  if (next !== undefined) {
    const isWritten = await replaceReference(db.pool, price.asset, { known, next });
    // Another process wrote at the same moment: retry. Stored prices only grow newer, so the recursion ends.
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
