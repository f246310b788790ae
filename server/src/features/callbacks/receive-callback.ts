import type { Callback } from '../../rails/rail.ts';
import type { Services } from '../../services.ts';
import { observeDeposit } from '../deposits/observe-deposit.ts';
import { observeTopUp } from '../topups/observe-top-up.ts';

/**
 * Something happened on the rail. A callback only says about what: the facts are asked for, so that one that comes
 * twice, late or before another does no harm, and a forged one that got through would say nothing.
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
