import { localeTraits, type Locale } from '@mercury/contract/locales.ts';
import { productName } from '@mercury/contract/product.ts';
import { translate, type TextKey } from '../i18n/translate.ts';
import { isolate } from './foreign-text.ts';
import type { MailBlock } from './mail-block.ts';

export interface MailWriter {
  readonly locale: Locale;
  readonly write: (key: TextKey) => string;
  readonly paragraph: (key: TextKey) => MailBlock;
  /** The purpose of the mail: a button. Its address comes from the configured one, never from a request. */
  readonly mainLink: (key: TextKey, path: string, token?: string) => MailBlock;
  /** A link to something that the reader may need instead. */
  readonly otherLink: (key: TextKey, path: string, token?: string) => MailBlock;
}

/**
 * Pages that take their token from the query. All others take it after `#`, where no server on the way reads it and no log has
 * it.
 */
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
    write,
    paragraph: (key) => ({ kind: 'text', text: write(key) }),
    mainLink: (key, path, token) => linkTo({ key, path, token, isMain: true }),
    otherLink: (key, path, token) => linkTo({ key, path, token, isMain: false }),
  };
}
