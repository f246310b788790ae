import type { Database } from '../db/database.ts';
import { openOrderOf, selectOrders } from '../features/orders/order-row.ts';
import type { LoggedEvent, OpenOrder, Side, Traded } from '../matching/book.ts';

export async function readLog({ pool }: Database, market: string): Promise<LoggedEvent[]> {
  const { rows } = await pool.query<{ event: LoggedEvent }>(
    'select event from book_event where market = $1 order by seq',
    [market],
  );
  return rows.map(({ event }) => event);
}

/** In the sequence of arrival. */
export async function readOpenOrders(db: Database, market: string): Promise<OpenOrder[]> {
  const which = "where market = $1 and status in ('OPEN', 'WAITING') order by seq";
  return (await selectOrders(db, which, [market])).map(openOrderOf);
}

interface Standing {
  readonly orderId: string;
  readonly personId: string;
  readonly side: Side;
  readonly price: number;
  readonly seq: number;
  remaining: number;
}

/**
 * What a log says that no log may say. It is read with a plain list of orders, which is all that it shares with the book: numbers
 * without a gap, a trade with the first of the best price and nobody before them, never with oneself, inside the range, of no more
 * than is there; and no order that rests meets another.
 */
export function offencesIn(
  log: readonly LoggedEvent[],
  { priceMin, priceMax }: { readonly priceMin: number; readonly priceMax: number },
): string[] {
  const offences: string[] = [];
  let standing: Standing[] = [];
  log.forEach((event, index) => {
    const claim = (isTrue: boolean, name: string): unknown =>
      isTrue || offences.push(`${event.seq}: ${name}`);
    claim(event.seq === index + 1, 'numbers have no gap');
    if (event.kind === 'rested') {
      const { order } = event;
      claim(firstToMeet(standing, order.side, order.price) === undefined, 'the book is crossed');
      claim(order.seq === event.seq, 'an order stands behind all who came before');
      standing.push({ ...order });
    } else if (event.kind === 'traded' || event.kind === 'prevented') {
      const first = firstToMeet(standing, event.takerSide);
      claim(first?.orderId === event.makerId, 'somebody was before the one who traded');
      claim(first?.price === event.price, 'a trade is at the price of the one who was there');
      if (event.kind === 'traded') tradeOffences(event, first, { priceMin, priceMax }, claim);
      if (first !== undefined) first.remaining = event.makerRemaining;
    } else if (event.kind === 'amended') {
      const order = standing.find(({ orderId }) => orderId === event.orderId);
      claim(
        order !== undefined && event.remaining <= order.remaining,
        'only a smaller order keeps its place',
      );
      if (order !== undefined) order.remaining = event.remaining;
    } else if (event.kind === 'removed') {
      standing = standing.filter(({ orderId }) => orderId !== event.orderId);
    }
    standing = standing.filter(({ remaining }) => remaining > 0);
  });
  return offences;
}

function tradeOffences(
  trade: Traded,
  maker: Standing | undefined,
  range: { readonly priceMin: number; readonly priceMax: number },
  claim: (isTrue: boolean, name: string) => unknown,
): void {
  claim(trade.makerPersonId !== trade.takerPersonId, 'a person traded with themselves');
  claim(trade.price >= range.priceMin && trade.price <= range.priceMax, 'a trade is outside the range');
  claim(
    trade.quantity > 0 && maker?.remaining === trade.makerRemaining + trade.quantity,
    'a lot was sold twice',
  );
}

/** Whose turn it is if somebody comes from that side, with that limit. */
function firstToMeet(standing: readonly Standing[], side: Side, limit?: number): Standing | undefined {
  const better = side === 'BUY' ? 1 : -1;
  const [first] = standing
    .filter((order) => order.side !== side && (limit === undefined || (limit - order.price) * better >= 0))
    .toSorted((one, other) => (one.price - other.price) * better || one.seq - other.seq);
  return first;
}

/**
 * Lines of the ledger that fills don't explain, and fills whose money did not move: per transfer, account and asset. A fee goes out
 * of what is received.
 */
export async function unexplainedLines({ pool }: Database): Promise<unknown[]> {
  const { rows } = await pool.query(
    `with sum_of_fill as (
       select fill.*, base, quote, quantity * lot_units as base_units, price::numeric * quantity * tick_lot_units as quote_units,
         case when taker_side = 'BUY' then taker_user_id else maker_user_id end as buyer,
         case when taker_side = 'BUY' then maker_user_id else taker_user_id end as seller,
         case when taker_side = 'BUY' then taker_fee else maker_fee end as buyer_fee,
         case when taker_side = 'BUY' then maker_fee else taker_fee end as seller_fee
       from fill join market on market.symbol = fill.market
     ), owed as (
       select transfer_id, owner, asset, sum(amount) as amount
       from sum_of_fill cross join lateral (values
         (buyer, quote, -quote_units), (buyer, base, base_units - buyer_fee), (null, base, buyer_fee),
         (seller, base, -base_units), (seller, quote, quote_units - seller_fee), (null, quote, seller_fee)
       ) as line (owner, asset, amount)
       group by 1, 2, 3
     ), moved as (
       select transfer_id, owner_id as owner, entry.asset, sum(amount) as amount
       from entry join transfer on transfer.id = transfer_id and transfer.kind = 'trade' join account on account.id = account_id
       group by 1, 2, 3
     )
     select * from owed full join moved
       on owed.transfer_id = moved.transfer_id and owed.asset = moved.asset and owed.owner is not distinct from moved.owner
     where owed.amount is distinct from moved.amount`,
  );
  return rows;
}

/** Orders whose fills are not what they were filled by, or that were filled beyond their quantity. */
export async function wronglyFilled({ pool }: Database): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select id, filled, remaining, quantity, of_fills
     from book_order cross join lateral (
       select coalesce(sum(fill.quantity), 0) as of_fills from fill where book_order.id in (maker_order_id, taker_order_id)
     ) as traded
     where filled <> of_fills or filled + remaining > quantity`,
  );
  return rows;
}

/** Trades of the log that are no fills, and the reverse. */
export async function unloggedFills({ pool }: Database): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select fill.market, fill.seq, logged.seq as logged_seq
     from fill full join (
       select market, seq, event from book_event where event ->> 'kind' = 'traded'
     ) as logged on logged.market = fill.market and logged.seq = fill.seq
     where fill.seq is null or logged.seq is null
       or (event ->> 'price')::bigint <> fill.price or (event ->> 'quantity')::bigint <> fill.quantity
       or (event ->> 'makerId')::uuid <> maker_order_id or (event ->> 'takerId')::uuid <> taker_order_id`,
  );
  return rows;
}
