import { amountOf } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Database } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { type LevelTurn, levelTurn, LevelTurnTakenError } from '../levels/level-turn.ts';
import { findLevelRefusal, levelUse, type LevelUse } from '../levels/level-use.ts';
import { type PriceSource, usdValueOf } from '../market/price-of.ts';
import type { MarketTerms } from './market-terms.ts';
import type { PlacedOrder } from './order-changes.ts';

export type LevelServices = PriceSource & Pick<Services, 'db'>;

type Wanted = Pick<PlacedOrder, 'side' | 'price' | 'stopPrice' | 'quantity' | 'budget'>;

interface AskedRoom {
  readonly userId: string;
  /** Of a change: the order, which is not counted as it was. */
  readonly orderId?: string;
  /** Under this name there may be the order already: then the call is a repeat. */
  readonly clientOrderId?: string | undefined;
  readonly wanted: Wanted;
}

interface InRoom<Placed> {
  readonly asked: AskedRoom;
  /** With the turn to take in its commit, for whoever was judged. */
  readonly place: (turn?: LevelTurn) => Promise<Placed>;
}

// A person would have to trade elsewhere in the same moment again and again.
const attemptsMax = 5;

/**
 * Refuses an order that, together with those that are open, is worth more than what is left of the person's level. A look before
 * the batch, which takes no lock: its commit finds out whether something of the person came between, and then the look is repeated
 * (docs/decisions.md). Within this process orders of whoever is limited take turns. Without levels there is no look.
 * @throws DomainError LevelLimitReached, PriceMissing, Busy, and whatever `place` throws
 */
export async function inLevelRoom<Placed>(
  services: LevelServices,
  market: MarketTerms,
  { asked, place }: InRoom<Placed>,
): Promise<Placed> {
  if (!market.areLevelsOn || (await findLook(services, asked)).use === null) return place();
  return inTurn(services, asked.userId, async () => {
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      const turn = await requireRoom(services, market, asked);
      try {
        return await place(turn);
      } catch (error) {
        if (!(error instanceof LevelTurnTakenError)) throw error;
      }
    }
    throw new DomainError('Busy', { retryAfterSeconds: 1 });
  });
}

/** The newest turn of each person, for each process: in tests several share a module. */
const turnsOf = new WeakMap<Database, Map<string, Promise<unknown>>>();

async function inTurn<Result>(
  { db }: LevelServices,
  userId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const turns = turnsOf.get(db) ?? new Map<string, Promise<unknown>>();
  turnsOf.set(db, turns);
  const turn = (turns.get(userId) ?? Promise.resolve()).then(work, work);
  turns.set(userId, turn);
  try {
    return await turn;
  } finally {
    if (turns.get(userId) === turn) turns.delete(userId);
  }
}

/** Undefined where nothing is to be judged any more. */
async function requireRoom(
  services: LevelServices,
  market: MarketTerms,
  asked: AskedRoom,
): Promise<LevelTurn | undefined> {
  const { userId, wanted } = asked;
  const { use, turn, open, is_known: isKnown } = await findLook(services, asked);
  if (use === null || isKnown) return undefined;
  const worths = [
    worthOf(services, market, wanted),
    ...open.map(({ quote, units }) => usdValueOf(services, amountOf(quote, BigInt(units)))),
  ];
  const usd = worths.reduce(
    (sum, worth) => (sum === undefined || worth === undefined ? undefined : sum + worth),
    0n,
  );
  const refusal = await findLevelRefusal(services.db.pool, { userId, kind: 'trade', use, usd });
  if (refusal !== undefined) throw refusal;
  return { userId, number: turn };
}

interface Look {
  readonly use: LevelUse | null;
  readonly turn: bigint;
  readonly open: readonly OpenWorth[];
  readonly is_known: boolean;
}

async function findLook(
  { db: { pool } }: LevelServices,
  { userId, orderId, clientOrderId }: AskedRoom,
): Promise<Look> {
  return one(
    await pool.query<Look>(
      `select ${levelUse('$1', 'trade')} as use, ${levelTurn('$1')} as turn,
         exists (select from book_order where user_id = $1 and client_order_id = $3) as is_known,
         coalesce((
           select jsonb_agg(jsonb_build_object('quote', quote, 'units', units::text)) from (
             select quote, sum(counted_price::numeric * remaining * tick_lot_units) as units
               from book_order join market on market.symbol = book_order.market
              -- A sale that begins at its stop price trades near that: its limit, or one tick, is only the least it takes.
              cross join lateral (
                select case when status = 'WAITING' and side = 'SELL' then greatest(price, stop_price) else price end
              ) as counted (counted_price)
              where user_id = $1 and status in ('OPEN', 'WAITING') and id is distinct from $2
              group by quote
           ) waiting
         ), '[]') as open`,
      [userId, orderId ?? null, clientOrderId ?? null],
    ),
  );
}

interface OpenWorth {
  readonly quote: AssetCode;
  readonly units: string;
}

/** At its price; a sale, and an order without one, at the market's where that is more. */
function worthOf(
  services: PriceSource,
  { base, quote, units }: MarketTerms,
  { side, price, stopPrice, quantity, budget }: Wanted,
): bigint | undefined {
  if (budget !== undefined) return usdValueOf(services, amountOf(quote, budget));
  const lots = BigInt(quantity ?? 0);
  const ticks = price ?? stopPrice;
  const atPrice =
    ticks === undefined
      ? undefined
      : usdValueOf(services, amountOf(quote, BigInt(ticks) * lots * units.quoteUnitsPerTickLot));
  if (side === 'BUY' && price !== undefined) return atPrice;
  const atMarket = usdValueOf(services, amountOf(base, lots * units.baseUnitsPerLot));
  return atPrice !== undefined && (atMarket === undefined || atPrice > atMarket) ? atPrice : atMarket;
}
