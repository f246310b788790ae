import type { Database } from '../../db/database.ts';
import { findMarkets, termsOf, type MarketRow, type MarketTerms } from '../orders/market-terms.ts';
import { refuseSymbol } from './refusals.ts';

/** A symbol is base and quote without anything between: BTCUSD. */
export const symbolOf = ({ base, quote }: Pick<MarketTerms, 'base' | 'quote'>): string => `${base}${quote}`;

/** Of these symbols in this order, or all. */
export async function listMarketsOf(
  db: Database,
  symbols: readonly string[] | undefined,
): Promise<readonly MarketRow[]> {
  const rows = await findMarkets(db);
  return symbols === undefined ? rows : symbols.map((symbol) => marketOf(rows, symbol));
}

function marketOf(rows: readonly MarketRow[], symbol: string): MarketRow {
  const row = rows.find((each) => symbolOf(each) === symbol);
  if (row === undefined) throw refuseSymbol();
  return row;
}

export async function requireTerms(db: Database, symbol: string): Promise<MarketTerms> {
  return termsOf(marketOf(await findMarkets(db), symbol));
}

/** By the market's own name: BTC-USD. */
export async function termsByMarket(db: Database): Promise<ReadonlyMap<string, MarketTerms>> {
  return new Map((await findMarkets(db)).map((row) => [row.symbol, termsOf(row)]));
}
