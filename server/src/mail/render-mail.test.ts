import { securityEventKinds } from '@mercury/contract/api/security.ts';
import { proposalKinds } from '@mercury/contract/console/permissions.ts';
import { limits } from '@mercury/contract/limits.ts';
import { locales, localeTraits, type Locale } from '@mercury/contract/locales.ts';
import { describe, expect, test } from 'vitest';
import { securityParameters } from '../security-parameters.ts';
import { announcement, historyId, moneyNotices } from '../test/money-notices.ts';
import { renderMail } from './render-mail.ts';
import type { MailOf } from './templates.ts';

const publicUrl = new URL('https://wallet.example');
const token = 'T0-ken_'.repeat(6);
const undoToken = 'Und0-it'.repeat(6);
const resetCode = 'K7QM-9XPT-3HVD-WN4R';
const incident = {
  username: 'ada',
  device: 'Firefox · Linux',
  networkAddress: '2001:db8::7',
  at: '2026-11-21T13:30:05.000Z',
  freezeToken: token,
};

const emailChanged: MailOf = {
  template: 'email-changed',
  values: { ...incident, newEmail: 'new@example.com', undoToken },
};
const { freezeToken: _freezeToken, ...emailTakenBack } = incident;
const terms = {
  username: 'ada',
  amount: '0.2 BTC',
  fee: '0.001 BTC',
  arrives: '0.199 BTC',
  network: 'Bitcoin',
  address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  memo: '',
};
const contactMessage = {
  template: 'contact-message',
  values: {
    name: 'Ada ada',
    email: 'ada@example.com',
    subject: 'A question',
    message: 'How long does it take?\n\nThank you',
    visitorLocale: 'fa',
  },
} as const satisfies MailOf;
const cancelToken = 'C4nc-el'.repeat(6);
const priceAlert = {
  username: 'ada',
  kind: 'price_alert',
  currency: 'BTC',
  direction: 'above',
  line: '65000.00',
  price: '65012.345678901234',
  at: incident.at,
} as const;
const refusedBuy = {
  username: 'ada',
  currency: 'ETH',
  amount: '0.00012500',
  amountCurrency: 'BTC',
  reason: 'InsufficientBalance',
  at: '2026-11-14T13:30:05.000Z',
} as const;
const tradeNotices: readonly MailOf<'notice'>[] = [
  { template: 'notice', values: priceAlert },
  { template: 'notice', values: { ...refusedBuy, kind: 'recurring_buy_refused', nextAt: incident.at } },
  { template: 'notice', values: { ...refusedBuy, kind: 'recurring_buy_paused' } },
];
const consoleLink = `${publicUrl.origin}/console/proposal-cancellation#${cancelToken}`;
const delayed = {
  username: 'ada',
  about: 'eve@staff.example',
  change: JSON.stringify({ before: {}, after: { email: 'eve@staff.example', role: 'support' } }),
  proposedBy: 'bob@staff.example',
  reason: 'A new\ncolleague',
  at: incident.at,
  url: consoleLink,
};
const notices = securityEventKinds.map((kind): MailOf => ({
  template: 'security-notice',
  values: { ...incident, kind },
}));
const mails: readonly MailOf[] = [
  { template: 'verify-email', values: { username: 'ada', code: 'ABC234', token } },
  { template: 'verify-new-email', values: { username: 'ada', code: 'ABC234', token } },
  { template: 'reset-password', values: { username: 'ada', code: resetCode, token } },
  { template: 'email-taken', values: { username: 'ada' } },
  emailChanged,
  { template: 'email-taken-back', values: emailTakenBack },
  { template: 'account-deleted', values: { username: 'ada' } },
  { template: 'withdrawal-code', values: { ...terms, code: 'ABC234', freezeToken: token } },
  {
    template: 'withdrawal-waiting',
    values: { ...terms, waitsUntil: incident.at, cancelToken, freezeToken: token },
  },
  { template: 'withdrawal-sent', values: { ...terms, reference: 'f4184fc5', freezeToken: token } },
  { template: 'withdrawal-failed', values: terms },
  contactMessage,
  {
    template: 'staff-invitation',
    values: { username: 'ada', invitedBy: 'bob@staff.example', url: consoleLink },
  },
  { template: 'staff-removed', values: { username: 'ada', removedBy: 'bob@staff.example' } },
  ...proposalKinds.map((act): MailOf => ({ template: 'proposal-delayed', values: { ...delayed, act } })),
  ...tradeNotices,
  announcement,
  ...moneyNotices,
  ...notices,
];
const nameOf = (mail: MailOf) => ('kind' in mail.values ? mail.values.kind : mail.template);
const named = mails.map((mail) => [nameOf(mail), mail] as const);

