import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import { type createQuote, type Quote, type TradeType, tradeTypes } from '@mercury/contract/api/trade.ts';
import { formatAmount, parseAmount, parseAmountOutside } from '@mercury/contract/money/amount.ts';
import { activeCodes, assetOf, type AssetCode } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';

/** The typed amount of one side: a plain decimal or empty. The other amount follows from the offer. */
export interface Draft {
  side: Side;
  amount: string;
  /** All that there is, which may be finer than what can be typed. */
  isEverything?: boolean;
}

export type QuoteOrder = BodyOf<typeof createQuote>;

/** The request to the server; undefined without an amount. */
export function orderOf(
  { type, from, to }: Pair,
  { side, amount, isEverything = false }: Draft,
): QuoteOrder | undefined {
  const parse = isEverything ? parseAmount : parseAmountOutside;
  const parsed = parse(side === 'from' ? from : to, amount);
  if (!parsed || parsed.minorUnits === 0n) return undefined;
  const typed = formatAmount(parsed);
  const pair = { type, fromCurrency: from, toCurrency: to };
  return side === 'from' ? { ...pair, fromAmount: typed } : { ...pair, toAmount: typed };
}

export const emptyDraft: Draft = { side: 'from', amount: '' };

/** A draft and the currency of its amount. */
export interface Typed {
  draft: Draft;
  asset: AssetCode;
}

/** An amount of one currency means nothing in another: it is dropped when its side gets another currency. */
export function draftOf({ draft, asset }: Typed, pair: Pair): Draft {
  return pair[draft.side] === asset ? draft : emptyDraft;
}

/** What of a draft survives a reload: what was typed, and never an offer. */
interface KeptDraft extends Required<Draft> {
  asset: AssetCode;
}

export function keptOf({ side, amount, isEverything = false }: Draft, asset: AssetCode): KeptDraft {
  return { side, amount, isEverything, asset };
}

/** False for an amount of another currency, or of none. */
export function isKeptFor({ asset, ...draft }: KeptDraft, pair: Pair): boolean {
  return pair[draft.side] === asset && orderOf(pair, draft) !== undefined;
}

/** True if the offer takes more than the person has. */
export function exceeds(quote: Pick<Quote, 'fromCurrency' | 'fromAmount'>, available: string): boolean {
  const asked = parseAmount(quote.fromCurrency, quote.fromAmount);
  const has = parseAmount(quote.fromCurrency, available);
  return asked !== undefined && has !== undefined && asked.minorUnits > has.minorUnits;
}

/** The figures that the person agrees to. Two offers with equal figures are the same to the person. */
export function termsOf({ fromAmount, toAmount, fee }: Quote): string {
  return `${fromAmount} ${fee} ${toAmount}`;
}

export interface Pair {
  type: TradeType;
  from: AssetCode;
  to: AssetCode;
}

export type Side = 'from' | 'to';

/** The wishes so far: from the page's address, or one choice of two. */
interface WantedPair {
  type: TradeType;
  from?: AssetCode | undefined;
  to?: AssetCode | undefined;
}

/** Defaults, the likeliest first. Any other coin follows. */
const usual: Readonly<Record<TradeType, Readonly<Record<Side, readonly AssetCode[]>>>> = {
  BUY: { from: ['USD', 'BTC'], to: ['BTC'] },
  SELL: { from: ['BTC'], to: ['USD'] },
  EXCHANGE: { from: ['BTC'], to: ['BTC', 'ETH'] },
};

/** The order of all choices: the product's own coin comes last, because people come for the market's. */
function tradedCodes(): readonly AssetCode[] {
  return activeCodes().toSorted((one, other) => Number(one === coinCode) - Number(other === coinCode));
}

/** US dollars can only pay for a purchase, or be received in a sale. */
function isOffered(type: TradeType, side: Side, asset: AssetCode): boolean {
  if (!activeCodes().includes(asset)) return false;
  if (asset !== 'USD') return true;
  return side === 'from' ? type === 'BUY' : type === 'SELL';
}

/** False where the other side would be the same currency: the operator may offer a single coin. */
function hasOther(type: TradeType, side: Side, asset: AssetCode): boolean {
  const other = side === 'from' ? 'to' : 'from';
  return tradedCodes().some((code) => code !== asset && isOffered(type, other, code));
}

/** The kinds of trade that have two different currencies here. An exchange needs two coins. */
export function offeredTypes(): readonly TradeType[] {
  return tradeTypes.filter((type) =>
    tradedCodes().some((code) => isOffered(type, 'from', code) && hasOther(type, 'from', code)),
  );
}

