import { localeTraits, type Locale } from '@mercury/contract/locales.ts';
import { translate } from './translate.ts';

/** In the reader's calendar and digits. The server does not know the reader's time zone, so the text names the one it uses. */
export function timeText(at: string, locale: Locale): string {
  const format = new Intl.DateTimeFormat(localeTraits[locale].formatTag, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return translate(locale, 'mails.facts.timeInUtc', { time: format.format(new Date(at)) });
}
