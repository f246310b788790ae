import { localeTraits, type Locale } from '@mercury/contract/locales.ts';
import { composeMail } from './compose-mail.ts';
import { oneLine } from './foreign-text.ts';
import { createMailWriter, type MailBlock, type MailFact, type MailWriter } from './mail-writer.ts';
import { renderHtml } from './render-html.ts';
import type { MailOf } from './templates.ts';

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The address for replies, if it is not the sender. */
  readonly replyTo?: string;
  /** Mail programs show it beside the sender (RFC 2369). */
  readonly unsubscribeUrl?: string;
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
  const composed = composeMail(mail, writer);
  const { subject, summary, summaryLanguage, blocks: middle, replyTo, unsubscribeUrl } = composed;
  const isPassedOn = replyTo !== undefined;
  const blocks: MailBlock[] = [
    ...phraseBlocks(phrase, writer),
    ...(isPassedOn ? [] : [writer.paragraph('mails.greeting')]),
    { kind: 'text', text: summary, ...(summaryLanguage !== undefined && { language: summaryLanguage }) },
    ...middle,
    ...(isPassedOn ? [] : [writer.paragraph('mails.signature')]),
  ];
  const { direction } = localeTraits[locale];
  return {
    subject,
    text: renderText(blocks, locale),
    html: renderHtml({ subject, summary, blocks, language: locale, direction }),
    ...(isPassedOn && { replyTo }),
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
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

/** Between a label and its value. A Chinese colon is as wide as the characters around it and includes the space. */
const labelEnds: Readonly<Record<Locale, string>> = { en: ': ', fa: ': ', ru: ': ', zh: '：' };

/** The mail as plain text. Codes and links have lines of their own. */
function renderText(blocks: readonly MailBlock[], locale: Locale): string {
  return `${blocks.map((block) => blockText(block, locale)).join('\n\n')}\n`;
}

function blockText(block: MailBlock, locale: Locale): string {
  switch (block.kind) {
    case 'phrase':
      // Quoted within its line, so that a phrase cannot look like a code of ours.
      return `${block.label}${labelEnds[locale]}${isolated(block.phrase)}\n${block.whyShown}`;
    case 'text':
      return block.text;
    case 'facts':
      return block.facts.map((fact) => factText(fact, locale)).join('\n');
    case 'quote':
      return block.lines.map((line) => `> ${line}`.trimEnd()).join('\n');
    case 'code':
      return block.code;
    case 'link':
      return block.url;
    default:
      return block satisfies never;
  }
}

const isolated = (text: string): string => `\u2068${text}\u2069`;
const isolatedLeftToRight = (text: string): string => `\u2066${text}\u2069`;

function factText({ label, value, isLeftToRight }: MailFact, locale: Locale): string {
  return `${label}${labelEnds[locale]}${isLeftToRight ? isolatedLeftToRight(value) : value}`;
}
