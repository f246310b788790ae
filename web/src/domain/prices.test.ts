import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import {
  courseOf,
  decimalText,
  directionOf,
  formatAxisPrice,
  formatChange,
  formatCompact,
  formatPrice,
  priceInText,
  rateDigits,
} from './prices.ts';

it.each([
  ['43251.2', '$43,251.20'],
  ['1', '$1.00'],
  ['0.99', '$0.99'],
  ['0.57', '$0.57'],
  ['0.123456', '$0.1235'],
  ['0.00000123', '$0.00000123'],
  ['0.0000012345678', '$0.000001235'],
  ['0', '$0.00'],
])('writes a price of %s as %s', (price, text) => {
  expect(formatPrice(price, 'en-GB')).toBe(text);
});

it('reads a price exactly, with more digits than a double has', () => {
  expect(formatPrice('12345678901234567890.12', 'en-GB')).toBe('$12,345,678,901,234,567,890.12');
});

it('writes prices in the digits and with the marks of their reader', () => {
  expect(formatPrice('43251.2', 'fa-IR')).toContain('۴۳٬۲۵۱٫۲۰');
  expect(formatPrice('0.00000123', 'fa-IR')).toContain('۰٫۰۰۰۰۰۱۲۳');
  expect(formatPrice('43251.2', 'ru-RU').replaceAll(/\s/g, ' ')).toBe('43 251,20 $');
  expect(formatPrice('43251.2', 'zh-CN')).toBe('$43,251.20');
});

it('writes a price within a sentence with the same digits, in its language’s words', () => {
  const t = ((_: string, { figure }: { figure: string }) => `${figure} دلار`) as unknown as TFunction;
  expect(priceInText('0.57', t, 'fa-IR')).toBe('\u2068۰٫۵۷ دلار\u2069');
  expect(priceInText('0.00000123', t, 'fa-IR')).toBe('\u2068۰٫۰۰۰۰۰۱۲۳ دلار\u2069');
});

it.each([
  ['2.345', '+2.35%'],
  ['-0.5', '\u22120.50%'],
  ['0.004', '0.00%'],
  ['-0.004', '0.00%'],
  ['0.005', '+0.01%'],
])('writes a change of %s as %s', (percent, text) => {
  expect(formatChange(percent, 'en-GB')).toBe(text);
});

it('writes prices beside a chart with the digits that tell them apart', () => {
  expect(formatAxisPrice(43_000, 500, 'en-GB')).toBe('$43,000');
  expect(formatAxisPrice(2.5, 2.5, 'en-GB')).toBe('$2.5');
  expect(formatAxisPrice(0.4, 0.05, 'en-GB')).toBe('$0.400');
  expect(formatAxisPrice(1.2e-6, 2e-8, 'en-GB')).toBe('$0.000001200');
  expect(formatAxisPrice(5, 0, 'en-GB')).toBe('$5');
});

it.each([
  [1e-7, '0.0000001'],
  [1200, '1200'],
  [0.57, '0.57'],
])('writes the number %d without an exponent', (price, text) => {
  expect(decimalText(price)).toBe(text);
});

it.each([
  ['64120.553412', '64,120.55'],
  ['1.234567890123', '1.23457'],
  ['0.57285', '0.57285'],
  ['0.573', '0.573'],
  ['0.000012345678', '0.0000123457'],
  ['2', '2.00'],
  ['0.5', '0.50'],
])('tells the rate %s as %s', (rate, shown) => {
  expect(rateDigits(rate, 'en-GB')).toBe(shown);
});

it("writes it in the reader's own digits", () => {
  expect(rateDigits('64120.55', 'fa-IR')).toBe('۶۴٬۱۲۰٫۵۵');
});

it.each([
  [0.005, 'up'],
  [0.0049, 'level'],
  [0, 'level'],
  [-0.004, 'level'],
  [-0.006, 'down'],
])('a change of %d percent goes %s', (percent, direction) => {
  expect(directionOf(percent)).toBe(direction);
});

it('tells the lowest, the highest and the change from the first price to the last', () => {
  expect(courseOf([100, 80, 120, 110])).toEqual({ lowest: 80, highest: 120, changePercent: 10 });
});

it.each([[[]], [[5]], [[0, 5]]])('speaks of no course over %j', (prices) => {
  expect(courseOf(prices)).toBeUndefined();
});

it('writes large figures in short, in the words of their reader', () => {
  expect(formatCompact('1317802988326.00', 'en-GB')).toBe('1.32tn');
  expect(formatCompact('19812343.00', 'ru-RU').replaceAll(/\s/g, ' ')).toBe('19,81 млн');
  expect(formatCompact('1317802988326.00', 'zh-CN')).toBe('1.32万亿');
  expect(formatCompact('0.00744', 'en-US')).toBe('0.00744');
  expect(formatCompact('898500000000', 'fa-IR')).toContain('میلیارد');
});
