import { sendContactMessage } from '@mercury/contract/api/contact-form.ts';
import type { Bind } from '../../http/bind.ts';
import { translate } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { keepMessage } from './keep-message.ts';

export function bindContactFormRoutes(bind: Bind, services: Services): void {
  bind(sendContactMessage, { rateLimit: 'contact' }, async ({ body, context: { locale } }) => {
    await keepMessage(services, { ...body, locale });
    return { success: true, message: translate(locale, 'contactForm.sent') };
  });
}
