import type { Locale } from '@mercury/contract/locales.ts';
import type { MailBlock, MailFact } from './mail-block.ts';

/** Between a label and its value. A Chinese colon is as wide as the characters around it and includes the space. */
const labelEnds: Readonly<Record<Locale, string>> = { en: ': ', fa: ': ', ru: ': ', zh: '：' };

/** The mail as plain text. Codes and links have lines of their own. */
export function renderText(blocks: readonly MailBlock[], locale: Locale): string {
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