function render(mail: MailOf, locale: Locale = 'en', phrase: string | null = null) {
  return renderMail(mail, { locale, phrase }, publicUrl);
}
function notice(kind: (typeof securityEventKinds)[number], values: Partial<typeof incident> = {}): MailOf {
  return { template: 'security-notice', values: { ...incident, ...values, kind } };
}
/** The links that stand alone on their lines. */
const linksIn = (text: string) => text.split('\n').filter((line) => /^https?:\/\/\S+$/.test(line));

describe.each(named)('the mail %s', (_name, mail) => {
  test.each(locales)('is whole in %s: every placeholder filled, direction and language said', (locale) => {
    const { subject, text, html } = render(mail, locale);
    for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\{|undefined|Invalid/);
    expect(subject).toContain('Mercury');
    expect(text).toContain('ada');
    expect(html).toContain(`<html lang="${locale}" dir="${localeTraits[locale].direction}">`);
    expect(html).not.toMatch(/<script|<img|<link|javascript:|src=|url\(/i);
  });

  test.each(locales)('has in %s links of the configured address only, the same in both parts', (locale) => {
    const { text, html } = render(mail, locale);
    const links = linksIn(text);
    // Three have nothing that their reader could open.
    const isWithoutLink = ['email-taken-back', 'contact-message', 'staff-removed'].includes(mail.template);
    expect(links.length > 0).toBe(!isWithoutLink);
    for (const link of links) expect(new URL(link).origin).toBe(publicUrl.origin);
    expect([...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1])).toEqual(links);
    expect(text.match(/https?:/g) ?? []).toHaveLength(links.length);
  });

  test.each(locales)(
    'shows in %s the reader’s phrase before anything else, and nothing without one',
    (locale) => {
      const [withPhrase, without] = [render(mail, locale, 'Blue heron'), render(mail, locale)];
      expect(withPhrase.text.split('\n')[0]).toContain('Blue heron');
      expect(withPhrase.html).toContain('>Blue heron</p>');
      expect(withPhrase.text.endsWith(without.text)).toBe(true);
      expect(withPhrase.subject).toBe(without.subject);
    },
  );
});

test.each([
  ['verify-email', [`/verify-email?token=${token}`]],
  ['verify-new-email', [`/verify-email?token=${token}`]],
  ['reset-password', [`/reset-password?token=${token}`]],
  ['email-taken', ['/login']],
  ['email-changed', [`/undo-email-change#token=${undoToken}`, `/freeze-account#token=${token}`]],
  ['account-deleted', ['/contact']],
  ['withdrawal-code', [`/freeze-account#token=${token}`]],
  ['withdrawal-waiting', [`/cancel-withdrawal#token=${cancelToken}`, `/freeze-account#token=${token}`]],
  ['withdrawal-sent', [`/freeze-account#token=${token}`]],
  ['withdrawal-failed', ['/dashboard']],
  ['notice', ['/dashboard/trade']],
  ['money-notice', [`/dashboard/transactions?transaction=${historyId}`, '/profile']],
  ['announcement', ['/profile#preferences']],
  ['contact-message', []],
  ['staff-invitation', [`/console/proposal-cancellation#${cancelToken}`]],
  ['proposal-delayed', [`/console/proposal-cancellation#${cancelToken}`]],
] as const)('%s has the link it is for first', (template, paths) => {
  const mail = mails.find((each) => each.template === template);
  const { text } = render(mail ?? notice('signed_in'));
  expect(linksIn(text)).toEqual(paths.map((path) => publicUrl.origin + path));
});

