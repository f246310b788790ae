import type { TimelineStep } from '../../ui/timeline.tsx';

/** Valid, and long enough to be shortened. */
export const sampleAddress = 'mrcy1q9x8gf2tvdw0s3jn54khce6mua7lqpzry';

export const sampleMoment = '2026-03-14T15:09:26.000Z';

export const samplePayments = [
  {
    currency: 'BTC',
    amount: '0.0005',
    usdValue: '25.10',
    state: 'confirmed',
    problem: null,
    isPriced: false,
    isCredited: true,
    seenAt: sampleMoment,
  },
  {
    currency: 'ETH',
    amount: '0.004',
    usdValue: '9.80',
    state: 'confirmed',
    problem: 'wrong_coin',
    isPriced: true,
    isCredited: false,
    seenAt: sampleMoment,
  },
  {
    currency: 'TRX',
    amount: '12',
    usdValue: '1.40',
    state: 'seen',
    problem: null,
    isPriced: false,
    isCredited: false,
    seenAt: sampleMoment,
  },
] as const;

export const stepProgresses = [
  'done',
  'current',
  'upcoming',
  'failed',
  'stopped',
] as const satisfies readonly TimelineStep['progress'][];
