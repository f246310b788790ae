import { randomBytes } from 'node:crypto';
import { type APIRequestContext, type APIResponse, expect } from '@playwright/test';
import type { Locale } from '@mercury/contract/locales.ts';
import { parseAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { openDatabase, type Database } from '../server/src/db/database.ts';
import { insertPerson, type Registration } from '../server/src/test/insert-person.ts';
import { fund as fundCallers } from '../server/src/test/signed-in-people.ts';
import { productDatabase } from './shared-product.ts';

export type { Registration };

export interface Person extends Registration {
  readonly id: string;
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

/** Somebody verified and signed in, without registering, in some milliseconds: for tests that are not about that. */
export async function makePerson({ locale }: { locale: Locale }): Promise<Person> {
  const person = await insertPerson(database(), { ...newRegistration(), locale });
  return { ...person, id: person.user.id, address: person.user.walletAddress };
}

/**
 * Gives somebody so much of an asset, a decimal of whole units, through the ledger and without a row of history: for tests
 * that are not about where the money came from.
 */
export async function giveMoney(person: Person, asset: AssetCode, amountText: string): Promise<void> {
  const amount = parseAmount(asset, amountText);
  if (amount === undefined) throw new Error(`${amountText} is no amount in ${asset}`);
  await fundCallers(database(), [{ userId: person.id }], amount.minorUnits, asset);
}

const databases = new Map<string, Database>();

function database(): Database {
  const connectionString = productDatabase();
  let db = databases.get(connectionString);
  if (db === undefined) {
    db = openDatabase({ connectionString, connectionsMax: 2 });
    databases.set(connectionString, db);
  }
  return db;
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
