import { expect, it } from 'vitest';
import { timelineSteps } from './transaction-timeline.tsx';

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

it.each([
  ['expired', 'failed'],
  ['failed', 'failed'],
  ['cancelled', 'stopped'],
] as const)('marks %s as an end without success: %s', (state, progress) => {
  expect(timelineSteps({ state, timeline: [{ state, at }] })).toEqual([{ state, at, progress }]);
});

it('goes on from one payment that was too little to the next', () => {
  const timeline = [
    { state: 'awaiting_payment', at },
    { state: 'payment_seen', at },
    { state: 'underpaid', at },
    { state: 'payment_seen', at },
  ] as const;
  const steps = timelineSteps({ state: 'payment_seen', timeline: [...timeline] });
  expect(steps.map(({ state, progress }) => [state, progress])).toEqual([
    ['awaiting_payment', 'done'],
    ['payment_seen', 'done'],
    ['underpaid', 'done'],
    ['payment_seen', 'current'],
    ['completed', 'upcoming'],
  ]);
});

it('shows a state once, however often it was told', () => {
  const timeline = [
    { state: 'confirming', at },
    { state: 'confirming', at },
  ] as const;
  const steps = timelineSteps({ state: 'confirming', timeline: [...timeline] });
  expect(steps.map(({ state }) => state)).toEqual(['confirming', 'completed']);
});

it('promises nothing of what is unclear', () => {
  const timeline = [
    { state: 'sending', at },
    { state: 'unclear', at },
  ] as const;
  const steps = timelineSteps({ state: 'unclear', timeline: [...timeline] });
  expect(steps.map(({ progress }) => progress)).toEqual(['done', 'current']);
});
