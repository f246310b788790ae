import { formatDecimal } from '@mercury/contract/money/decimal.ts';
import { reducedFeePpm } from '@mercury/contract/money/order-book.ts';
import type { Database } from '../../db/database.ts';
import { findFeePercents } from '../orders/traded-volume.ts';
import { listMarketsOf, symbolOf } from './symbols.ts';

/** What the person pays now, as a part of one. */
interface Fees {
  readonly maker: string;
  readonly taker: string;
}

export async function listFees(
  db: Database,
  userId: string,
  symbols: readonly string[] | undefined,
): Promise<readonly (Fees & { readonly symbol: string })[]> {
  const [rows, percents] = await Promise.all([listMarketsOf(db, symbols), findFeePercents(db, userId)]);
  const part = (ppm: number, percent: number): string =>
    formatDecimal(BigInt(reducedFeePpm(ppm, percent)), ppmDecimals);
  return rows.map((row) => ({
    symbol: symbolOf(row),
    maker: part(row.maker_fee_ppm, percents.makerPercent),
    taker: part(row.taker_fee_ppm, percents.takerPercent),
  }));
}

const ppmDecimals = 6;

export async function feesOfMarket(db: Database, userId: string, symbol: string): Promise<Fees> {
  const [{ maker, taker } = noFees] = await listFees(db, userId, [symbol]);
  return { maker, taker };
}

const noFees: Fees = { maker: '0', taker: '0' };
