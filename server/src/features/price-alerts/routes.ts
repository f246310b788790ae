import {
  createPriceAlert,
  deletePriceAlert,
  listPriceAlerts,
  pausePriceAlert,
  resumePriceAlert,
} from '@mercury/contract/api/price-alerts.ts';
import type { Bind } from '../../http/bind.ts';
import type { Services } from '../../services.ts';
import { deleteAlert, pauseAlert, resumeAlert } from './change-alert.ts';
import { createAlert } from './create-alert.ts';
import { presentAlert } from './present-alert.ts';
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
