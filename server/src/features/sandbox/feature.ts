import type { Feature } from '../../feature.ts';
import { advancePretendPayment } from './pretend-payments.ts';

declare module '../../jobs/queue.ts' {
  interface JobPayloads {
    /** The pretend chain finds blocks. */
    'advance-sandbox-payment': { readonly paymentId: string };
  }
}

export const sandbox = {
  name: 'sandbox',
  jobs: { 'advance-sandbox-payment': advancePretendPayment },
} satisfies Feature;
