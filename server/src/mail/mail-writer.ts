import { localeTraits, type Locale } from '@mercury/contract/locales.ts';
import { productName } from '@mercury/contract/product.ts';
import { translate, type TextKey } from '../i18n/translate.ts';
import { isolate } from './foreign-text.ts';

/** Such as a time or a device. Addresses and devices read left to right. */
export interface MailFact {
  readonly label: string;
  readonly value: string;
  readonly isLeftToRight: boolean;
}

/** From top to bottom. Codes and links stand alone, so that people can copy them and programs read them. */
export type MailBlock =
  | { readonly kind: 'phrase'; readonly label: string; readonly phrase: string; readonly whyShown: string }
  // The language is named where it may not be the reader's.
  | { readonly kind: 'text'; readonly text: string; readonly language?: Locale }
  | { readonly kind: 'facts'; readonly facts: readonly MailFact[] }
  | { readonly kind: 'code'; readonly code: string }
  /** Foreign words, possibly of several lines, marked as not ours. */
  | { readonly kind: 'quote'; readonly lines: readonly string[] }
  | { readonly kind: 'link'; readonly label: string; readonly url: string; readonly isMain: boolean };

/** A mail without the parts that all mails share: phrase, greeting, signature. */
export interface ComposedMail {
  readonly subject: string;
  /** The first paragraph, which lists of mails show beside the subject. */
  readonly summary: string;
  /** Where it may not be the reader's. */
  readonly summaryLanguage?: Locale;
  readonly blocks: readonly MailBlock[];
  /** For a visitor's message to the operator: no greeting and no signature, which would be the operator's own. */
  readonly replyTo?: string;
  /** Where its reader turns such mails off. */
  readonly unsubscribeUrl?: string;
}

export interface MailWriter {
  readonly locale: Locale;
  readonly publicUrl: URL;
  readonly write: (key: TextKey) => string;
  readonly paragraph: (key: TextKey) => MailBlock;
  /** A button. Its address comes from the configured one, never from a request. */
  readonly mainLink: (key: TextKey, path: string, token?: string) => MailBlock;
  /** A link to something that the reader may need instead. */
  readonly otherLink: (key: TextKey, path: string, token?: string) => MailBlock;
}

/** These read the token from the query, all others after `#`, which no server on the way and no log has. */
const queryPages: ReadonlySet<string> = new Set(['/verify-email', '/reset-password']);

export function createMailWriter(options: { locale: Locale; username: string; publicUrl: URL }): MailWriter {
  const { locale, publicUrl } = options;
  const values = { productName, username: isolate(options.username, localeTraits[locale].direction) };
  const write = (key: TextKey): string => translate(locale, key, values);

  function linkTo(link: {
    key: TextKey;
    path: string;
    token: string | undefined;
    isMain: boolean;
  }): MailBlock {
    const url = new URL(link.path, publicUrl);
    if (link.token !== undefined && queryPages.has(link.path)) url.searchParams.set('token', link.token);
    else if (link.token !== undefined) url.hash = `token=${link.token}`;
    return { kind: 'link', label: write(link.key), url: url.href, isMain: link.isMain };
  }

  return {
    locale,
    publicUrl,
    write,
    paragraph: (key) => ({ kind: 'text', text: write(key) }),
    mainLink: (key, path, token) => linkTo({ key, path, token, isMain: true }),
    otherLink: (key, path, token) => linkTo({ key, path, token, isMain: false }),
  };
}
