/**
 * Mail programs keep little but inline styles, so these go on the elements. The colours are those of the web app's light theme.
 * Programs that know `prefers-color-scheme` get the dark one.
 */
const fontFamily =
  "system-ui,-apple-system,'Segoe UI',Roboto,Vazirmatn,Tahoma,'PingFang SC','Microsoft YaHei',sans-serif";
const monospaceFamily = 'ui-monospace,Menlo,Consolas,monospace';
const button =
  'display:inline-block;padding:12px 24px;border-radius:10px;font-weight:600;text-decoration:none;border:1px solid';
const code = `margin:0 0 20px;border-radius:10px;background-color:#edf1f5;text-align:center;font-family:${monospaceFamily};font-weight:700`;
const fact =
  'padding:10px 0;border-bottom:1px solid #dfe6ed;font-size:14px;line-height:1.5;vertical-align:top';

export const styles = {
  page: 'margin:0;padding:0;background-color:#f6f8fa',
  /** Lists of mails show the beginning of a mail: the summary, instead of the reader's phrase. */
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

export const darkStyle = `:root{color-scheme:light dark}
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
