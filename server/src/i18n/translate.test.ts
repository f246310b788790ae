import { errorCodes } from '@mercury/contract/errors.ts';
import { locales } from '@mercury/contract/locales.ts';
import { validationKeys } from '@mercury/contract/validation.ts';
import { describe, expect, test } from 'vitest';
import { en } from './en.ts';
import { fa } from './fa.ts';
import { ru } from './ru.ts';
import { translate } from './translate.ts';
import { zh } from './zh.ts';

function flatten(tree: object, prefix = ''): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(tree)) {
    const key = prefix === '' ? name : `${prefix}.${name}`;
    if (typeof value === 'string') texts.set(key, value);
    else for (const [inner, text] of flatten(Object(value), key)) texts.set(inner, text);
  }
  return texts;
}

const placeholdersIn = (text: string | undefined) => (text?.match(/\{\{\w+\}\}/g) ?? []).toSorted();
const english = flatten(en);

describe.each([
  ['fa', fa, /[\u0600-\u06ff]/],
  ['ru', ru, /[\u0400-\u04ff]/],
  ['zh', zh, /[\u4e00-\u9fff]/],
] as const)('the texts in %s', (_locale, tree, script) => {
  const texts = flatten(tree);

  test('are exactly those that there are in English', () => {
    expect([...texts.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  });

  test('have the placeholders that the English ones have', () => {
    for (const [key, text] of texts)
      expect([key, placeholdersIn(text)]).toEqual([key, placeholdersIn(english.get(key))]);
  });

  test('are written in its script', () => {
    for (const [key, text] of texts) expect([key, script.test(text)]).toEqual([key, true]);
  });
});

test('every error code and every validation key has a text in every language', () => {
  for (const locale of locales) {
    for (const code of errorCodes) expect(translate(locale, `errors.${code}`)).not.toBe('');
    for (const key of validationKeys) expect(translate(locale, `validation.${key}`)).not.toBe('');
  }
});

test('fills placeholders with values as they are, and leaves one without a value to be seen', () => {
  expect(translate('en', 'mails.greeting', { username: '$& <b>' })).toBe('Hello $& <b>,');
  expect(translate('en', 'mails.greeting')).toBe('Hello {{username}},');
});

test('the English texts are those that the product is specified to say', () => {
  expect(en.auth).toMatchObject({
    invalidEmailLogin: 'Invalid email or password',
    invalidUsernameLogin: 'Invalid username or password',
    registered: 'User registered successfully. Please verify your email.',
    loggedIn: 'Login successful',
    loggedOut: 'You have been logged out',
    emailVerified: 'Email verified successfully',
    verificationSent: 'Verification email sent successfully',
    twoFactorRequired: 'Two-factor authentication required',
    resetSent: 'If this email exists, a password reset link has been sent',
    passwordReset: 'Password has been reset successfully',
  });
  expect(en.users).toMatchObject({
    profileUpdated: 'Profile updated successfully',
    passwordUpdated: 'Password updated successfully',
    emailChangeSent: 'Verification email sent to your new address',
    deleted: 'Account deleted successfully',
    twoFactorSetUp: 'Two-factor authentication setup initiated',
    twoFactorEnabled: 'Two-factor authentication enabled successfully',
    twoFactorDisabled: 'Two-factor authentication disabled successfully',
    recoveryCodesMade: 'Recovery codes generated successfully',
  });
  expect(en.errors).toMatchObject({
    InvalidOrExpiredToken: 'Invalid or expired token',
    InvalidOrExpiredCode: 'Invalid or expired code',
    InvalidTwoFactorCode: 'Invalid verification code',
    InvalidRecoveryCode: 'Invalid recovery code',
    RateLimitExceeded: 'Too many attempts. Please try again later.',
  });
});
