import type { AlertDirection, PriceAlert } from '@mercury/contract/api/price-alerts.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Database, Transaction } from '../../db/database.ts';

/** A row of price_alert; prices in units of 10^-12 US dollars. */
export interface PriceAlertRow {
  readonly id: string;
  readonly user_id: string;
  readonly asset: AssetCode;
  readonly direction: AlertDirection;
  readonly line_scaled_usd: bigint;
  readonly state: PriceAlert['state'];
  readonly triggered_at: Date | null;
  readonly created_at: Date;
}

export const alertColumns =
  'id, user_id, asset, direction, line_scaled_usd, state, triggered_at, created_at' as const;

/** The newest first. */
export async function findPriceAlerts({ pool }: Database, userId: string): Promise<readonly PriceAlertRow[]> {
  const { rows } = await pool.query<PriceAlertRow>(
    `select ${alertColumns} from price_alert where user_id = $1 order by id desc`,
    [userId],
  );
  return rows;
}

/** Locks the row until the transaction ends; undefined also for somebody else's. The caller holds the person's row. */
export async function lockPriceAlert(
  { client }: Transaction,
  { id, userId }: { id: string; userId: string },
): Promise<PriceAlertRow | undefined> {
  const { rows } = await client.query<PriceAlertRow>(
    `select ${alertColumns} from price_alert where id = $1 and user_id = $2 for update`,
    [id, userId],
  );
  return rows[0];
}
