import {
  createPriceAlert,
  deletePriceAlert,
  listPriceAlerts,
  pausePriceAlert,
  resumePriceAlert,
  type PriceAlert,
} from '@mercury/contract/api/price-alerts.ts';
import { formatPrice } from '@mercury/contract/money/price.ts';
import type { Bind } from '../../http/bind.ts';
import type { Services } from '../../services.ts';
import { deleteAlert, pauseAlert, resumeAlert } from './change-alert.ts';
import { createAlert } from './create-alert.ts';
import { findPriceAlerts, type PriceAlertRow } from './queries.ts';

export function bindPriceAlertRoutes(bind: Bind, services: Services): void {
  const options = { rateLimit: 'priceAlert' } as const;

  bind(listPriceAlerts, {}, async ({ session }) => ({
    success: true,
    priceAlerts: (await findPriceAlerts(services.db, session.userId)).map(presentAlert),
  }));

  bind(createPriceAlert, options, async ({ session, body }) =>
    replyWith(await createAlert(services, { session, input: body })),
  );

  bind(pausePriceAlert, options, async ({ session, params: { id } }) =>
    replyWith(await pauseAlert(services, { session, id })),
  );

  bind(resumePriceAlert, options, async ({ session, params: { id } }) =>
    replyWith(await resumeAlert(services, { session, id })),
  );

  bind(deletePriceAlert, options, async ({ session, params: { id } }) => {
    await deleteAlert(services, { session, id });
    return undefined;
  });
}

function replyWith(row: PriceAlertRow) {
  return { success: true, priceAlert: presentAlert(row) } as const;
}

function presentAlert(row: PriceAlertRow): PriceAlert {
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
