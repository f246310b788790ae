import { localeTraits } from '@mercury/contract/locales.ts';
import { productName } from '@mercury/contract/product.ts';
import { translate } from '../i18n/translate.ts';
import { isolate, oneLine } from './foreign-text.ts';
import type { ComposedMail } from './mail-block.ts';
import type { MailWriter } from './mail-writer.ts';
import type { MailTemplates } from './templates.ts';

/** Everything but the frame is a stranger's text: each of its lines stays within its row or behind a quotation mark. */
export function composeContactMessage(
  { name, email, subject, message, visitorLocale }: MailTemplates['contact-message'],
  { locale, write, paragraph }: MailWriter,
): ComposedMail {
  const { direction } = localeTraits[locale];
  const topic = oneLine(subject);
  return {
    replyTo: email,
    subject: translate(locale, 'mails.contactMessage.subject', { productName, subject: topic }),
    summary: write('mails.contactMessage.whatHappened'),
    blocks: [
      {
        kind: 'facts',
        facts: [
          {
            label: write('mails.contactMessage.name'),
            value: isolate(name, direction),
            isLeftToRight: false,
          },
          { label: write('mails.contactMessage.email'), value: oneLine(email), isLeftToRight: true },
          {
            label: write('mails.contactMessage.language'),
            value: isolate(localeTraits[visitorLocale].label, direction),
            isLeftToRight: false,
          },
          {
            label: write('mails.contactMessage.topic'),
            value: isolate(topic, direction),
            isLeftToRight: false,
          },
        ],
      },
      { kind: 'quote', lines: message.split(/\r\n|\r|\n/).map(oneLine) },
      paragraph('mails.contactMessage.unproved'),
    ],
  };
}
