import { localeTraits, type Locale } from '@mercury/contract/locales.ts';
import { productName } from '@mercury/contract/product.ts';
import { translate, type TextKey } from '../i18n/translate.ts';
import { renderHtml } from './render-html.ts';
import type { MailOf } from './templates.ts';

/** A mail's parts from top to bottom. A code and a link stand on lines of their own, to be copied or read by programs. */
export type MailBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'link'; readonly label: string; readonly url: string };

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Writes a mail in the reader's language. Its links come from the configured address, never from a request. */
export function renderMail(mail: MailOf, locale: Locale, publicUrl: URL): RenderedMail {
  const { subject, blocks } = compose(mail, locale, publicUrl);
  const { direction } = localeTraits[locale];
  return {
    subject,
    text: `${blocks.map(textOf).join('\n\n')}\n`,
    html: renderHtml({ subject, blocks, language: locale, direction }),
  };
}

function compose(mail: MailOf, locale: Locale, publicUrl: URL): { subject: string; blocks: MailBlock[] } {
  const write = (key: TextKey, values: Readonly<Record<string, string>> = {}): string =>
    translate(locale, key, { productName, username: mail.values.username, ...values });
  const paragraph = (key: TextKey): MailBlock => ({ kind: 'text', text: write(key) });
  const link = (key: TextKey, path: string): MailBlock => ({
    kind: 'link',
    label: write(key),
    url: new URL(path, publicUrl).href,
  });

  switch (mail.template) {
    case 'verify-email':
      return {
        subject: write('mails.verifyEmail.subject'),
        blocks: [
          paragraph('mails.greeting'),
          paragraph('mails.verifyEmail.enterCode'),
          { kind: 'code', code: mail.values.code },
          paragraph('mails.verifyEmail.orOpenLink'),
          link('mails.verifyEmail.button', `/verify-email?token=${mail.values.token}`),
          paragraph('mails.verifyEmail.notYou'),
          paragraph('mails.signature'),
        ],
      };
    case 'email-taken':
      return {
        subject: write('mails.emailTaken.subject'),
        blocks: [
          paragraph('mails.greeting'),
          paragraph('mails.emailTaken.whatHappened'),
          paragraph('mails.emailTaken.ifYou'),
          link('mails.emailTaken.button', '/login'),
          paragraph('mails.emailTaken.notYou'),
          paragraph('mails.signature'),
        ],
      };
    default:
      return mail satisfies never;
  }
}

function textOf(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
      return block.text;
    case 'code':
      return block.code;
    case 'link':
      return block.url;
    default:
      return block satisfies never;
  }
}
