import type { Market } from '@mercury/contract/api/markets.ts';
import { parseDecimal } from '@mercury/contract/money/decimal.ts';
import { numberFormat } from '../../i18n/formats.ts';

/** How a market's figures are counted: prices, quantities and their products as whole numbers of their last decimal. */
export interface MarketUnits {
  priceDecimals: number;
  quantityDecimals: number;
  /** Decimals of a price times a quantity. */
  costDecimals: number;
  tick: bigint;
  lot: bigint;
  quantityMin: bigint;
}

function decimalsOf(step: string): number {
  return (step.split('.')[1] ?? '').replace(/0+$/, '').length;
}

export function unitsOf({
  tick,
  lot,
  quantityMin,
}: Pick<Market, 'tick' | 'lot' | 'quantityMin'>): MarketUnits {
  const priceDecimals = decimalsOf(tick);
  const quantityDecimals = decimalsOf(lot);
  return {
    priceDecimals,
    quantityDecimals,
    costDecimals: priceDecimals + quantityDecimals,
    tick: readFigure(tick, priceDecimals) ?? 1n,
    lot: readFigure(lot, quantityDecimals) ?? 1n,
    quantityMin: readFigure(quantityMin, quantityDecimals) ?? 0n,
  };
}

/** Undefined if it is none, or has too many decimals. Zeros at its end don't count. */
export function readFigure(text: string, decimals: number): bigint | undefined {
  return parseDecimal(text.includes('.') ? text.replace(/\.?0+$/, '') : text, decimals);
}

/** The next lower one that the market takes. */
export function wholeSteps(figure: bigint, step: bigint): bigint {
  return (figure / step) * step;
}

/** With all decimals of the market, so that columns align. */
export function formatFigure(text: string, decimals: number, formatTag: string): string {
  const format = numberFormat(formatTag, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  // Intl formats a decimal string exactly, without floating point.
  return format.format(text as Intl.StringNumericLiteral);
}
