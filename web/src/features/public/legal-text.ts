import { type Locale, localeTraits } from '@mercury/contract/locales.ts';

/** A calendar day in the reader's format: the same day in every time zone. */
export function writtenDay(day: string, locale: Locale): string {
  // The English documents are American, and so are their dates.
  const formatTag = locale === 'en' ? 'en-US' : localeTraits[locale].formatTag;
  return new Intl.DateTimeFormat(formatTag, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}

type TextBlock = { kind: 'paragraph'; text: string } | { kind: 'list'; items: string[] };

const bullet = '• ';

/** A long text in the translators' format: each line is a paragraph, and lines that begin with a bullet form a list. */
export function textBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  for (const line of text.split('\n')) {
    const last = blocks.at(-1);
    if (!line.startsWith(bullet)) blocks.push({ kind: 'paragraph', text: line });
    else if (last?.kind === 'list') last.items.push(line.slice(bullet.length));
    else blocks.push({ kind: 'list', items: [line.slice(bullet.length)] });
  }
  return blocks;
}
