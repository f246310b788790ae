import { expect, it } from 'vitest';
import { timelineSteps } from './timeline-steps.ts';

const at = '2026-01-01T00:00:00.000Z';

it('marks where a payment stands and what is still to come', () => {
  const steps = timelineSteps({ state: 'awaiting_payment', timeline: [{ state: 'awaiting_payment', at }] });
  expect(steps).toEqual([
    { state: 'awaiting_payment', at, progress: 'current' },
    { state: 'payment_seen', at: null, progress: 'upcoming' },
    { state: 'completed', at: null, progress: 'upcoming' },
  ]);
});

it('has nothing left to come for what is completed', () => {
  const timeline = [
    { state: 'awaiting_payment', at },
    { state: 'payment_seen', at },
    { state: 'completed', at },
  ] as const;
  const steps = timelineSteps({ state: 'completed', timeline: [...timeline] });
  expect(steps.map(({ progress }) => progress)).toEqual(['done', 'done', 'done']);
});

it('ends with a failure for what has expired', () => {
  const timeline = [
    { state: 'awaiting_payment', at },
    { state: 'expired', at },
  ] as const;
  const steps = timelineSteps({ state: 'expired', timeline: [...timeline] });
  expect(steps.map(({ progress }) => progress)).toEqual(['done', 'failed']);
});
