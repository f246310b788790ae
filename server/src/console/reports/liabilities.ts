import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { houseLineKinds, type getLiabilityReport } from '@mercury/contract/console/reports.ts';
import type { Cell } from '@mercury/contract/csv.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { houseId } from '../../features/house-quotes/house.ts';

type Report = ReplyOf<typeof getLiabilityReport>;

interface HouseRow {
  readonly asset: AssetCode;
  readonly kind: (typeof houseLineKinds)[number];
  readonly balance: bigint;
}

/**
 * The house's accounts, whose lines are all that customers' are not: each asset sums to zero in each transfer. By house_balance_pkey
 * the last day that was closed before and by entry_of_house the entries since; by entry_version_unique what it has in order books.
 */
async function findHouse({ pool }: Database, at: Date | undefined): Promise<readonly HouseRow[]> {
  const { rows } = await pool.query<HouseRow>(
    `select account.asset,
            case when owner_id is null then account.kind else 'house_trading' end as kind,
            sum(case
              when owner_id is null then house_balance_at(account.id, first_id_at($2))
              when $2::timestamptz is null then account.balance
              else balance_before(account.id, $2)
            end)::numeric(38, 0) as balance
       from account join asset on asset.code = account.asset
      where owner_id is null or owner_id = $1
      group by account.asset, asset.position, 2
      order by asset.position, array_position($3::text[], case when owner_id is null then account.kind else 'house_trading' end)`,
    [houseId, at ?? null, houseLineKinds],
  );
  return rows;
}

/** Of a moment that is not over it would be another later. @throws DomainError ValidationFailed */
export async function readLiabilities(db: Database, asked: string | undefined): Promise<Report> {
  const now = new Date();
  const at = asked === undefined ? undefined : new Date(asked);
  if (at !== undefined && (at > now || at.getTime() < 0))
    throw new DomainError('ValidationFailed', { fieldErrors: [{ field: 'at', key: 'invalid' }] });
  const rows = await findHouse(db, at);
  return {
    success: true,
    at: (at ?? now).toISOString(),
    assets: [...Map.groupBy(rows, ({ asset }) => asset)].map(([asset, house]) => {
      const format = (units: bigint): string => formatAmount(amountOf(asset, units));
      return {
        currency: asset,
        liabilities: format(-house.reduce((sum, { balance }) => sum + balance, 0n)),
        house: house.map(({ kind, balance }) => ({ kind, amount: format(balance) })),
      };
    }),
  };
}

/** A line for each kind of account of the house, after what customers were owed. */
export function liabilityRecords({ at, assets }: Report): Cell[][] {
  return [
    ['at', 'currency', 'line', 'amount'],
    ...assets.flatMap(({ currency, liabilities, house }): Cell[][] => [
      [at, currency, 'liabilities', { decimal: liabilities }],
      ...house.map(({ kind, amount }): Cell[] => [at, currency, kind, { decimal: amount }]),
    ]),
  ];
}
