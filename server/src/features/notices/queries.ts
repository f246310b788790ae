import type { NoticeKind } from '@mercury/contract/api/notices.ts';
import type { AlertDirection } from '@mercury/contract/api/price-alerts.ts';
import type { ErrorCode } from '@mercury/contract/errors.ts';
import { limits } from '@mercury/contract/limits.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Database } from '../../db/database.ts';

/** A row of notice; what its kind has nothing to say of is null. */
export interface NoticeRow {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly asset: AssetCode;
  readonly direction: AlertDirection | null;
  readonly line_scaled_usd: bigint | null;
  readonly price_scaled_usd: bigint | null;
  readonly amount: bigint | null;
  readonly amount_asset: AssetCode | null;
  readonly reason: ErrorCode | null;
  readonly created_at: Date;
  readonly read_at: Date | null;
}

/** The latest first. */
export async function findNotices({ pool }: Database, userId: string): Promise<readonly NoticeRow[]> {
  const { rows } = await pool.query<NoticeRow>(
    `select id, kind, asset, direction, line_scaled_usd, price_scaled_usd, amount, amount_asset, reason, created_at, read_at
       from notice where user_id = $1 order by id desc limit $2`,
    [userId, limits.noticesShownMax],
  );
  return rows;
}

/** Of those that are shown: what nobody can look at any more is not counted as unread for ever. */
export async function countUnreadNotices({ pool }: Database, userId: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*) filter (where read_at is null)::integer as count
       from (select read_at from notice where user_id = $1 order by id desc limit $2) shown`,
    [userId, limits.noticesShownMax],
  );
  return rows[0]?.count ?? 0;
}
