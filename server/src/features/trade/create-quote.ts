import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { createQuote as createQuoteEndpoint } from '@mercury/contract/api/trade.ts';
import {
  isWholeOutside,
  parseAmount,
  parseAmountOutside,
  type Amount,
} from '@mercury/contract/money/amount.ts';
import { v7 as uuidv7 } from 'uuid';
import { DomainError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { findLevelRefusal } from '../levels/level-use.ts';
import { makeOffer } from './make-offer.ts';
import { findAvailable, insertQuote, type QuoteRow } from './queries.ts';

type QuoteInput = BodyOf<typeof createQuoteEndpoint>;

/**
 * Makes a firm offer, valid for some seconds. Balance and limits are checked when the person accepts it.
 * @throws DomainError ValidationFailed, LevelLimitReached, and everything that makeOffer throws.
 */
export async function createQuote(
  services: Services,
  { userId, input }: { userId: string; input: QuoteInput },
): Promise<QuoteRow> {
  const { type, fromCurrency: fromAsset, toCurrency: toAsset } = input;
  const amount = await readTypedSide(services, { userId, input });
  const offer = await makeOffer(services, { type, fromAsset, toAsset, amount });
  const askedSide = amount.asset === fromAsset ? 'from' : 'to';
  const { pool } = services.db;
  const { level, ...quote } = await insertQuote(pool, { id: uuidv7(), userId, offer, askedSide });
  // Its acceptance decides. This spares the person an offer that is certain to be refused.
  const usd = offer.usdValue.minorUnits;
  const refusal = await findLevelRefusal(pool, { userId, kind: 'trade', use: level, usd });
  if (refusal !== undefined) throw refusal;
  return quote;
}

/**
 * The amount that the person typed. The contract ensures that there is exactly one. Dollars are typed in cents; only all that
 * there is of them may be finer, so that a balance can be emptied.
 */
async function readTypedSide(
  { db }: Pick<Services, 'db'>,
  { userId, input }: { userId: string; input: QuoteInput },
): Promise<Amount> {
  const field = input.toAmount === undefined ? 'fromAmount' : 'toAmount';
  const asset = field === 'toAmount' ? input.toCurrency : input.fromCurrency;
  const typed = parseAmountOutside(asset, input[field] ?? '');
  if (typed !== undefined) return typed;
  const whole = field === 'fromAmount' ? parseAmount(asset, input[field] ?? '') : undefined;
  const isEverything =
    whole !== undefined &&
    !isWholeOutside(whole) &&
    whole.minorUnits === (await findAvailable(db.pool, { userId, asset }));
  if (isEverything) return whole;
  throw new DomainError('ValidationFailed', { fieldErrors: [{ field, key: 'invalidAmount' }] });
}
