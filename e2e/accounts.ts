import { randomBytes, randomUUID } from 'node:crypto';
import { type APIRequestContext, type APIResponse, expect } from '@playwright/test';
import type { Locale } from '@mercury/contract/locales.ts';
import { parseAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { readConfig } from '../server/src/config.ts';
import { inTransaction, openDatabase, type Database } from '../server/src/db/database.ts';
import { recordSecurityEvent } from '../server/src/identity/events/security-events.ts';
import {
  type Authenticator,
  insertAuthenticator,
  insertPerson,
  origin,
  type Registration,
} from '../server/src/test/insert-person.ts';
import { fund } from '../server/src/test/signed-in-people.ts';
import { encryptionKey, productDatabase } from './shared-product.ts';

export type { Registration };

export interface Person extends Registration {
  readonly id: string;
  readonly token: string;
  readonly address: string;
}

/** Unique, also in other runs on the same data. */
export function newRegistration(): Registration {
  const username = `person_${randomBytes(6).toString('hex')}`;
  return { username, email: `${username}@example.com`, password: 'Quick-silver 7' };
}

async function bodyOf<Body>(response: APIResponse): Promise<Body> {
  expect(response.ok(), `${response.url()}: ${await response.text()}`).toBe(true);
  return response.json();
}

/** Registered without a browser; the email is not proved. */
export async function registerUnverified(
  request: APIRequestContext,
  { locale }: { locale: Locale },
): Promise<Registration> {
  const registration = newRegistration();
  const data = { ...registration, confirmPassword: registration.password, locale };
  await bodyOf(await request.post('/v1/auth/register', { data }));
  return registration;
}

interface PersonToMake {
  readonly locale: Locale;
  /** True by default. */
  readonly isVerified?: boolean;
  /** As if the password had just been typed. */
  readonly isProved?: boolean;
}

/** Verified and signed in within milliseconds, for tests about other things. */
export async function makePerson(wanted: PersonToMake): Promise<Person> {
  const person = await insertPerson(database(), { ...newRegistration(), ...wanted });
  return { ...person, id: person.user.id, address: person.user.walletAddress };
}

/** Through the ledger, without a row of history. A decimal of whole units. */
export async function giveMoney(person: Person, asset: AssetCode, amountText: string): Promise<void> {
  const amount = parseAmount(asset, amountText);
  if (amount === undefined) throw new Error(`${amountText} is no amount in ${asset}`);
  await fund(database(), [{ userId: person.id }], amount.minorUnits, asset);
}

/** For tests about what comes after. */
export async function putTwoFactorInPlace(person: Person): Promise<Authenticator> {
  const config = readConfig({ DATABASE_URL: productDatabase(), ENCRYPTION_KEY: encryptionKey });
  return insertAuthenticator({ db: database(), config }, person);
}

/** No device here holds it. */
export async function insertPasskey({ id }: Pick<Person, 'id'>, name: string): Promise<void> {
  await database().pool.query(
    `insert into passkey (id, user_id, credential_id, public_key, signature_count, transports, name, is_synced)
     values ($1::uuid, $2, $1::uuid::text, '\\x00', 0, '{}', $3, false)`,
    [randomUUID(), id, name],
  );
}

/** As if the last code had been used long ago, so that the test need not wait for the next. */
export async function forgetLastCode({ id }: Pick<Person, 'id'>): Promise<void> {
  await database().pool.query('update two_factor set last_step = 0 where user_id = $1', [id]);
}

/** What no call does, such as letting time pass. */
export async function onProductDatabase(sql: string, parameters: readonly string[]): Promise<void> {
  await database().pool.query(sql, [...parameters]);
}

/** As from this browser. */
export async function recordSignIns({ id }: Person, count: number): Promise<void> {
  await inTransaction(database(), async (trx) => {
    for (let index = 0; index < count; index += 1)
      await recordSecurityEvent(trx, id, { kind: 'signed_in', actor: 'person', origin });
  });
}

const databases = new Map<string, Database>();

/** Of the product that tests share. */
export function database(): Database {
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

/** For what the server does a moment later. */
export const soon = { timeout: 15_000, intervals: [20, 50, 100] };

/** On the pretend chain, all at once, with the webhooks. */
export async function confirmPayments({ id }: Person): Promise<void> {
  await database().pool.query(
    `with confirmed as (
       update sandbox_payment set confirmations = confirmations_needed
        where not has_failed and confirmations < confirmations_needed
          and (topup_id in (select id from topup where user_id = $1)
               or address in (select address from deposit_address where user_id = $1))
       returning id)
     select graphile_worker.add_job('advance-sandbox-payment', json_build_object('paymentId', id)) from confirmed`,
    [id],
  );
}

/** Whatever the browser believes. */
export async function expireQuote(quoteId: string): Promise<void> {
  await database().pool.query('update quote set expires_at = clock_timestamp() where id = $1', [quoteId]);
}

/** Without a browser; waits until the money is there. */
export async function topUp(request: APIRequestContext, person: Person, amountUsd: string): Promise<void> {
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
  await confirmPayments(person);
  await expect.poll(() => balanceOf(request, person), soon).not.toBe(before);
}
