import type { Webhook } from '../../rails/rail.ts';
import type { Services } from '../../services.ts';
import { observeDeposit } from '../deposits/observe-deposit.ts';
import { observeTopUp } from '../topups/observe-top-up.ts';

/**
 * A webhook carries no facts: it only says what to ask the rail about (docs/security.md).
 * @throws WebhookForgedError
 */
export async function receiveWebhook(services: Services, webhook: Webhook): Promise<void> {
  const subject = services.rail.readWebhook(webhook);
  switch (subject?.kind) {
    case 'topup':
      return observeTopUp(services, subject.externalId);
    case 'deposit':
      await observeDeposit(services, subject.externalId);
      return;
    case undefined:
      return;
    default:
      subject satisfies never;
  }
}
