/**
 * Joins to `row`, a row of history, the person's order that it filled and the number of trades. Who comes may meet several orders of
 * one person: only the last of them can be filled further, so the row counts as its. A trade with the house is one, of no order.
 */
export const joinFilledOrder = `
  left join lateral (
    select greatest(count(*), 1) as trade_count,
           (array_agg(
             case when taker_user_id = row.user_id then taker_order_id else maker_order_id end order by seq desc
           ))[1] as order_id
      from fill
     where transfer_id = case when row.type <> 'TRANSFER' then row.transfer_id end
       and row.user_id in (maker_user_id, taker_user_id)
  ) filled on true`;
