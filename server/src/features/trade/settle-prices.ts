import { assetCodes } from '@mercury/contract/money/asset.ts';
import { findFirmPrice, type PriceServices } from './firm-price.ts';

/**
 * Every minute: hears what each asset costs, so that a price which has jumped settles also where nobody asks for an offer, and
 * the operator hears of the jump before somebody meets it.
 */
export async function settlePrices(services: PriceServices): Promise<void> {
  for (const asset of assetCodes()) {
    // Where there is none, whoever asks for an offer is told why, and the next minute comes.
    await findFirmPrice(services, asset);
  }
}