test.each([
  ['verify-email', 'ABC234'],
  ['verify-new-email', 'ABC234'],
  ['reset-password', resetCode],
  ['withdrawal-code', 'ABC234'],
] as const)('%s has its code alone on a line, and in the page from left to right', (template, code) => {
  const mail = mails.find((each) => each.template === template);
  for (const locale of locales) {
    const { text, html } = render(mail ?? notice('signed_in'), locale);
    expect(text.split('\n').filter((line) => line === code)).toHaveLength(1);
    expect(html).toMatch(new RegExp(`<p dir="ltr"[^>]*>${code}</p>`));
  }
});

describe('a notice', () => {
  const [alert, refusal, pause] = tradeNotices;
  const asAlert = (values: Partial<Record<'direction' | 'line' | 'price', string>>) =>
    render({ template: 'notice', values: { ...priceAlert, ...values } } as MailOf);

  test.each([
    ['en', '$65,000.00', '$65,012.35'],
    ['fa', '$۶۵٬۰۰۰٫۰۰', '$۶۵٬۰۱۲٫۳۵'],
    ['ru', '65\u00a0000,00\u00a0$', '65\u00a0012,35\u00a0$'],
    ['zh', '$65,000.00', '$65,012.35'],
  ] as const)(
    'of a price says in %s the line in its subject, and both as its readers write them',
    (...row) => {
      const [locale, line, price] = row;
      const { subject, text } = render(alert ?? notice('signed_in'), locale);
      expect(subject).toContain('BTC');
      expect(subject).toContain(line.replaceAll('\u00a0', ' '));
      expect(text).toContain(line);
      expect(text).toContain(price);
    },
  );

  test('of a price says on which side of the line it is, and of a small one its first digits', () => {
    expect(asAlert({}).subject).toBe('Mercury: BTC has risen to \u2068$65,000.00\u2069');
    const fallen = asAlert({ direction: 'below', line: '1.00', price: '0.000001234567' });
    expect(fallen.subject).toBe('Mercury: BTC has fallen to \u2068$1.00\u2069');
    expect(fallen.text).toContain('$0.000001235');
  });

  test('of a recurring buy says what was to be bought for how much, why it was not, and when it is tried again', () => {
    const { subject, text } = render(refusal ?? notice('signed_in'));
    expect(subject).toBe('Mercury: your recurring buy of ETH didn’t go through');
    for (const part of ['Ethereum (ETH)', '0.000125 BTC', 'balance', 'November 21, 2026']) {
      expect(text).toContain(part);
    }
    const paused = render(pause ?? notice('signed_in')).text;
    expect(paused).toContain('three times in a row');
    expect(paused).not.toContain('November 21, 2026');
  });
});

