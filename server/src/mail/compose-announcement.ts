import { oneLine } from './foreign-text.ts';
import type { ComposedMail, MailBlock, MailWriter } from './mail-writer.ts';
import type { MailTemplates } from './templates.ts';

/** The operator's words, and where such mails are turned off. */
export function composeAnnouncement(
  { text, language }: MailTemplates['announcement'],
  { write, paragraph, otherLink, publicUrl }: MailWriter,
): ComposedMail {
  const [summary = '', ...rest] = text
    .split(/\r\n|\r|\n/)
    .map(oneLine)
    .filter((line) => line !== '');
  return {
    subject: write('staffMails.announcement.subject'),
    summary,
    summaryLanguage: language,
    blocks: [
      ...rest.map((line): MailBlock => ({ kind: 'text', text: line, language })),
      paragraph('staffMails.announcement.choose'),
      otherLink('mails.money.chooseButton', choicesPath),
    ],
    unsubscribeUrl: new URL(choicesPath, publicUrl).href,
  };
}

const choicesPath = '/profile#preferences';
