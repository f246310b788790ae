import { randomBytes } from 'node:crypto';
import { type APIRequestContext, type APIResponse, expect } from '@playwright/test';
import type { Locale } from '@mercury/contract/locales.ts';
import { codeIn, mailTo } from './mails.ts';

/** What somebody registers with. */
export interface Registration {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

export interface Person extends Registration {
  readonly token: string;
  readonly address: string;
}

/** Details that nobody else has, in this run or another on the same data. */
export function newRegistration(): Registration {
  const username = `person_${randomBytes(6).toString('hex')}`;
  return { username, email: `${username}@example.com`, password: 'Quick-silver 7' };
}

async function bodyOf<Body>(response: APIResponse): Promise<Body> {
  expect(response.ok(), `${response.url()}: ${await response.text()}`).toBe(true);
  return response.json();
}

/** Somebody who has registered and not proved their email, without a browser. */
export async function registerUnverified(
  request: APIRequestContext,
  { locale }: { locale: Locale },
): Promise<Registration> {
  const registration = newRegistration();
  const data = { ...registration, confirmPassword: registration.password, locale };
  await bodyOf(await request.post('/v1/auth/register', { data }));
  return registration;
}

/** Somebody whose email is proved, for tests that are about what comes after. */
export async function registerVerified(
  request: APIRequestContext,
  { locale }: { locale: Locale },
): Promise<Person> {
  const registration = await registerUnverified(request, { locale });
  const { email } = registration;
  const code = codeIn(await mailTo(request, email));
  const reply = await bodyOf<{ token: string; user: { walletAddress: string } }>(
    await request.post('/v1/auth/verify-code', { data: { email, code } }),
  );
  return { ...registration, token: reply.token, address: reply.user.walletAddress };
}

/** The token of a new session. */
export async function signInByApi(
  request: APIRequestContext,
  { email, password }: Registration,
): Promise<string> {
  const { token } = await bodyOf<{ token: string }>(
    await request.post('/v1/auth/login', { data: { email, password } }),
  );
  return token;
}

export async function balanceOf(request: APIRequestContext, { token }: Person): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const { wallet } = await bodyOf<{ wallet: { balance: string } }>(
    await request.get('/v1/wallets/balance', { headers }),
  );
  return wallet.balance;
}

/** Tops up without a browser, and waits until the pretend chain has confirmed it. */
export async function fund(request: APIRequestContext, person: Person, amountUsd: string): Promise<void> {
  const headers = { authorization: `Bearer ${person.token}` };
  const before = await balanceOf(request, person);
  const { paymentUrl } = await bodyOf<{ paymentUrl: string }>(
    await request.post('/v1/wallets/topup', {
      headers: { ...headers, 'idempotency-key': randomBytes(16).toString('hex') },
      data: { amount: amountUsd, currency: 'USD', paymentMethod: 'CRYPTO' },
    }),
  );
  const paymentToken = new URL(paymentUrl).pathname.split('/').at(-1);
  await bodyOf(await request.post(`/v1/sandbox/payments/${paymentToken}/pay`, { data: { currency: 'BTC' } }));
  await expect.poll(() => balanceOf(request, person), { timeout: 15_000 }).not.toBe(before);
}