describe('a security notice', () => {
  test.each(locales)('has for each kind a subject and a sentence of its own in %s', (locale) => {
    const rendered = notices.map((mail) => render(mail, locale));
    const sentences = rendered.map(({ text }) => text.split('\n\n')[1]);
    expect(new Set(rendered.map(({ subject }) => subject)).size).toBe(securityEventKinds.length);
    expect(new Set(sentences).size).toBe(securityEventKinds.length);
  });

  test('has the link that freezes as its only one, and none where the account is frozen or just opened', () => {
    const wayOut = new Map([
      ['account_frozen', '/forgot-password'],
      ['email_change_undone', '/forgot-password'],
      ['account_unfrozen', '/login'],
    ]);
    for (const kind of securityEventKinds) {
      const path = wayOut.get(kind) ?? `/freeze-account#token=${token}`;
      expect([kind, ...linksIn(render(notice(kind)).text)]).toEqual([kind, publicUrl.origin + path]);
    }
  });

  test.each([
    ['en', 'Time: November 21, 2026 at 1:30 PM UTC'],
    ['fa', 'زمان: ۳۰ آبان ۱۴۰۵ ساعت ۱۳:۳۰ به وقت UTC'],
    ['ru', 'Время: 21 ноября 2026 г. в 13:30 по UTC'],
    ['zh', '时间：2026年11月21日 13:30（UTC 时间）'],
  ] as const)('tells the time in the calendar and digits of %s', (locale, line) => {
    const { text, html } = render(notice('password_changed'), locale);
    expect(text.split('\n')).toContain(line);
    expect(html).toContain(`>${line.split(/: |：/)[1]}</span>`);
  });

  test('keeps device and network address from left to right, and leaves out what is not known', () => {
    const { text, html } = render(notice('passkey_added'), 'fa');
    expect(text).toContain('دستگاه: \u2066Firefox · Linux\u2069\nنشانی IP: \u20662001:db8::7\u2069\n');
    expect(html).toContain('<span dir="ltr" style="unicode-bidi:isolate">2001:db8::7</span>');
    const bare = render(notice('account_frozen', { device: '', networkAddress: '' }));
    expect(bare.text).not.toMatch(/Device|Network/);
    expect(bare.html.match(/<th /g)).toHaveLength(1);
  });
});

test('the former address is told the new one', () => {
  const { text, html } = render(emailChanged);
  expect(text).toContain('New email: \u2066new@example.com\u2069\n');
  expect(html).toContain('>new@example.com</span>');
});

test('what a visitor wrote goes to the operator as a quotation, to be answered to who wrote it', () => {
  const { text, subject, html, replyTo } = render(contactMessage);
  expect(replyTo).toBe('ada@example.com');
  expect(subject).toBe('Message to Mercury: A question');
  expect(text).toContain('\n> How long does it take?\n>\n> Thank you\n');
  expect(text).toContain('Language: \u2068فارسی\u2069\n');
  expect(html).toMatch(/<blockquote dir="auto"[^>]*>How long does it take\?<br><br>Thank you<\/blockquote>/);
  expect(text).not.toMatch(/^Hello|team$/m);
});

test('no line of a visitor’s stands as one of ours', () => {
  const hostile = 'Reset it here:\r\nhttps://evil.example/\rBcc: all@example.com\n\u202eABC234\n<img src=x>';
  const { values } = contactMessage;
  const { text, subject, html } = render({
    template: 'contact-message',
    values: { ...values, name: hostile, subject: hostile, message: hostile },
  });
  expect(subject).not.toMatch(/[\r\n\u202a-\u202e]/);
  expect(linksIn(text)).toEqual([]);
  expect(text).not.toMatch(/^(Bcc|https|ABC234|<img)|[\u202a-\u202e\r]/m);
  expect(text).toContain('> https://evil.example/\n> Bcc: all@example.com\n> ABC234\n');
  expect(html).not.toContain('<img');
  expectBalancedIsolates(text);
});

