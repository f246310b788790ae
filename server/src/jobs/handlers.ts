import { confirmSandboxPayment } from '../features/topups/confirm-sandbox-payment.ts';
import { expireTopUp } from '../features/topups/expire-top-up.ts';
import { sendMail } from '../mail/send-mail.ts';
import { createMailTransport } from '../mail/transport.ts';
import type { Services } from '../services.ts';
import type { JobHandlers } from './queue.ts';
import { sweep } from './sweep.ts';

/** What the queue runs, by the name of the job. */
export function createJobHandlers(services: Services): JobHandlers {
  const mailTransport = createMailTransport(services.config);
  return {
    'send-mail': ({ mailId }) => sendMail(services, mailTransport, mailId),
    'confirm-sandbox-payment': (payload) => confirmSandboxPayment(services, payload),
    'expire-top-up': (payload) => expireTopUp(services, payload),
    sweep: () => sweep(services),
  };
}
