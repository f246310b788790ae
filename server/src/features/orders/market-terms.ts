import { limits } from '@mercury/contract/limits.ts';
import { assetOf, type AssetCode } from '@mercury/contract/money/asset.ts';
import { formatDecimal, parseDecimal } from '@mercury/contract/money/decimal.ts';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Row } from '../../db/rows.ts';
import type { DecimalStep, MarketUnits } from '../../matching/book.ts';

/** What a market is. The operator may change `lotsMin` and `rangeBps`; orders are counted in the rest. */
export interface MarketTerms {
  readonly symbol: string;
  readonly base: AssetCode;
  readonly quote: AssetCode;
  readonly units: MarketUnits;
  /** Smallest units of the quote: one tick in the price of a whole unit of the base. */
  readonly tickUnits: bigint;
  readonly tick: DecimalStep;
  readonly lot: DecimalStep;
  readonly lotsMin: number;
  readonly rangeBps: number;
  /** Whether people have levels, whose limits count here too. */
  readonly areLevelsOn: boolean;
}

export type MarketState = Row<'market'>['state'];

export interface MarketRow extends Row<'market'> {
  /** The price of one of its currencies jumped, and is not trusted yet. */
  readonly has_jumped_price: boolean;
  /** The operator halted one of its currencies, or all trading. */
  readonly is_halted: boolean;
  readonly are_levels_on: boolean;
}

/** What is in force now, for showing. A batch asks the database (book_read). */
export function stateNow({
  state,
  base,
  quote,
  post_only_until: until,
  has_jumped_price: hasJumped,
  is_halted: isHalted,
}: MarketRow): MarketState {
  const isOff = isHalted || !assetOf(base).isActive || !assetOf(quote).isActive;
  if (isOff && state !== 'halted') return 'cancel_only';
  const isPaused = hasJumped || (until !== null && until > new Date());
  return state === 'open' && isPaused ? 'post_only' : state;
}

export function termsOf(row: MarketRow): MarketTerms {
  return {
    symbol: row.symbol,
    base: row.base,
    quote: row.quote,
    units: { baseUnitsPerLot: row.lot_units, quoteUnitsPerTickLot: row.tick_lot_units },
    tickUnits: row.tick_units,
    tick: stepOf(row.tick_units, assetOf(row.quote).decimals),
    lot: stepOf(row.lot_units, assetOf(row.base).decimals),
    lotsMin: Number(row.lots_min),
    rangeBps: row.range_bps,
    areLevelsOn: row.are_levels_on,
  };
}

/** 100,000 units of six decimals are steps of 0.1. */
function stepOf(units: bigint, assetDecimals: number): DecimalStep {
  let [left, decimals] = [units, assetDecimals];
  while (decimals > 0 && left % 10n === 0n) {
    left /= 10n;
    decimals -= 1;
  }
  return { units: Number(left), decimals };
}

export async function findMarkets(db: Database): Promise<readonly MarketRow[]> {
  return selectMarkets(db).orderBy('position').execute();
}

export async function findMarket(db: Database, symbol: string): Promise<MarketRow | undefined> {
  return selectMarkets(db).where('symbol', '=', symbol).executeTakeFirst();
}

function selectMarkets({ kysely }: Database) {
  const hasJumped = sql<boolean>`has_jumped_price(base, quote)`;
  const isHalted = sql<boolean>`is_trading_halted(array[base, quote])`;
  const areLevelsOn = sql<boolean>`exists (select from level)`;
  return kysely
    .selectFrom('market')
    .selectAll()
    .select([hasJumped.as('has_jumped_price'), isHalted.as('is_halted'), areLevelsOn.as('are_levels_on')]);
}

/** In ticks; undefined for what is no whole number of them, above zero and within the bounds. */
export function readPrice({ tick }: MarketTerms, text: string): number | undefined {
  return readSteps(text, tick, limits.orderTicksMax);
}

export function readQuantity({ lot }: MarketTerms, text: string): number | undefined {
  return readSteps(text, lot, limits.orderLotsMax);
}

function readSteps(text: string, { units, decimals }: DecimalStep, most: number): number | undefined {
  const parsed = parseDecimal(text, decimals);
  if (parsed === undefined || parsed === 0n || parsed % BigInt(units) !== 0n) return undefined;
  const steps = parsed / BigInt(units);
  return steps > BigInt(most) ? undefined : Number(steps);
}

export function writePrice({ tick }: MarketTerms, ticks: number): string {
  return formatDecimal(BigInt(ticks) * BigInt(tick.units), tick.decimals);
}

export function writeQuantity({ lot }: MarketTerms, lots: number): string {
  return formatDecimal(BigInt(lots) * BigInt(lot.units), lot.decimals);
}

/** All digits of the quote: an amount of it in a book may be finer than what is shown elsewhere. */
export function writeQuote({ quote }: MarketTerms, units: bigint): string {
  return formatDecimal(units, assetOf(quote).decimals);
}
