import { readFileSync } from 'node:fs';
import type { Locale } from '@mercury/contract/locales.ts';
import { textAt } from './translate.ts';

const filesRead = new Map<string, unknown>();

/**
 * A text of the console's pages, for mails that call things as the pages do. Undefined: they have none for it. Each file is read
 * once, when a mail first asks for it.
 */
export function consoleText(
  locale: Locale,
  key: string,
  values: Readonly<Record<string, string>> = {},
): string | undefined {
  return textAt(readTexts(`${locale}/console.json`), key, values);
}

/** What money moves are called, by customers' pages and the console's. */
export function transferKindText(locale: Locale, kind: string): string | undefined {
  return textAt(readTexts(`${locale}/translation.json`), `transaction.ledger.kinds.${kind}`);
}

function readTexts(name: string): unknown {
  if (!filesRead.has(name)) {
    const url = new URL(`../../../web/public/locales/${name}`, import.meta.url);
    filesRead.set(name, JSON.parse(readFileSync(url, 'utf8')));
  }
  return filesRead.get(name);
}
