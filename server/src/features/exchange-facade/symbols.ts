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
  return symbols === undefined ? rows : symbols.map((symbol) => needed(findIn(rows, symbol)));
}

function findIn<Market extends Pick<MarketTerms, 'base' | 'quote'>>(
  markets: readonly Market[],
  symbol: string,
): Market | undefined {
  return markets.find((each) => symbolOf(each) === symbol);
}

function needed<Market>(market: Market | undefined): Market {
  if (market === undefined) throw refuseSymbol();
  return market;
}

// What the operator changes holds everywhere within a second.
const freshMs = 1000;
const lastRead = new WeakMap<Database, { readonly terms: readonly MarketTerms[]; readonly atMs: number }>();

async function readTerms(db: Database): Promise<readonly MarketTerms[]> {
  const atMs = performance.now();
  const terms = (await findMarkets(db)).map(termsOf);
  lastRead.set(db, { terms, atMs });
  return terms;
}

function knownTerms(db: Database): readonly MarketTerms[] | undefined {
  const last = lastRead.get(db);
  return last !== undefined && performance.now() - last.atMs < freshMs ? last.terms : undefined;
}

/** As they were within the last second; of a market that is new, as they are now. */
export async function requireTerms(db: Database, symbol: string): Promise<MarketTerms> {
  const known = findIn(knownTerms(db) ?? [], symbol);
  return known ?? needed(findIn(await readTerms(db), symbol));
}

/** By the market's own name: BTC-USD. */
export async function termsByMarket(db: Database): Promise<ReadonlyMap<string, MarketTerms>> {
  const terms = knownTerms(db) ?? (await readTerms(db));
  return new Map(terms.map((each) => [each.symbol, each]));
}
