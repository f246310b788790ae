import { expect, it, vi } from 'vitest';
import { offsetOf } from './candle-chart.tsx';

it('shows the reader’s own clock: later than UTC to the east of Greenwich', () => {
  const none = { open: '1', high: '1', low: '1', close: '1', volume: '0', quoteVolume: '0' };
  const zone = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-210);
  expect(offsetOf({ at: '2026-03-01T10:00:00.000Z', ...none })).toBe(3.5 * 60 * 60 * 1000);
  zone.mockRestore();
});
