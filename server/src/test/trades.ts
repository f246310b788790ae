import { endpoints } from '@mercury/contract/api/index.ts';
import type { TradeType } from '@mercury/contract/api/trade.ts';
import { formatAmount, parseAmount, type Amount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { parsePrice, valueInUsd } from '@mercury/contract/money/price.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../db/database.ts';
import type { FirmPrice, Offer } from '../features/trade/offer.ts';
import { insertQuote } from '../features/trade/queries.ts';
import { succeeded, type CallOptions, type TestApp, type TestReply } from './app.ts';

const pricesUsd: Readonly<Partial<Record<AssetCode, string>>> = {
  MRCY: '0.57',
  USD: '1',
  BTC: '50000',
  ETH: '2500',
  USDT: '1',
};

/**
 * The terms of an offer: amounts in whole units with their currency, for example "100 USD"; the fee in the currency of `from`.
 */
export interface TestTerms {
  readonly type: TradeType;
  readonly from: string;
  readonly fee?: string;
  readonly to: string;
}

export interface TestQuote {
  readonly id: string;
  readonly offer: Offer;
}

export function offerOn({ type, from: fromText, fee = '0', to: toText }: TestTerms): Offer {
  const [from, to] = [readAmount(fromText), readAmount(toText)];
  const [fromPrice, toPrice] = [priceOf(from.asset), priceOf(to.asset)];
  const base = type === 'BUY' ? 'to' : 'from';
  const [one, other] = base === 'to' ? [toPrice, fromPrice] : [fromPrice, toPrice];
  return {
    type,
    from,
    fee: readAmount(`${fee} ${from.asset}`),
    to,
    rate: { base: one.asset, scaled: (one.scaledUsd * 10n ** 12n) / other.scaledUsd },
    spreadBps: 0,
    fromPrice,
    toPrice,
    usdValue: valueInUsd(from, fromPrice, 'half-even'),
  };
}

/** Inserts an offer on the test's own terms, as a call for a quote does. It is valid for an hour, for slow machines. */
export async function insertTestQuote(db: Database, userId: string, terms: TestTerms): Promise<TestQuote> {
  const offer = offerOn(terms);
  const { id } = await insertQuote(db.pool, { id: uuidv7(), userId, offer, askedSide: 'from' });
  await db.pool.query(`update quote set expires_at = now() + interval '1 hour' where id = $1`, [id]);
  return { id, offer };
}

export function acceptTestQuote(
  testApp: Pick<TestApp, 'call'>,
  { id, offer }: TestQuote,
  options: CallOptions,
): Promise<TestReply> {
  const body = { fromAmount: formatAmount(offer.from), toAmount: formatAmount(offer.to) };
  return testApp.call('POST', `/quotes/${id}/accept`, { body, ...options });
}

export async function trade(
  testApp: TestApp,
  person: { readonly token: string; readonly user: { readonly id: string } },
  terms: TestTerms,
) {
  const quote = await insertTestQuote(testApp.db, person.user.id, terms);
  return succeeded(endpoints.acceptQuote, await acceptTestQuote(testApp, quote, { token: person.token }));
}

function readAmount(text: string): Amount {
  const [digits = '', asset = ''] = text.split(' ');
  const amount = isKnown(asset) ? parseAmount(asset, digits) : undefined;
  if (amount === undefined) throw new Error(`${text} is no amount of a currency that tests trade`);
  return amount;
}

function isKnown(text: string): text is AssetCode {
  return text in pricesUsd;
}

function priceOf(asset: AssetCode): FirmPrice {
  const price = parsePrice(asset, pricesUsd[asset] ?? '');
  if (price === undefined) throw new Error(`tests don't say what ${asset} costs`);
  return { ...price, source: 'pretend', asOf: new Date() };
}
