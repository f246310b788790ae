import { expect, test } from 'vitest';
import { announcement } from '../test/money-notices.ts';
import { renderMail } from './render-mail.ts';

const publicUrl = new URL('https://wallet.example');

test('an announcement is in the operator’s words, line by line, in their direction, and says where such mails end', () => {
  const { text, html, unsubscribeUrl } = renderMail(announcement, { locale: 'fa', phrase: null }, publicUrl);
  expect(text).toContain('\n\nClosed on Sunday.\n\nAll day\n\n');
  expect(html).toMatch(
    /<p lang="en" dir="ltr"[^>]*>Closed on Sunday\.<\/p>\n<p lang="en" dir="ltr"[^>]*>All day</,
  );
  expect(unsubscribeUrl).toBe(`${publicUrl.origin}/profile#preferences`);
});

test('what was copied into it from elsewhere neither turns the mail around nor becomes markup of it', () => {
  const text = '\u202eClosed <b>on</b> Sunday\r\n \u2067 All day\u2028';
  const mail = { ...announcement, values: { ...announcement.values, text } };
  const { html, text: plain } = renderMail(mail, { locale: 'en', phrase: null }, publicUrl);
  expect(plain).toContain('\n\nClosed <b>on</b> Sunday\n\nAll day\n\n');
  expect(html).toContain('>Closed &lt;b&gt;on&lt;/b&gt; Sunday</p>');
  expect(html).toContain('>All day</p>');
});
