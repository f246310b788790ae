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
 * the batch, which takes no lock (docs/decisions.md). Without levels there is no look.
 * @throws DomainError LevelLimitReached, PriceMissing
 */
export async function requireLevelRoom(
  services: LevelServices,
  market: MarketTerms,
  { userId, orderId, clientOrderId, wanted }: AskedRoom,
): Promise<void> {
  if (!market.areLevelsOn) return;
  const { pool } = services.db;
  const { use, open, is_known } = one(
    await pool.query<{ use: LevelUse | null; open: OpenWorth[]; is_known: boolean }>(
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
  if (use === null || is_known) return;
  const worths = [
    worthOf(services, market, wanted),
    ...open.map(({ quote, units }) => usdValueOf(services, amountOf(quote, BigInt(units)))),
  ];
  const usd = worths.reduce(
    (sum, worth) => (sum === undefined || worth === undefined ? undefined : sum + worth),
    0n,
  );
  const refusal = await findLevelRefusal(pool, { userId, kind: 'trade', use, usd });
  if (refusal !== undefined) throw refusal;
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
