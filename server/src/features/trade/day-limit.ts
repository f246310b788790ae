import type { Amount } from '@mercury/contract/money/amount.ts';
import type { Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { exampleAddresses } from '../../rails/sandbox/example-addresses.ts';
import type { Services } from '../../services.ts';
import type { TradeOrigin } from './trade-origin.ts';

interface DayLimitCheck {
  readonly userId: string;
  readonly from: Amount;
  readonly usdValue: Amount;
  readonly origin: TradeOrigin;
}

/** The sandbox's form has one for everybody to try with; on a real rail nobody withdraws there. */
const everybodysAddresses = Object.values(exampleAddresses);

/** Strangers share an address with their provider's other customers: a network may trade as much as so many people. */
const peopleOfNetwork = 5n;

/**
 * Holds what a person trades within 24 hours to what the operator allows, together with whoever trades on the same device or was
 * ever paid out to the same address; and a network to five times as much. Several accounts of one hand have one limit. Ask with
 * the person's row locked; whoever shares something takes turns here until the transaction ends. Who can't pay is told that
 * first: else anybody could measure what others traded.
 * @throws DomainError InsufficientBalance, TradeLimitReached
 */
export async function refuseAboveDayLimit(
  trx: Transaction,
  { config }: Pick<Services, 'config'>,
  { userId, from, usdValue, origin }: DayLimitCheck,
): Promise<void> {
  await lockShared(trx, userId, origin);
  const { rows } = await trx.client.query<{ available: bigint; traded: bigint; from_network: bigint }>(
    `with person as (
       select $1::uuid as id
       union
       select other.user_id from withdrawal own join withdrawal other using (address, memo)
        where own.user_id = $1 and own.state = 'completed' and other.state = 'completed' and address <> all ($5)
     ), made as (
       select trade.id, usd_value from trade join person on user_id = person.id
        where created_at > now() - interval '24 hours'
       union
       select trade_id, usd_value from trade_origin
        where device_hash = $3 and created_at > now() - interval '24 hours'
     )
     select coalesce((select balance from account where owner_id = $1 and asset = $4 and kind = 'available'), 0) as available,
            coalesce((select sum(usd_value) from made), 0) as traded,
            coalesce((select sum(usd_value) from trade_origin
                       where network = $2 and created_at > now() - interval '24 hours'), 0) as from_network`,
    [userId, origin.network, origin.deviceHash, from.asset, everybodysAddresses],
  );
  const [known] = rows;
  if (known === undefined) throw new Error('a query without a table answered no row');
  if (known.available < from.minorUnits) throw new DomainError('InsufficientBalance');
  const max = config.trade.dayUsdMax.minorUnits;
  if (
    known.traded + usdValue.minorUnits > max ||
    known.from_network + usdValue.minorUnits > max * peopleOfNetwork
  ) {
    throw new DomainError('TradeLimitReached');
  }
}

/** In one order for everybody, so that nobody waits in a circle. Of their own trades the person's row keeps the turns. */
async function lockShared(trx: Transaction, userId: string, origin: TradeOrigin): Promise<void> {
  await trx.client.query(
    `select pg_advisory_xact_lock(key) from (
       select distinct hashtextextended(name, 0) as key from (
         select 'trade network ' || $2::text as name where $2::text is not null
         union all
         select 'trade device ' || encode($3::bytea, 'hex') where $3::bytea is not null
         union all
         select 'trade payout ' || address || ' ' || memo from withdrawal
          where user_id = $1 and state = 'completed' and address <> all ($4)
       ) shared
       order by key
     ) keys`,
    [userId, origin.network, origin.deviceHash, everybodysAddresses],
  );
}
