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
