import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { createQuote as createQuoteEndpoint } from '@mercury/contract/api/trade.ts';
import { parseAmount, type Amount } from '@mercury/contract/money/amount.ts';
import { v7 as uuidv7 } from 'uuid';
import { DomainError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { makeOffer } from './make-offer.ts';
import { insertQuote, type QuoteRow } from './queries.ts';

type QuoteInput = BodyOf<typeof createQuoteEndpoint>;

/**
 * Makes a firm offer, valid for some seconds. Balance and limits are checked when the person accepts it.
 * @throws DomainError ValidationFailed, and everything that makeOffer throws.
 */
export async function createQuote(
  services: Services,
  { userId, input }: { userId: string; input: QuoteInput },
): Promise<QuoteRow> {
  const { type, fromCurrency: fromAsset, toCurrency: toAsset } = input;
  const amount = readTypedSide(input);
  const offer = await makeOffer(services, { type, fromAsset, toAsset, amount });
  const askedSide = amount.asset === fromAsset ? 'from' : 'to';
  return insertQuote(services.db.pool, { id: uuidv7(), userId, offer, askedSide });
}

/** The amount that the person typed. The contract ensures that there is exactly one. */
function readTypedSide(input: QuoteInput): Amount {
  const field = input.toAmount === undefined ? 'fromAmount' : 'toAmount';
  const asset = field === 'toAmount' ? input.toCurrency : input.fromCurrency;
  const amount = parseAmount(asset, input[field] ?? '');
  if (amount !== undefined) return amount;
  throw new DomainError('ValidationFailed', { fieldErrors: [{ field, key: 'invalidAmount' }] });
}
