import type { PriceAlert } from '@mercury/contract/api/price-alerts.ts';
import { formatPrice } from '@mercury/contract/money/price.ts';
import type { PriceAlertRow } from './queries.ts';

export function presentAlert(row: PriceAlertRow): PriceAlert {
  return {
    id: row.id,
    currency: row.asset,
    direction: row.direction,
    price: formatPrice({ scaledUsd: row.line_scaled_usd }),
    state: row.state,
    createdAt: row.created_at.toISOString(),
    triggeredAt: row.triggered_at?.toISOString() ?? null,
  };
}
