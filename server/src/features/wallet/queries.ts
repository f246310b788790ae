import { assetCodes, type AssetCode } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { createLoader } from '../../db/data-loader.ts';
import type { Database } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import { moneyOnItsWay, sumOnItsWay, type MoneyOnItsWay } from './money-on-its-way.ts';

/** A person's holding of one asset, in its smallest unit. */
export interface Holding {
  readonly asset: AssetCode;
  readonly available: bigint;
  readonly held: bigint;
  /** Of what is available: what open orders may still spend. */
  readonly inOrders: bigint;
  /** Seen by the rail, not final yet, not part of the balance. */
  readonly pending: bigint;
}

export interface Holdings {
  readonly walletAddress: string;
  /** The own coin first, even when it is empty; the others in the order of the contract. */
  readonly holdings: readonly Holding[];
}

interface HoldingsRow {
  position: number;
  wallet_address: string;
  balances: { asset: AssetCode; kind: 'available' | 'held'; balance: string; reserved: string }[];
  on_their_way: MoneyOnItsWay[];
}

export async function findHoldings(db: Database, userId: string): Promise<Holdings> {
  const [holdings] = await findHoldingsOf(db, [userId]);
  if (holdings === undefined) throw new Error('a session of nobody');
  return holdings;
}

/** Likewise, as a DataLoader: every view of the dashboard asks for this. */
export function createHoldingsFinder(db: Database): (userId: string) => Promise<Holdings> {
  return createLoader((userIds: readonly string[]) => findHoldingsOf(db, userIds));
}

async function findHoldingsOf(db: Database, userIds: readonly string[]): Promise<Holdings[]> {
  const { rows } = await db.pool.query<HoldingsRow>({
    // Prepared once per connection: planning would cost more than the lookups.
    name: 'find-holdings',
    text: `select asked.position::integer, person.address as wallet_address,
            coalesce((
              select json_agg(json_build_object('asset', asset, 'kind', kind, 'balance', balance::text, 'reserved', reserved::text))
                from account where owner_id = person.id
            ), '[]') as balances,
            ${moneyOnItsWay('person.id')} as on_their_way
       from unnest($1::uuid[]) with ordinality as asked (user_id, position)
       -- OFFSET 0 keeps it a lookup for each.
       cross join lateral (select * from app_user where app_user.id = asked.user_id offset 0) person`,
    values: [userIds],
  });
  const found = new Map(rows.map((row) => [row.position, row]));
  return userIds.map((_userId, index) => holdingsOf(found.get(index + 1)));
}

function holdingsOf(row: HoldingsRow | undefined): Holdings {
  if (row === undefined) throw new Error('a session of nobody');
  const { wallet_address: walletAddress, balances, on_their_way: onTheirWay } = row;
  const known = new Set<AssetCode>([coinCode, ...[...balances, ...onTheirWay].map(({ asset }) => asset)]);
  const balanceOf = (asset: AssetCode, kind: 'available' | 'held'): bigint =>
    BigInt(balances.find((each) => each.asset === asset && each.kind === kind)?.balance ?? 0);
  // The own coin stands first among the codes.
  const holdings = assetCodes()
    .filter((asset) => known.has(asset))
    .map((asset) => ({
      asset,
      available: balanceOf(asset, 'available'),
      held: balanceOf(asset, 'held'),
      inOrders: BigInt(
        balances.find((each) => each.asset === asset && each.kind === 'available')?.reserved ?? 0,
      ),
      pending: sumOnItsWay(onTheirWay, asset),
    }));
  return { walletAddress, holdings };
}

/** What a newcomer has done: money that has arrived, whichever way it came, and a trade of their own. */
export async function findFirstSteps(
  db: Database,
  userId: string,
): Promise<{ hasReceivedMoney: boolean; hasTraded: boolean }> {
  const found = await db.pool.query<{ has_received_money: boolean; has_traded: boolean }>(
    `select exists(
              select from wallet_transaction
               where user_id = $1 and status = 'COMPLETED' and direction = 'in'
                 and type in ('TOPUP', 'DEPOSIT', 'TRANSFER')
            ) as has_received_money,
            exists(select from trade where user_id = $1) as has_traded`,
    [userId],
  );
  const { has_received_money: hasReceivedMoney, has_traded: hasTraded } = one(found);
  return { hasReceivedMoney, hasTraded };
}
