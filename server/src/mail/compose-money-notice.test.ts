import type { Locale } from '@mercury/contract/locales.ts';
import { expect, test } from 'vitest';
import { moneyNotices } from '../test/money-notices.ts';
import { renderMail } from './render-mail.ts';

const publicUrl = new URL('https://wallet.example');

function subjectOf(place: number, locale: Locale): string | undefined {
  const mail = moneyNotices[place];
  return mail && renderMail(mail, { locale, phrase: null }, publicUrl).subject;
}

test.each([
  [0, 'en', 'Mercury: grace sent you 0.50 BTC'],
  [0, 'fa', 'Mercury: \u2068grace\u2069 برای شما \u2068۰٫۵۰ BTC\u2069 فرستاد'],
  [1, 'en', 'Mercury: 0.50 BTC has arrived'],
  [4, 'en', 'Mercury: your withdrawal of 0.50 BTC was canceled'],
  [6, 'en', 'Mercury: you bought 8.10 USD for 0.000125 BTC'],
  [7, 'en', 'Mercury: you sold 0.000125 BTC for 8.10 USD'],
  [8, 'zh', 'Mercury：您用 0.000125 BTC 兑换了 8.10 USD'],
  [9, 'en', 'Mercury: 0.50 BTC was credited to you'],
  [10, 'en', 'Mercury: 0.50 BTC was taken from your balance'],
] as const)('mail %i says in %s in its subject what happened', (place, locale, subject) => {
  expect(subjectOf(place, locale)).toBe(subject);
});

test('a mail of money tells amount, sender and time, and nothing of a sender who has left', () => {
  const [named, nameless] = moneyNotices.map(
    (mail) => renderMail(mail, { locale: 'en', phrase: null }, publicUrl).text,
  );
  expect(named).toMatch(/From: \u2066grace\u2069\nAmount: \u20660\.50 BTC\u2069\nTime: /);
  expect(nameless).toContain('Amount: \u20660.50 BTC\u2069');
  expect(nameless).not.toContain('From:');
});
