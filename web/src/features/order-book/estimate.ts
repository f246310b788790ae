import type { Market, orderSides } from '@mercury/contract/api/markets.ts';
import { assetOf } from '@mercury/contract/money/asset.ts';
import { formatDecimal } from '@mercury/contract/money/decimal.ts';
import { divide } from '@mercury/contract/money/rounding.ts';
import { type Preview, previewCommand, type ShownMarket } from '@mercury/server/matching/preview.ts';
import { type MarketUnits, readFigure, unitsOf } from './market-numbers.ts';

export type Side = (typeof orderSides)[number];

export interface Level {
  price: string;
  quantity: string;
}

export interface Book {
  seq: number;
  bids: readonly Level[];
  asks: readonly Level[];
}

export type Command = Parameters<typeof previewCommand>[1];
export type NewOrder = Extract<Command, { kind: 'place' }>['order'];
export type OwnOrder = ShownMarket['own'][number];

export function oppositeOf(book: Book, side: Side): readonly Level[] {
  return side === 'BUY' ? book.asks : book.bids;
}

/** In percent, for reading. */
export function distancePercent(from: bigint, to: bigint): number {
  return from === 0n ? 0 : (Number(to - from) / Number(from)) * 100;
}

export interface Estimate {
  /** Decimals, for reading. */
  filled: string;
  cost: string;
  averagePrice: string;
  /** Of the taker, in the currency that is received. */
  fee: string;
  /** Between the best price and the average, never below zero. */
  slippagePercent: number;
  /** Between the best price and the worst. */
  movedPercent: number;
  /** The shown book has no more for it. */
  isCutShort: boolean;
}

export interface Outcome {
  refusal: Preview['refusal'];
  end: Preview['end'];
  keepsPlace: boolean;
  rests: boolean;
  /** What it would trade at once; undefined if nothing. */
  estimate: Estimate | undefined;
}

interface Shown {
  market: Market;
  book: Book;
  own?: readonly OwnOrder[] | undefined;
  /** In ticks. */
  referencePrice?: number | undefined;
  /** A decimal of the currency that is given; undefined: as much as it takes. */
  available: string | undefined;
}

/** More than any book holds. */
const boundless = 10n ** 38n;

/** What a command would do by the shown book: the rules are those of the server's own function. */
export function outcomeOf(
  command: Command,
  side: Side,
  { market, book, own = [], referencePrice, available }: Shown,
): Outcome {
  const units = unitsOf(market);
  const given = assetOf(side === 'BUY' ? market.quote : market.base);
  const shown: ShownMarket = {
    units: smallestUnits(market, units),
    levels: { bids: inSteps(book.bids, units), asks: inSteps(book.asks, units) },
    own,
    lastPrice: market.lastPrice === null ? undefined : ticksOf(market.lastPrice, units),
    state: market.state,
    referencePrice,
    rangeBps: market.priceRangeBps,
    spendable: available === undefined ? boundless : roundedDown(available, given.decimals),
  };
  const preview = previewCommand(shown, command);
  return {
    refusal: preview.refusal,
    end: preview.end,
    keepsPlace: preview.keepsPlace,
    rests: preview.rests,
    estimate: estimateOf(preview, side, { market, units }),
  };
}

function estimateOf(
  preview: Preview,
  side: Side,
  { market, units }: { market: Market; units: MarketUnits },
): Estimate | undefined {
  const { filled, base, quote, fee, firstPrice, lastPrice, end, rests } = preview;
  if (firstPrice === undefined || lastPrice === undefined) return undefined;
  const [baseAsset, quoteAsset] = [assetOf(market.base), assetOf(market.quote)];
  const scale = 10n ** BigInt(baseAsset.decimals);
  const average = divide(quote * scale, base, 'half-even');
  const best = BigInt(firstPrice) * units.tick;
  const quantity = BigInt(filled) * units.lot;
  const quoteScale = 10n ** BigInt(units.costDecimals);
  // Exact up to here: more decimals than the price has would show a slippage of zero as one.
  const slippage =
    (Number(quote * quoteScale) / Number(best * quantity * 10n ** BigInt(quoteAsset.decimals)) - 1) * 100;
  return {
    filled: formatDecimal(quantity, units.quantityDecimals),
    cost: formatDecimal(quote, quoteAsset.decimals),
    averagePrice: formatDecimal(
      inDecimals(average, quoteAsset.decimals, units.priceDecimals),
      units.priceDecimals,
    ),
    fee: formatDecimal(fee, (side === 'BUY' ? baseAsset : quoteAsset).decimals),
    slippagePercent: Math.max(0, side === 'BUY' ? slippage : -slippage),
    movedPercent: Math.abs(distancePercent(best, BigInt(lastPrice) * units.tick)),
    isCutShort: rests || (end !== undefined && end !== 'budget_spent'),
  };
}

function inDecimals(figure: bigint, from: number, to: number): bigint {
  return to >= from
    ? figure * 10n ** BigInt(to - from)
    : divide(figure, 10n ** BigInt(from - to), 'half-even');
}

/** As the server counts money: in the smallest units of both assets. */
function smallestUnits({ base, quote }: Market, { tick, lot, ...units }: MarketUnits): ShownMarket['units'] {
  return {
    baseUnitsPerLot: inDecimals(lot, units.quantityDecimals, assetOf(base).decimals),
    quoteUnitsPerTickLot: inDecimals(tick * lot, units.costDecimals, assetOf(quote).decimals),
  };
}

export function ticksOf(price: string, { tick, priceDecimals }: MarketUnits): number {
  return Number((readFigure(price, priceDecimals) ?? 0n) / tick);
}

export function lotsOf(quantity: string, { lot, quantityDecimals }: MarketUnits): number {
  return Number((readFigure(quantity, quantityDecimals) ?? 0n) / lot);
}

function inSteps(levels: readonly Level[], units: MarketUnits) {
  return levels.map((level) => ({
    price: ticksOf(level.price, units),
    quantity: lotsOf(level.quantity, units),
  }));
}

/** As much of a decimal as so many decimals can express. */
export function roundedDown(amount: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(`${whole}${fraction.slice(0, decimals).padEnd(decimals, '0')}`);
}
