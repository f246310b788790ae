import { afterEach, expect, it, vi } from 'vitest';
import { writtenDay } from './legal-documents.ts';

afterEach(() => vi.unstubAllEnvs());

it.each(['America/Los_Angeles', 'Pacific/Kiritimati'])('writes the day of a document alike in %s', (zone) => {
  vi.stubEnv('TZ', zone);
  expect(writtenDay('2023-05-01', 'en-US')).toBe('May 1, 2023');
});

it('writes it by the calendar and in the digits of its readers', () => {
  expect(writtenDay('2023-05-01', 'fa-IR')).toBe('۱۱ اردیبهشت ۱۴۰۲');
});