describe('what people wrote', () => {
  const hostile = `a"><b onclick='x'>&\r\nBcc: all@example.com\nhttps://evil.example/\n\u202eEVIL99\u2069\u2028X`;
  const hostileMails = mails.map((mail) => {
    const values = { ...mail.values, username: hostile };
    for (const name of ['device', 'networkAddress', 'newEmail']) {
      if (name in values) Object.assign(values, { [name]: hostile });
    }
    // The same template with other texts in the same places.
    return { ...mail, values } as MailOf;
  });

  test.each(hostileMails.map((mail) => [nameOf(mail), mail] as const))(
    'does nothing in the mail %s, in no language',
    (_name, mail) => {
      for (const locale of locales) {
        const plain = render({ ...mail, values: { ...mail.values, username: 'ada' } } as MailOf, locale);
        const { subject, text, html } = render(mail, locale, hostile);
        expect(subject).toBe(plain.subject);
        expect(subject).not.toMatch(/[\r\n]/);
        expect(linksIn(text).every((link) => link.startsWith(`${publicUrl.origin}/`))).toBe(true);
        expect(text).not.toMatch(/^(Bcc|https:\/\/evil|EVIL99)/m);
        expect(text).not.toMatch(/[\u202a-\u202e\u2028\r]/);
        expect(html).not.toMatch(/<b |onclick='|[\u202a-\u202e\u2028]/);
        expect(html).toContain('&lt;b onclick=&#39;x&#39;&gt;&amp;');
        expectBalancedIsolates(text);
      }
    },
  );

  test('can make no link of the name that a browser gives itself', () => {
    const { text } = render(notice('signed_in', { device: 'https://evil.example/login · www.evil.example' }));
    expect(text).toContain('Device: \u2066https evil example login · www evil example\u2069');
  });

  test('is isolated in a sentence that it could reorder, and untouched in one that it could not', () => {
    const mail: MailOf = { template: 'email-taken', values: { username: 'ada_' } };
    expect(render(mail, 'fa').text).toContain('سلام \u2068ada_\u2069،');
    expect(render(mail, 'en').text).toContain('Hello ada_,');
    const foreign: MailOf = { template: 'email-taken', values: { username: 'آدا 7' } };
    expect(render(foreign, 'en').text).toContain('Hello \u2068آدا 7\u2069,');
  });

  test('is a phrase that can not pose as a code', () => {
    expect(render(notice('signed_in'), 'en', 'ABC234').text).not.toMatch(/^ABC234$/m);
  });
});

/** Each isolate ends where it began, so that nothing of a person reaches the words beside it. */
function expectBalancedIsolates(text: string): void {
  for (const line of text.split('\n')) {
    const opened = line.match(/[\u2066-\u2068]/g)?.length ?? 0;
    expect([line, line.match(/\u2069/g)?.length ?? 0]).toEqual([line, opened]);
  }
}

test.each([
  ['en', 'Fees'],
  ['fa', 'کارمزدها'],
  ['ru', 'Комиссии'],
  ['zh', '费用合计'],
] as const)(
  'what a withdrawal costs is named as a sum in %s, since the network’s fee is a part of it',
  (locale, fees) => {
    const mail = mails.find(({ template }) => template === 'withdrawal-sent');
    expect(render(mail ?? notice('signed_in'), locale).html).toContain(`>${fees}<`);
  },
);

test.each(locales)('the times that the mails name in %s are those that hold', (locale) => {
  const { emailCode, emailLinkHours, passwordReset, unfreezeAfterHours } = securityParameters;
  const digits = new Intl.NumberFormat(localeTraits[locale].formatTag);
  const hours = limits.emailUndoMs / 3_600_000;
  const timesOf: readonly (readonly [string, readonly number[]])[] = [
    ['verify-email', [emailCode.minutes, emailLinkHours]],
    ['verify-new-email', [emailCode.minutes, emailLinkHours]],
    ['reset-password', [passwordReset.minutes]],
    ['email-changed', [unfreezeAfterHours, hours]],
    ['account_frozen', [unfreezeAfterHours]],
  ];
  for (const [name, times] of timesOf) {
    const mail = mails.find((each) => nameOf(each) === name);
    const sentences = render(mail ?? notice('signed_in'), locale)
      .text.split('\n\n')
      .filter((paragraph) => !/https:|UTC|^[A-Z0-9-]+$/.test(paragraph))
      .join('\n');
    const numbers = sentences.match(/\p{Nd}+/gu) ?? [];
    expect([name, numbers]).toEqual([name, times.map((time) => digits.format(time))]);
  }
});
