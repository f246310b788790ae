import { describe, expect, it } from 'vitest';
import { decimalSeparatorOf, readTypedAmount, writeTypedAmount } from './typed-amount.ts';

const english = { decimalsMax: 2, decimalSeparator: '.' };
const russian = { decimalsMax: 8, decimalSeparator: ',' };
const persian = { decimalsMax: 8, decimalSeparator: '٫' };

describe('an amount as it is typed', () => {
  it.each([
    ['', ''],
    ['.', ''],
    ['7', '7'],
    ['7.', '7'],
    ['.5', '0.5'],
    ['12.50', '12.50'],
    ['007', '7'],
    ['0.01', '0.01'],
    [' 25 ', '25'],
    ['1,000', '1000'],
    ['12,345,678.9', '12345678.9'],
    ['１２．５', '12.5'],
  ])('reads %j as %j', (typed, plain) => {
    expect(readTypedAmount(typed, english)).toBe(plain);
  });

  it.each(['12.345', '1e3', '-1', '+1', '1.2.3', 'abc', '1a', '0x10', '1/2'])('refuses %j', (typed) => {
    expect(readTypedAmount(typed, english)).toBeUndefined();
  });

  it('never takes a comma that does not group thousands for a decimal point, nor drops it', () => {
    expect(readTypedAmount('1,5', english)).toBeUndefined();
    expect(readTypedAmount('1,', english)).toBeUndefined();
    expect(readTypedAmount('1,00,000', english)).toBeUndefined();
  });

  it('reads the comma as the decimal point where the language writes it so', () => {
    expect(readTypedAmount('1,5', russian)).toBe('1.5');
    expect(readTypedAmount('1 000,25', russian)).toBe('1000.25');
    expect(readTypedAmount('1.000,25', russian)).toBe('1000.25');
    expect(readTypedAmount('1.5', russian)).toBe('1.5');
    expect(readTypedAmount('1,2,3', russian)).toBeUndefined();
  });

  it('reads Persian and Arabic digits, separators and the slash of Persian keyboards', () => {
    expect(readTypedAmount('۱۲٫۵', persian)).toBe('12.5');
    expect(readTypedAmount('١٢٫٥', persian)).toBe('12.5');
    expect(readTypedAmount('۱٬۲۳۴٫۵', persian)).toBe('1234.5');
    expect(readTypedAmount('۱۲/۵', persian)).toBe('12.5');
    expect(readTypedAmount('12.5', persian)).toBe('12.5');
  });

  it('takes as many decimals as allowed and not one more', () => {
    expect(readTypedAmount('0.12345678', persian)).toBe('0.12345678');
    expect(readTypedAmount('0.123456789', persian)).toBeUndefined();
  });

  it('refuses more whole digits than the API would take', () => {
    expect(readTypedAmount('9'.repeat(18), english)).toBe('9'.repeat(18));
    expect(readTypedAmount('9'.repeat(19), english)).toBeUndefined();
  });
});

describe('an amount written into a field', () => {
  it.each([
    ['12.50000000', 'en-GB', '12.5'],
    ['100.00', 'en-GB', '100'],
    ['100', 'en-GB', '100'],
    ['12.50', 'ru-RU', '12,5'],
    ['12.50', 'fa-IR', '۱۲٫۵'],
  ])('writes %s in %s as %s', (plain, formatTag, typed) => {
    expect(writeTypedAmount(plain, formatTag)).toBe(typed);
  });

  it('is read back as the same amount', () => {
    for (const formatTag of ['en-GB', 'fa-IR', 'ru-RU', 'zh-CN']) {
      const rules = { decimalsMax: 8, decimalSeparator: decimalSeparatorOf(formatTag) };
      expect(readTypedAmount(writeTypedAmount('1234567.80000001', formatTag), rules)).toBe(
        '1234567.80000001',
      );
    }
  });
});
