import type { Transaction } from '../../db/database.ts';
import { exampleAddresses } from '../../rails/sandbox/example-addresses.ts';
import { levelUse, type LevelUse } from '../levels/level-use.ts';
import type { Services } from '../../services.ts';
import type { TradeOrder } from './settle-trades.ts';

/** In millionths of a US dollar. */
export interface TradedOfDay {
  /** The person, and everyone who was ever paid out to the same address. */
  readonly people: readonly string[];
  readonly traded: bigint;
  readonly fromNetwork: bigint;
  /** What is left of what their own level allows. */
  readonly level: LevelUse | null;
}

/** The sandbox's form offers these to everybody. */
const everybodysAddresses = Object.values(exampleAddresses);

/** Strangers behind one provider share an address: a network may trade as much as this many. */
const peopleOfNetwork = 5n;

/**
 * Within 24 hours, with everyone who used the same device or was paid out to the same address; and the sum of the network. The
 * caller holds the people's rows. People who share something take turns until the transaction ends.
 */
export async function lockTradedOfDay(
  trx: Transaction,
  orders: readonly TradeOrder[],
): Promise<TradedOfDay[]> {
  const asked = [
    orders.map(({ userId }) => userId),
    orders.map(({ origin }) => origin.network),
    orders.map(({ origin }) => origin.deviceHash),
    everybodysAddresses,
  ];
  await lockShared(trx, asked);
  const { rows } = await trx.client.query<TradedOfDay>(
    `select people.ids as people, traded.usd as traded, coalesce(from_network.usd, 0) as "fromNetwork",
            ${levelUse('asked.user_id', 'trade')} as level
       from unnest($1::uuid[], $2::text[], $3::bytea[]) with ordinality
         as asked (user_id, network, device_hash, position)
      cross join lateral (
        select array_agg(id) as ids from (
          select asked.user_id as id
          union
          select other.user_id from withdrawal own join withdrawal other using (address, memo)
           where own.user_id = asked.user_id and own.state = 'completed' and other.state = 'completed'
             and address <> all ($4)
        ) person
      ) people
      cross join lateral (
        select coalesce(sum(usd_value), 0) as usd from (
          select id, usd_value from trade
           where user_id = any (people.ids) and created_at > now() - interval '24 hours'
          union
          select trade_id, usd_value from trade_origin
           where device_hash = asked.device_hash and created_at > now() - interval '24 hours'
        ) made
      ) traded
      -- Once for all: many of the orders may come from one network, which may have traded much.
      left join (
        select network, sum(usd_value) as usd from trade_origin
         where network = any ($2) and created_at > now() - interval '24 hours'
         group by network
      ) from_network using (network)
      order by asked.position`,
    asked,
  );
  return rows;
}

/** Always in this order. The person's row already serializes their own trades. */
async function lockShared(trx: Transaction, asked: readonly unknown[]): Promise<void> {
  await trx.client.query(
    `select pg_advisory_xact_lock(key) from (
       select distinct hashtextextended(name, 0) as key from (
         select 'trade network ' || network as name from unnest($2::text[]) as network
         union all
         select 'trade device ' || encode(device_hash, 'hex') from unnest($3::bytea[]) as device_hash
         union all
         select 'trade payout ' || address || ' ' || memo from withdrawal
          where user_id = any ($1::uuid[]) and state = 'completed' and address <> all ($4)
       ) shared
       where name is not null
       order by key
     ) keys`,
    [...asked],
  );
}

/** Accounts of one person share one limit; a network has five times as much. `settled` are earlier orders of the transaction. */
export function crossesDayLimit(
  { settings }: Pick<Services, 'settings'>,
  { order, traded, settled }: { order: TradeOrder; traded: TradedOfDay; settled: readonly TradeOrder[] },
): boolean {
  const { network, deviceHash } = order.origin;
  const own = settled.filter(
    ({ userId, origin }) =>
      traded.people.includes(userId) || (deviceHash !== null && origin.deviceHash?.equals(deviceHash)),
  );
  const near = settled.filter(({ origin }) => network !== null && origin.network === network);
  const max = settings.current.trade.dayUsdMax.minorUnits;
  const { minorUnits: value } = order.offer.usdValue;
  return (
    traded.traded + usdOf(own) + value > max ||
    traded.fromNetwork + usdOf(near) + value > max * peopleOfNetwork
  );
}

function usdOf(orders: readonly TradeOrder[]): bigint {
  return orders.reduce((sum, { offer }) => sum + offer.usdValue.minorUnits, 0n);
}
