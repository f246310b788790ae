import { type Locale, localeTraits } from '@mercury/contract/locales.ts';
import { productName } from '@mercury/contract/product.ts';
import type { MailBlock, MailFact } from './mail-writer.ts';

/**
 * Mail programs keep little but inline styles. The colours are those of the light theme; programs that know
 * `prefers-color-scheme` get the dark one.
 */
const fontFamily =
  "system-ui,-apple-system,'Segoe UI',Roboto,Vazirmatn,Tahoma,'PingFang SC','Microsoft YaHei',sans-serif";
const monospaceFamily = 'ui-monospace,Menlo,Consolas,monospace';
const button =
  'display:inline-block;padding:12px 24px;border-radius:10px;font-weight:600;text-decoration:none;border:1px solid';
const code = `margin:0 0 20px;border-radius:10px;background-color:#edf1f5;text-align:center;font-family:${monospaceFamily};font-weight:700`;
const fact =
  'padding:10px 0;border-bottom:1px solid #dfe6ed;font-size:14px;line-height:1.5;vertical-align:top';

const styles = {
  page: 'margin:0;padding:0;background-color:#f6f8fa',
  /** Lists of mails show the summary instead of the reader's phrase. */
  preview: 'display:none;max-height:0;overflow:hidden;mso-hide:all',
  frame: 'padding:24px 12px 40px',
  column: `max-width:520px;font-family:${fontFamily}`,
  brand: 'padding:0 4px 14px;color:#48566a;font-size:15px;font-weight:700;letter-spacing:.02em',
  card: 'padding:28px 24px 12px;background-color:#ffffff;border:1px solid #dfe6ed;border-radius:14px;color:#0f1620;font-size:16px;line-height:1.6',
  phrase:
    'margin:0 0 24px;padding:12px 16px;background-color:#e2f4f2;border-radius:10px;overflow-wrap:anywhere',
  phraseWords: 'margin:2px 0;font-weight:600',
  small: 'margin:0;color:#48566a;font-size:13px;line-height:1.5',
  text: 'margin:0 0 20px;overflow-wrap:anywhere',
  /** Each line follows the direction of its own words. */
  quote: 'margin:0 0 20px;overflow-wrap:anywhere;text-align:start;unicode-bidi:plaintext',
  code: `${code};padding:16px 0;font-size:28px;letter-spacing:6px;text-indent:6px`,
  longCode: `${code};padding:16px 8px;font-size:18px;letter-spacing:1px`,
  facts: 'margin:0 0 20px;border-top:1px solid #dfe6ed;border-collapse:collapse',
  factLabel: `${fact};width:36%;padding-inline-end:12px;color:#48566a;font-weight:400`,
  factValue: `${fact};overflow-wrap:anywhere`,
  isolated: 'unicode-bidi:isolate',
  action: 'margin:0 0 8px',
  mainButton: `${button} #0b8078;background-color:#0b8078;color:#ffffff`,
  otherButton: `${button} #be2a36;color:#be2a36`,
  url: 'margin:0 0 24px;color:#48566a;font-size:13px;line-height:1.5;word-break:break-all',
} as const;

const darkStyle = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.page{background-color:#0a0f16!important}
.card{background-color:#0f1620!important;border-color:#1f2a39!important;color:#eef2f6!important}
.phrase{background-color:#0d2a2b!important}
.sunken{background-color:#1b2635!important}
.quiet{color:#b0bccb!important}
.line{border-color:#1f2a39!important}
.main{background-color:#2fc9b8!important;border-color:#2fc9b8!important;color:#04201f!important}
.other{border-color:#ff8f94!important;color:#ff8f94!important}
}`;

interface Page {
  readonly subject: string;
  readonly summary: string;
  readonly blocks: readonly MailBlock[];
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
}

const tableAttributes = 'width="100%" cellpadding="0" cellspacing="0" border="0"';

/** A plain page: no image, no script, nothing loaded. */
export function renderHtml({ subject, summary, blocks, language, direction }: Page): string {
  // Some programs do not mirror a table for `dir`, others ignore `text-align`.
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
      return `<p${languageOf(block.language)} style="${styles.text}">${escapeHtml(block.text)}</p>`;
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

function languageOf(language: Locale | undefined): string {
  return language === undefined ? '' : ` lang="${language}" dir="${localeTraits[language].direction}"`;
}

// A short code is typed character by character; a grouped one must fit a phone.
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

/** The address below the button can be checked first, or copied. */
function linkHtml({ label, url, isMain }: MailBlock & { kind: 'link' }, side: Side): string {
  const href = escapeHtml(url);
  const [className, style] = isMain ? ['main', styles.mainButton] : ['other', styles.otherButton];
  return `<p style="${styles.action}"><a href="${href}" class="${className}" style="${style}">${escapeHtml(label)}</a></p>
<p dir="ltr" class="quiet" style="${styles.url};text-align:${side}">${href}</p>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For an element's content, or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
