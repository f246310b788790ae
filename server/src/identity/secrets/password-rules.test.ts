import { expect, test } from 'vitest';
import { DomainError } from '../../errors.ts';
import { verifyPasswordIsAllowed } from './password-rules.ts';

const names = ['Grace Hopper', 'amazing_grace', 'g.hopper@navy.example'];

/** What is said of the field, if anything is. */
async function faultOf(password: string): Promise<string | undefined> {
  const refusal = await verifyPasswordIsAllowed({ password, field: 'newPassword', names }).catch(
    (error: unknown) => error,
  );
  if (refusal === undefined) return undefined;
  if (!(refusal instanceof DomainError) || refusal.code !== 'ValidationFailed') throw refusal;
  return refusal.fieldErrors.find(({ field }) => field === 'newPassword')?.key;
}

test.each([
  'password',
  'PASSWORD',
  'Password1!',
  '!!sunshine!!',
  '12345678',
  'qwertyuiop',
  'ｐａｓｓｗｏｒｄ',
])('refuses %s, which everybody tries first', async (password) => {
  expect(await faultOf(password)).toBe('passwordCommon');
});

test.each([
  ' '.repeat(8),
  '\u3000\u00a0'.repeat(4),
  'aaaaaaaa',
  'AAAAaaaa1!',
  '--------',
  'abababab',
  'abcabcabc',
  '¡abcdabcd!',
  'жжжжжжжж',
  '王王王王王王王王',
])('refuses %j, which repeats itself', async (password) => {
  expect(await faultOf(password)).toBe('passwordCommon');
});

test.each([
  'abcdefgh',
  'Hgfedcba1!',
  'stuvwxyz',
  'abcd1234',
  '0987654321',
  'poiuytrewq',
  'asdfghjk!',
  'абвгдежз',
  'йцукенгш',
  '۱۲۳۴۵۶۷۸',
])('refuses %s, which is a row of neighbours', async (password) => {
  expect(await faultOf(password)).toBe('passwordCommon');
});

test.each([
  'mercury123',
  'Mercury2026!',
  'Mercury-2026!',
  '8264!739Mercury',
  '123mercury',
  'mercurymercury',
  'MRCY2026!',
])('refuses %s, the product’s name with nothing but digits and marks', async (password) => {
  expect(await faultOf(password)).toBe('passwordCommon');
});

test.each([
  'Grace Hopper',
  'gracehopper1906!',
  'AMAZING_GRACE',
  '--amazing_grace--',
  'G.Hopper@navy.example',
  'G.Hopper#1',
  '1906amazing_grace1992',
])('refuses %s, which is what its person is called', async (password) => {
  expect(await faultOf(password)).toBe('passwordPersonal');
});

test.each([
  'mercury in a jar',
  '8264!7391Mercury5520$',
  '8264!7391Mercury',
  '8264!7391amazing_grace5520$',
  'abcd and horses',
  '9381 2740 5166',
  'aaa bbb horse',
  'correct horse 7',
  'Brave new horse 9',
  'grace and some more',
  'hopper of the navy',
  'пароль для лодки',
  '\u{1F434}\u{1F50B}\u{1F4CE}\u{1F434}',
])('accepts %s', async (password) => {
  expect(await faultOf(password)).toBeUndefined();
});

test('takes no name into account that is too short to be one', async () => {
  const password = 'a-1357-a-2468';
  await expect(
    verifyPasswordIsAllowed({ password, field: 'password', names: ['a@example.com', 'a', ''] }),
  ).resolves.toBeUndefined();
});
