import { productName } from '@mercury/contract/product.ts';
import { escapeHtml } from './escape-html.ts';
import { darkStyle, styles } from './html-styles.ts';
import type { MailBlock, MailFact } from './mail-block.ts';

interface Page {
  readonly subject: string;
  readonly summary: string;
  readonly blocks: readonly MailBlock[];
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
}

const tableAttributes = 'width="100%" cellpadding="0" cellspacing="0" border="0"';

/** The blocks of the text part as a plain page for mail programs: no image, no script, nothing loaded. */
export function renderHtml({ subject, summary, blocks, language, direction }: Page): string {
  // Some mail programs do not mirror a table for `dir`, others ignore `text-align`: set both.
  const side = direction === 'rtl' ? 'right' : 'left';
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkStyle}</style>
</head>
<body class="page" style="${styles.page}">
<div style="${styles.preview}">${escapeHtml(summary)}</div>
<table role="presentation" ${tableAttributes} dir="${direction}" lang="${language}" class="page" style="${styles.page}">
<tr><td align="center" style="${styles.frame}">
<table role="presentation" ${tableAttributes} dir="${direction}" style="${styles.column}">
<tr><td align="${side}" class="quiet" style="${styles.brand}">${escapeHtml(productName)}</td></tr>
<tr><td align="${side}" class="card" style="${styles.card}">
${blocks.map((block) => blockHtml(block, side)).join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

type Side = 'left' | 'right';

function blockHtml(block: MailBlock, side: Side): string {
  switch (block.kind) {
    case 'phrase':
      return `<div class="phrase" style="${styles.phrase}">
<p class="quiet" style="${styles.small}">${escapeHtml(block.label)}</p>
<p dir="auto" style="${styles.phraseWords};text-align:${side}">${escapeHtml(block.phrase)}</p>
<p class="quiet" style="${styles.small}">${escapeHtml(block.whyShown)}</p>
</div>`;
    case 'text':
      return `<p style="${styles.text}">${escapeHtml(block.text)}</p>`;
    case 'facts':
      return factsHtml(block.facts, side);
    case 'quote':
      return `<blockquote dir="auto" class="line" style="${styles.quote};border-${side}:3px solid #dfe6ed;padding-${side}:14px">${block.lines.map(escapeHtml).join('<br>')}</blockquote>`;
    case 'code':
      return `<p dir="ltr" class="sunken" style="${block.code.length > shortCodeLengthMax ? styles.longCode : styles.code}">${escapeHtml(block.code)}</p>`;
    case 'link':
      return linkHtml(block, side);
    default:
      return block satisfies never;
  }
}

// Six characters are typed one by one and stand apart; a grouped code must fit the width of a phone.
const shortCodeLengthMax = 8;

function factsHtml(facts: readonly MailFact[], side: Side): string {
  const rows = facts.map(
    ({ label, value, isLeftToRight }) => `<tr>
<th scope="row" align="${side}" class="quiet line" style="${styles.factLabel};text-align:${side}">${escapeHtml(label)}</th>
<td align="${side}" class="line" style="${styles.factValue};text-align:${side}"><span dir="${isLeftToRight ? 'ltr' : 'auto'}" style="${styles.isolated}">${escapeHtml(value)}</span></td>
</tr>`,
  );
  return `<table ${tableAttributes} class="line" style="${styles.facts}">
${rows.join('\n')}
</table>`;
}

/** The address also stands below its button, so that people can check it first or copy it into another browser. */
function linkHtml({ label, url, isMain }: MailBlock & { kind: 'link' }, side: Side): string {
  const href = escapeHtml(url);
  const [className, style] = isMain ? ['main', styles.mainButton] : ['other', styles.otherButton];
  return `<p style="${styles.action}"><a href="${href}" class="${className}" style="${style}">${escapeHtml(label)}</a></p>
<p dir="ltr" class="quiet" style="${styles.url};text-align:${side}">${href}</p>`;
}
