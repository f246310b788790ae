import { amountOf } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { one } from '../../db/rows.ts';
import type { Services } from '../../services.ts';
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

/**
 * Refuses an order that, together with those that are open, is worth more than what is left of the person's level. A look before
 * the batch, which takes no lock (docs/decisions.md): orders of whoever is limited take turns in this process, each counting those
 * before it. Without levels there is no look.
 * @throws DomainError LevelLimitReached, PriceMissing, and whatever `place` throws
 */
export async function inLevelRoom<Placed>(
  services: LevelServices,
  market: MarketTerms,
  { asked, place }: { asked: AskedRoom; place: () => Promise<Placed> },
): Promise<Placed> {
  if (!market.areLevelsOn || (await findLook(services, asked)).use === null) return place();
  return inTurn(asked.userId, async () => {
    await requireRoom(services, market, asked);
    return place();
  });
}

/** The newest turn of each person. */
const turns = new Map<string, Promise<unknown>>();

async function inTurn<Result>(userId: string, work: () => Promise<Result>): Promise<Result> {
  const turn = (turns.get(userId) ?? Promise.resolve()).then(work, work);
  turns.set(userId, turn);
  try {
    return await turn;
  } finally {
    if (turns.get(userId) === turn) turns.delete(userId);
  }
}

async function requireRoom(services: LevelServices, market: MarketTerms, asked: AskedRoom): Promise<void> {
  const { userId, wanted } = asked;
  const { use, open, is_known: isKnown } = await findLook(services, asked);
  if (use === null || isKnown) return;
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
}

interface Look {
  readonly use: LevelUse | null;
  readonly open: readonly OpenWorth[];
  readonly is_known: boolean;
}

async function findLook(
  { db: { pool } }: LevelServices,
  { userId, orderId, clientOrderId }: AskedRoom,
): Promise<Look> {
  return one(
    await pool.query<Look>(
      `select ${levelUse('$1', 'trade')} as use,
         exists (select from book_order where user_id = $1 and client_order_id = $3) as is_known,
         coalesce((
           select jsonb_agg(jsonb_build_object('quote', quote, 'units', units::text)) from (
             select quote, sum(price::numeric * remaining * tick_lot_units) as units
               from book_order join market on market.symbol = book_order.market
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
