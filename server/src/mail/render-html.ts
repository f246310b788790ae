import { escapeHtml } from './escape-html.ts';
import type { MailBlock } from './render-mail.ts';

// Mail programs keep nothing but tables and styles on the element itself. The colours hold on white and on black.
const fontFamily = "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const styles = {
  page: 'margin:0;padding:0;background-color:#f3f5f8',
  frame: 'padding:32px 16px',
  card: `max-width:520px;background-color:#ffffff;border:1px solid #dfe4ec;border-radius:12px;font-family:${fontFamily}`,
  content: 'padding:28px 32px;color:#1b2433;font-size:16px;line-height:1.6',
  text: 'margin:0 0 16px',
  code: `margin:0 0 16px;padding:14px 0;background-color:#eef2f8;border-radius:8px;text-align:center;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:28px;font-weight:700;letter-spacing:6px`,
  button:
    'display:inline-block;padding:12px 24px;border-radius:8px;background-color:#0f5fd7;color:#ffffff;font-weight:600;text-decoration:none',
  url: 'margin:0 0 16px;font-size:13px;color:#5a6577;word-break:break-all',
} as const;

/** The same blocks as the text part, as a plain page for mail programs: no image, no script, nothing loaded. */
export function renderHtml(mail: {
  subject: string;
  blocks: readonly MailBlock[];
  language: string;
  direction: 'ltr' | 'rtl';
}): string {
  const { language, direction } = mail;
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(mail.subject)}</title>
</head>
<body style="${styles.page}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" dir="${direction}" lang="${language}">
<tr><td align="center" style="${styles.frame}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${styles.card}">
<tr><td align="${direction === 'rtl' ? 'right' : 'left'}" style="${styles.content}">
${mail.blocks.map(blockHtml).join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function blockHtml(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
      return `<p style="${styles.text}">${escapeHtml(block.text)}</p>`;
    case 'code':
      return `<p dir="ltr" style="${styles.code}">${escapeHtml(block.code)}</p>`;
    case 'link': {
      const url = escapeHtml(block.url);
      return `<p style="${styles.text}"><a href="${url}" style="${styles.button}">${escapeHtml(block.label)}</a></p>
<p dir="ltr" style="${styles.url}">${url}</p>`;
    }
    default:
      return block satisfies never;
  }
}
