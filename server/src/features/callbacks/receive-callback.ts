import type { Callback } from '../../rails/rail.ts';
import type { Services } from '../../services.ts';
import { observeDeposit } from '../deposits/observe-deposit.ts';
import { observeTopUp } from '../topups/observe-top-up.ts';

/**
 * A callback carries no facts: it only says what to ask the rail about (docs/security.md).
 * @throws CallbackForgedError
 */
export async function receiveCallback(services: Services, callback: Callback): Promise<void> {
  const subject = services.rail.readCallback(callback);
  switch (subject?.kind) {
    case 'topup':
      return observeTopUp(services, subject.externalId);
    case 'deposit':
      return observeDeposit(services, subject.externalId);
    case undefined:
      return;
    default:
      subject satisfies never;
  }
}
