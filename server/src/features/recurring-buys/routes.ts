import {
  createRecurringBuy as createEndpoint,
  deleteRecurringBuy as deleteEndpoint,
  listRecurringBuys,
  pauseRecurringBuy as pauseEndpoint,
  resumeRecurringBuy as resumeEndpoint,
} from '@mercury/contract/api/recurring-buys.ts';
import type { Bind } from '../../http/bind.ts';
import type { Services } from '../../services.ts';
import { deleteRecurringBuy, pauseRecurringBuy, resumeRecurringBuy } from './change-recurring-buy.ts';
import { createRecurringBuy } from './create-recurring-buy.ts';
import { presentRecurringBuy } from './present-recurring-buy.ts';
import { findRecurringBuys } from './queries.ts';

export function bindRecurringBuyRoutes(bind: Bind, services: Services): void {
  const options = { rateLimit: 'recurringBuy' } as const;

  bind(listRecurringBuys, {}, async ({ session }) => ({
    success: true,
    recurringBuys: (await findRecurringBuys(services.db, session.userId)).map(presentRecurringBuy),
  }));

  bind(createEndpoint, options, ({ session, body, idempotencyKey }) =>
    createRecurringBuy(services, { session, input: body, idempotencyKey }),
  );

  bind(pauseEndpoint, options, async ({ session, params: { id } }) => {
    const paused = await pauseRecurringBuy(services, { session, id });
    return { success: true, recurringBuy: presentRecurringBuy(paused) };
  });

  bind(resumeEndpoint, options, async ({ session, params: { id } }) => {
    const resumed = await resumeRecurringBuy(services, { session, id });
    return { success: true, recurringBuy: presentRecurringBuy(resumed) };
  });

  bind(deleteEndpoint, options, async ({ session, params: { id } }) => {
    await deleteRecurringBuy(services, { session, id });
    return undefined;
  });
}
