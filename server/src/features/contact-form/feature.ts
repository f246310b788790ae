import { sendContactMessage } from '@mercury/contract/api/contact-form.ts';
import type { Feature } from '../../feature.ts';
import { translate } from '../../i18n/translate.ts';
import { securityParameters } from '../../security-parameters.ts';
import { keepMessage } from './keep-message.ts';

export const contactForm = {
  name: 'contact-form',
  bindRoutes(bind, services) {
    bind(sendContactMessage, { rateLimit: 'contact' }, async ({ body, context: { locale } }) => {
      await keepMessage(services, { ...body, locale });
      return { success: true, message: translate(locale, 'contactForm.sent') };
    });
  },
  expiring: [
    {
      table: 'contact_message',
      since: 'created_at',
      keptFor: { days: securityParameters.contactMessagesKeptDays },
    },
  ],
} satisfies Feature;
