import { sendContactMessage } from '@mercury/contract/api/contact-form.ts';
import type { BodyOf, ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { configQuery } from '../../api/config-query.ts';

export type ContactMessage = BodyOf<typeof sendContactMessage>;

/** Takes what a visitor writes, with two implementations behind it: the server keeps it, or nothing does. */
export interface ContactSender {
  send(message: ContactMessage): Promise<Pick<ReplyOf<typeof sendContactMessage>, 'message'>>;
}

const liveSender: ContactSender = {
  send: (message) => call(sendContactMessage, { body: message }),
};

/** As the specification's interface does it (section 4): no call is made. */
const simulatedSender: ContactSender = {
  send: () => Promise.resolve({ message: '' }),
};

/** The implementation that the operator chose. */
export async function contactSender(queryClient: QueryClient): Promise<ContactSender> {
  const { moneyMode } = await queryClient.ensureQueryData(configQuery);
  return moneyMode === 'live' ? liveSender : simulatedSender;
}
