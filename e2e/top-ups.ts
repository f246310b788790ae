import { randomBytes } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import type { Person } from './accounts.ts';

/** Opens a top-up without a browser; answers the path of its payment page. */
export async function openTopUp(
  request: APIRequestContext,
  person: Person,
  amountUsd: string,
): Promise<string> {
  const response = await request.post('/v1/wallets/topup', {
    headers: {
      authorization: `Bearer ${person.token}`,
      'idempotency-key': randomBytes(16).toString('hex'),
    },
    data: { amount: amountUsd, currency: 'USD', paymentMethod: 'CRYPTO' },
  });
  expect(response.ok(), await response.text()).toBe(true);
  const { paymentUrl }: { paymentUrl: string } = await response.json();
  return new URL(paymentUrl).pathname;
}
