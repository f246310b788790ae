import type { MailBlock, MailFact } from './mail-block.ts';

/** The mail as plain text. Codes and links are alone on their lines. */
export function renderText(blocks: readonly MailBlock[]): string {
  return `${blocks.map(blockText).join('\n\n')}\n`;
}

function blockText(block: MailBlock): string {
  switch (block.kind) {
    case 'phrase':
      // Quoted within its line, so that a phrase can't look like a code of ours.
      return `${block.label}: ${isolated(block.phrase)}\n${block.whyShown}`;
    case 'text':
      return block.text;
    case 'facts':
      return block.facts.map(factText).join('\n');
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

function factText({ label, value, isLeftToRight }: MailFact): string {
  return `${label}: ${isLeftToRight ? isolatedLeftToRight(value) : value}`;
}
