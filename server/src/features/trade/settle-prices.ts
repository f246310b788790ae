import { assetCodes } from '@mercury/contract/money/asset.ts';
import { DomainError } from '../../errors.ts';
import { firmPriceOf, type PriceServices } from './firm-price.ts';

/**
 * Every minute: hears what each asset costs, so that a price which has jumped settles also where nobody asks for an offer, and
 * the operator hears of the jump before somebody meets it.
 */
export async function settlePrices(services: PriceServices): Promise<void> {
  for (const asset of assetCodes) {
    try {
      await firmPriceOf(services, asset);
    } catch (error) {
      // Missing, stale or jumped: whoever asks for an offer is told so, and the next minute comes.
      if (!(error instanceof DomainError)) throw error;
    }
  }
}
