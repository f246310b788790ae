import { permissions, staffRoles } from '@mercury/contract/console/permissions.ts';
import { settingNames } from '@mercury/contract/console/setting-traits.ts';
import { type Locale, locales } from '@mercury/contract/locales.ts';
import { describe, expect, test } from 'vitest';
import { changeFacts, changeText, subjectText } from './proposal-change.ts';
import { renderMail } from './render-mail.ts';

const delayed = {
  username: 'ada',
  act: 'settings.change',
  about: 'TRADE_FEE_BPS',
  proposedBy: 'bob@staff.example',
  reason: 'Cheaper',
  at: '2026-11-14T13:30:05.000Z',
  url: 'https://wallet.example/console/proposal-cancellation#token',
} as const;
const change = changeText({ before: { TRADE_FEE_BPS: '0.25 %' }, after: { TRADE_FEE_BPS: '0.1 %' } });

function linesOf(values: object, locale: Locale): string[] {
  const mail = { template: 'proposal-delayed', values: { ...delayed, ...values } } as const;
  const { text } = renderMail(mail, { locale, phrase: null }, new URL('https://wallet.example'));
  return text.split('\n');
}

describe('the mail of a delayed proposal', () => {
  test.each([
    ['en', 'Fee of trades: from \u20680.25%\u2069 to \u20680.1%\u2069'],
    ['fa', 'کارمزد معامله: از \u2068۰٫۲۵٪\u2069 به \u2068۰٫۱٪\u2069'],
  ] as const)('says what changes, from what to what, in the words and digits of %s', (locale, line) => {
    const lines = linesOf({ change }, locale);
    expect(lines).toContain(line);
    expect(lines.join('\n')).not.toContain('TRADE_FEE_BPS');
  });

  test('keeps what somebody chose as the name of something in its line', () => {
    const lines = linesOf({ about: '1 \u202eETH\nReset it here: x' }, 'en');
    expect(lines.filter((line) => line.includes('ETH'))).toEqual([
      'About: \u20661 ETH Reset it here: x\u2069',
    ]);
  });

  test('that an earlier version queued has no such line', () => {
    expect(linesOf({}, 'en').join('\n')).toMatch(/Asked by/);
  });
});

test.each([
  [
    { before: {}, after: { DEPOSIT_XPUB_BITCOIN: 'xpub1' } },
    ['Public key for deposits: Bitcoin', 'from not set to xpub1'],
  ],
  [
    { before: { isOffered: true, networkFee: '1 BTC' }, after: { isOffered: false, networkFee: '1 BTC' } },
    ['Taken in and traded', 'from yes to no'],
  ],
  [{ before: { permissions: ['books.read'] }, after: {} }, ['It may', 'from Read the books to none']],
  [{ before: { level: { en: 'Full' } }, after: { level: { en: 'Whole' } } }, ['Level', 'from Full to Whole']],
  [{ before: { place: '1 of 2' }, after: { place: '2 of 2' } }, ['Place', 'from 1 of 2 to 2 of 2']],
  [{ before: {}, after: { level: null, tradesIn30Days: 'no limit' } }, ['Level', 'none']],
  [{ before: { address: 'bc1q' }, after: { state: 'queued' } }, ['Address', 'bc1q']],
  [
    { before: {}, after: { accounts: ['house · fees: 1.00 → 0.50 USD'] } },
    ['Accounts', 'House · fees: from 1.00 USD to 0.50 USD'],
  ],
  [
    { before: { frozenSince: '2026-11-14T13:30:05.000Z' }, after: { frozenSince: null } },
    ['Frozen since', 'from November 14, 2026 at 1:30 PM UTC to none'],
  ],
  // Words that somebody chose so that no mail could be written of them.
  [{ before: {}, after: { venue: '2026-99-99T99:99:99Z' } }, ['Venue', '2026-99-99T99:99:99Z']],
  [{ before: {}, after: { reference: 'a\u202e\nb' } }, ['Reference', 'a b']],
])('%j is said in words', (recorded, [label, value]) => {
  const [first] = changeFacts(changeText(recorded), 'en');
  expect(first?.label).toBe(label);
  const text = first?.value.replace(/[\u2068\u2069]/g, '');
  expect(text).toBe(value);
});

test.each([
  ['WITHDRAWAL_FEE_BPS', 'Fee of withdrawals'],
  ['credit_person · 5 USD · @ada', 'Credit a person from the house’s corrections · 5 USD · @ada'],
  ['trade 018f0000-0000-7000-8000-000000000001', 'Trade 018f0000-0000-7000-8000-000000000001'],
  ['auditor', 'Auditor'],
  ['eve@staff.example', 'eve@staff.example'],
])('a proposal about %s is about %s', (name, text) => {
  expect(subjectText(name, 'en')).toBe(text);
});

test.each(locales)('what can change has its words in %s', (locale) => {
  const names = [...settingNames, ...staffRoles];
  expect(names.filter((name) => subjectText(name, locale) === name)).toEqual([]);
  const [fact] = changeFacts(changeText({ before: {}, after: { permissions } }), locale);
  expect(permissions.filter((permission) => fact?.value.includes(permission))).toEqual([]);
});
