import { afterEach, expect, it, vi } from 'vitest';
import { textBlocks, writtenDay } from './legal-text.ts';

afterEach(() => vi.unstubAllEnvs());

it.each(['America/Los_Angeles', 'Pacific/Kiritimati'])('writes the day of a document alike in %s', (zone) => {
  vi.stubEnv('TZ', zone);
  expect(writtenDay('2023-05-01', 'en')).toBe('May 1, 2023');
});

it('writes it by the calendar and in the digits of its readers', () => {
  expect(writtenDay('2023-05-01', 'fa')).toBe('۱۱ اردیبهشت ۱۴۰۲');
});

it('makes a paragraph of each line', () => {
  expect(textBlocks('One.\nTwo.')).toEqual([
    { kind: 'paragraph', text: 'One.' },
    { kind: 'paragraph', text: 'Two.' },
  ]);
});

it('makes one list of bullets that follow each other, and another after a paragraph', () => {
  expect(textBlocks('• a\n• b\nThen:\n• c')).toEqual([
    { kind: 'list', items: ['a', 'b'] },
    { kind: 'paragraph', text: 'Then:' },
    { kind: 'list', items: ['c'] },
  ]);
});
