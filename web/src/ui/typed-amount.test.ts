import { describe, expect, it } from 'vitest';
import { decimalSeparatorOf, readTypedAmount, rewriteTypedAmount, writeTypedAmount } from './typed-amount.ts';

const english = { decimalsMax: 2, decimalSeparator: '.' };
const russian = { decimalsMax: 8, decimalSeparator: ',' };
const persian = { decimalsMax: 8, decimalSeparator: '٫' };
const precise = { decimalsMax: 8, decimalSeparator: '.' };

/** Key by key, where a key that can't be taken has no effect. */
function typeKeys(text: string, rules: typeof english): string | undefined {
  const standing = Array.from(text).reduce(
    (typed, key) => (readTypedAmount(typed + key, rules) === undefined ? typed : typed + key),
    '',
  );
  return readTypedAmount(standing, rules);
}

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

  it.each(['12.345', '1e3', '-1', '+1', 'abc', '1a', '0x10'])('refuses %j', (typed) => {
    expect(readTypedAmount(typed, english)).toBeUndefined();
  });

  it('takes a comma for grouping only before whole groups of three digits, else for the decimal point', () => {
    expect(readTypedAmount('1,5', english)).toBe('1.5');
    expect(readTypedAmount('0,5', english)).toBe('0.5');
    expect(readTypedAmount('1 000,50', english)).toBe('1000.50');
    expect(readTypedAmount('1，5', english)).toBe('1.5');
    expect(readTypedAmount('0,123', precise)).toBe('0.123');
    expect(readTypedAmount('1,', english)).toBe('1');
  });

  it.each([
    '1,00,000',
    '12,345,',
    '12,345,6',
    '1234,567',
    '12,3456',
    '1,5.2',
    '1.234,56',
    '1.2.3',
    '1/5',
    '1 5',
    "1'5",
    '1٬5',
    '1 000 5',
    '1 000,500',
  ])('guesses no amount from %j, and lets it stand', (typed) => {
    expect(readTypedAmount(typed, english)).toBe('');
  });

  it('reads the comma as the decimal point where the language writes it so', () => {
    expect(readTypedAmount('1,5', russian)).toBe('1.5');
    expect(readTypedAmount('1 000,25', russian)).toBe('1000.25');
    expect(readTypedAmount('1.000,25', russian)).toBe('1000.25');
    expect(readTypedAmount('1.5', russian)).toBe('1.5');
    expect(readTypedAmount('1,2,3', russian)).toBe('');
  });

  it('reads Persian and Arabic digits, separators and the slash of Persian keyboards', () => {
    expect(readTypedAmount('۱۲٫۵', persian)).toBe('12.5');
    expect(readTypedAmount('١٢٫٥', persian)).toBe('12.5');
    expect(readTypedAmount('۱٬۲۳۴٫۵', persian)).toBe('1234.5');
    expect(readTypedAmount('۱۲/۵', persian)).toBe('12.5');
    expect(readTypedAmount('12.5', persian)).toBe('12.5');
    expect(readTypedAmount('۱,۵', persian)).toBe('1.5');
    expect(readTypedAmount('۱،۵', persian)).toBe('1.5');
    expect(readTypedAmount('۱/۵', persian)).toBe('1.5');
    expect(readTypedAmount('۱٬۵', persian)).toBe('');
    expect(readTypedAmount('۱٬۲۳۴٬۵۶۷٫۵', persian)).toBe('1234567.5');
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

describe('an amount typed key by key', () => {
  const languages = ['en-GB', 'fa-IR', 'ru-RU', 'zh-CN'].map((formatTag) => ({
    formatTag,
    rules: { decimalsMax: 8, decimalSeparator: decimalSeparatorOf(formatTag) },
  }));

  it.each([
    ['1,5', '1.5'],
    ['0,5', '0.5'],
    ['1 000,50', '1000.50'],
    ['1\u00a0000,50', '1000.50'],
    ['۱,۵', '1.5'],
    ['۱٫۵', '1.5'],
    ['۱٬۲۳۴٫۵', '1234.5'],
    ['12,345,678.9', '12345678.9'],
  ])('reads %j as %j in every language, as it does what is pasted', (keys, plain) => {
    for (const { rules } of languages) {
      expect(typeKeys(keys, rules)).toBe(plain);
      expect(readTypedAmount(keys, rules)).toBe(plain);
    }
  });

  it('never loses a separator between two digits', () => {
    const separators = [',', '.', '/', ' ', '\u202f', '٬', '٫', '،', '，', "'", '’', '_'];
    for (const { formatTag, rules } of languages) {
      for (const separator of separators) {
        expect(typeKeys(`1${separator}5`, rules), `${separator} in ${formatTag}`).toBeOneOf(['1.5', '']);
      }
    }
    expect(typeKeys('1.2.3', english)).toBe('');
    expect(typeKeys('1,00,000', english)).toBe('');
  });

  it('leaves out what no number is written with, and a decimal too many', () => {
    expect(typeKeys('-1e2.345x', english)).toBe('12.34');
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

describe('a text rewritten while it is typed', () => {
  it.each([
    ['12.5', 'fa-IR', '۱۲٫۵'],
    ['12/5', 'fa-IR', '۱۲٫۵'],
    ['١٢٫٥', 'fa-IR', '۱۲٫۵'],
    ['1,234.56', 'fa-IR', '۱٬۲۳۴٫۵۶'],
    ['1,5', 'fa-IR', '۱,۵'],
    ['۱۲٫۵', 'en-GB', '12٫5'],
    ['12,5', 'ru-RU', '12,5'],
    ['１２．５', 'zh-CN', '12．5'],
  ])('has %j in %s as %j', (keys, formatTag, text) => {
    expect(rewriteTypedAmount(keys, formatTag)).toBe(text);
  });

  it('has as many characters as before, and means the same', () => {
    const texts = [
      '12.5',
      '12/5',
      '1,234.56',
      '1,5',
      '1.234,56',
      '12,345',
      '1,',
      '1 234.5',
      '1,00,000',
      '.5',
    ];
    const rules = { decimalsMax: 8, decimalSeparator: '٫' };
    for (const text of texts) {
      const rewritten = rewriteTypedAmount(text, 'fa-IR');
      expect(rewritten).toHaveLength(text.length);
      expect([text, readTypedAmount(rewritten, rules)]).toEqual([text, readTypedAmount(text, rules)]);
    }
  });
});