/** The choices for a side: assets that the person has come first. */
export function choicesOf(type: TradeType, side: Side, held: readonly AssetCode[]): readonly AssetCode[] {
  const offered = tradedCodes().filter((asset) => isOffered(type, side, asset));
  return [
    ...offered.filter((asset) => held.includes(asset)),
    ...offered.filter((asset) => !held.includes(asset)),
  ];
}

/**
 * Fills in missing sides. The person gives an asset that they have; for a purchase, dollars come first. An impossible wish is
 * ignored.
 */
export function completePair({ type: wantedType, ...wanted }: WantedPair, held: readonly AssetCode[]): Pair {
  const types = offeredTypes();
  const type = types.includes(wantedType) ? wantedType : (types[0] ?? wantedType);
  const isWanted = (side: Side, asset: AssetCode | undefined): asset is AssetCode =>
    asset !== undefined && isOffered(type, side, asset) && hasOther(type, side, asset);
  const wantedTo = isWanted('to', wanted.to) ? wanted.to : undefined;
  const all = tradedCodes();
  // A purchase begins with its usual coin, so that is not what one pays with, even if one has it.
  const aim = wantedTo ?? (type === 'BUY' ? usual.BUY.to[0] : undefined);
  const mine = all.filter((asset) => held.includes(asset) && asset !== aim);
  const likelyFrom = [...mine, ...usual[type].from, ...all];
  const from = isWanted('from', wanted.from)
    ? wanted.from
    : likelyFrom.find((asset) => asset !== wantedTo && isWanted('from', asset));
  const likelyTo = [wantedTo, ...usual[type].to, ...all];
  const to = likelyTo.find((asset) => asset !== from && isWanted('to', asset));
  if (from === undefined || to === undefined) throw new Error('fewer than two currencies can be traded');
  return { type, from, to };
}

/** The coin that the trade is about. In an exchange there are two: the one with a market, first the one to arrive. */
export function coinOf({ type, from, to }: Pair): AssetCode {
  if (type === 'BUY') return to;
  if (type === 'SELL') return from;
  return [to, from].find((asset) => assetOf(asset).marketId !== null) ?? to;
}

/** The pair with another asset on one side. If that asset was on the other side, the two swap. */
export function withAsset(pair: Pair, side: Side, asset: AssetCode, held: readonly AssetCode[]): Pair {
  const other = side === 'from' ? 'to' : 'from';
  const opposite = pair[other] === asset ? pair[side] : pair[other];
  return completePair({ type: pair.type, [side]: asset, [other]: opposite }, held);
}

/** Keeps the coin. But only an asset that the person has can be sold. */
export function withType(pair: Pair, type: TradeType, held: readonly AssetCode[]): Pair {
  const coin = pair.type === 'BUY' ? pair.to : pair.from;
  if (type === 'BUY') return completePair({ type, to: coin }, held);
  return completePair({ type, from: held.includes(coin) ? coin : undefined }, held);
}

/** The reverse trade: a purchase with dollars becomes a sale for dollars. */
export function swapped({ type, from, to }: Pair): Pair {
  const back = { from: to, to: from };
  if (back.to === 'USD') return { type: 'SELL', ...back };
  if (back.from === 'USD') return { type: 'BUY', ...back };
  return { type, ...back };
}

/** The wishes in an address. Everything else in it is ignored. */
export function readWantedPair(search: URLSearchParams): WantedPair {
  const assetIn = (name: Side) => activeCodes().find((code) => code === search.get(name));
  const [from, to] = [assetIn('from'), assetIn('to')];
  const type = tradeTypes.find((known) => known === search.get('type')) ?? likelyType(from, to);
  return { type, from, to };
}

function likelyType(from: AssetCode | undefined, to: AssetCode | undefined): TradeType {
  if (from === undefined || from === 'USD') return to === 'USD' ? 'SELL' : 'BUY';
  return to === undefined || to === 'USD' ? 'SELL' : 'EXCHANGE';
}

/** What else the address says stays: the range of the chart. */
export function writePair(pair: Pair, search = new URLSearchParams()): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, code] of Object.entries(pair)) next.set(name, code);
  return next;
}

// The API's types are in capitals, the names of texts in small letters.
export const typeKeys = {
  BUY: 'buy',
  SELL: 'sell',
  EXCHANGE: 'exchange',
} as const satisfies Record<TradeType, string>;
