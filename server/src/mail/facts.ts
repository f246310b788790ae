import { timeText } from '../i18n/time-text.ts';
import { deviceText, oneLine } from './foreign-text.ts';
import type { MailFact } from './mail-block.ts';
import type { MailWriter } from './mail-writer.ts';
import type { MailTemplates } from './templates.ts';

/** An unknown fact has no row. */
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
