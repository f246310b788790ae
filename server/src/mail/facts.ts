import { localeTraits, type Locale } from '@mercury/contract/locales.ts';
import { translate } from '../i18n/translate.ts';
import { deviceText, oneLine } from './foreign-text.ts';
import type { MailFact } from './mail-block.ts';
import type { MailWriter } from './mail-writer.ts';
import type { MailTemplates } from './templates.ts';

/** What is known of something that happened; what is not known has no row. */
export function factsOf(
  values: MailTemplates['email-taken-back'] & { readonly newEmail?: string },
  { write, locale }: MailWriter,
): MailFact[] {
  const newEmail = values.newEmail ?? '';
  return [
    { label: write('mails.facts.newEmail'), value: oneLine(newEmail), isLeftToRight: true },
    { label: write('mails.facts.time'), value: timeText(values.at, locale), isLeftToRight: false },
    { label: write('mails.facts.device'), value: deviceText(values.device), isLeftToRight: true },
    {
      label: write('mails.facts.networkAddress'),
      value: oneLine(values.networkAddress),
      isLeftToRight: true,
    },
  ].filter(({ value }) => value !== '');
}

/** In the reader's calendar and digits. The mail does not know the reader's time zone, so it says which it means. */
export function timeText(at: string, locale: Locale): string {
  const format = new Intl.DateTimeFormat(localeTraits[locale].formatTag, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return translate(locale, 'mails.facts.timeInUtc', { time: format.format(new Date(at)) });
}
