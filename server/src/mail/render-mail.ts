import { localeTraits, type Locale } from '@mercury/contract/locales.ts';
import { composeMail } from './compose-mail.ts';
import { oneLine } from './foreign-text.ts';
import type { MailBlock } from './mail-block.ts';
import { createMailWriter, type MailWriter } from './mail-writer.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';
import type { MailOf } from './templates.ts';

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The address for replies, if it is not the sender. */
  readonly replyTo?: string;
}

export interface MailReader {
  readonly locale: Locale;
  /** The phrase in all mails to this reader: a forged mail lacks it. Null if none was chosen. */
  readonly phrase: string | null;
}

/** Renders a mail in the reader's language. Its links come from the configured address, never from a request. */
export function renderMail(mail: MailOf, { locale, phrase }: MailReader, publicUrl: URL): RenderedMail {
  const username = 'username' in mail.values ? mail.values.username : '';
  const writer = createMailWriter({ locale, username, publicUrl });
  const { subject, summary, blocks: middle, replyTo } = composeMail(mail, writer);
  const isPassedOn = replyTo !== undefined;
  const blocks: MailBlock[] = [
    ...phraseBlocks(phrase, writer),
    ...(isPassedOn ? [] : [writer.paragraph('mails.greeting')]),
    { kind: 'text', text: summary },
    ...middle,
    ...(isPassedOn ? [] : [writer.paragraph('mails.signature')]),
  ];
  const { direction } = localeTraits[locale];
  return {
    subject,
    text: renderText(blocks, locale),
    html: renderHtml({ subject, summary, blocks, language: locale, direction }),
    ...(isPassedOn && { replyTo }),
  };
}

function phraseBlocks(phrase: string | null, { write }: MailWriter): MailBlock[] {
  if (phrase === null) return [];
  return [
    {
      kind: 'phrase',
      label: write('mails.phrase.label'),
      phrase: oneLine(phrase),
      whyShown: write('mails.phrase.whyShown'),
    },
  ];
}
