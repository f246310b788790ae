import { expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { newPasswordSchema, optionalEmailSchema } from './shapes.ts';

const problemsOf = (password: string) =>
  newPasswordSchema.safeParse(password).error?.issues.map(({ message }) => message) ?? [];

it.each(['Quick-silver 7', 'Пароль 123', 'گذرواژه Aa۷!', 'Straße №1', 'Aa1€aaaa'])(
  'a new password with letters, a digit and a special character is %s',
  (password) => {
    expect(problemsOf(password)).toEqual([]);
  },
);

it.each([
  ['Password1é', 'passwordSpecial'],
  ['Пароль123', 'passwordSpecial'],
  ['Password½1', 'passwordSpecial'],
  ['пароль-12', 'passwordUppercase'],
  ['ПАРОЛЬ-12', 'passwordLowercase'],
  ['Пароль-один', 'passwordDigit'],
])('%s lacks what its own script has as well: %s', (password, key) => {
  expect(problemsOf(password)).toEqual([expect.stringContaining(key)]);
});

it.each([
  ['', ''],
  ['  ', ''],
  [' Zoe@Example.com\n', 'Zoe@Example.com'],
])('an email that may be left out is taken as it is meant: %j', (typed, kept) => {
  expect(optionalEmailSchema.parse(typed)).toBe(kept);
});

it.each([
  ['zoe', 'invalidEmail'],
  ['zoe@example', 'invalidEmail'],
  ['zoe@example.com, ada@example.com', 'invalidEmail'],
  ['x'.repeat(limits.emailLengthMax + 1), 'tooLong'],
])('an email that may be left out is refused: %s', (typed, problem) => {
  const { error } = optionalEmailSchema.safeParse(typed);
  expect(error?.issues.map(({ message }) => message)).toEqual([problem]);
});
