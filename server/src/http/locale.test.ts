import { expect, test } from 'vitest';
import { localeOf } from './locale.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['de', 'en'],
  ['fa', 'fa'],
  ['FA-ir', 'fa'],
  ['zh-Hant-TW, ru', 'zh'],
  ['de, ru;q=0.5', 'ru'],
  ['ru;q=0.5, zh;q=0.9', 'zh'],
  ['ru; q=0.501 , zh;q=0.5', 'ru'],
  ['ru;level=1;q=0.2, fa;q=0.3', 'fa'],
  // What counts for nothing is not wanted at all (RFC 9110, 12.4.2).
  ['fa;q=0', 'en'],
  ['fa;q=0.000, ru;q=0.001', 'ru'],
])('reads %j as %s', (header, locale) => {
  expect(localeOf(header)).toBe(locale);
});
