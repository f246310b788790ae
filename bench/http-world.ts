import { fork, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { addressByteCount, encodeAddress } from '../contract/src/money/address.ts';
import { openDatabase, type Database } from '../server/src/db/database.ts';
import type { EmbeddedPostgres } from '../server/src/db/embedded-postgres.ts';
import { createLedger } from '../server/src/ledger/ledger.ts';
import { available, house, insertPeople, payment } from '../server/src/ledger/testing/postings.ts';
import { openForMaintenance, peerTransfer } from './ledger-books.ts';
import { makePeerBooks, postByFunction } from './ledger-peers.ts';

/** Somebody signed in, as the load needs to know them. */
export interface BenchPerson {
  readonly id: string;
  readonly token: string;
  readonly address: string;
}

export interface World {
  readonly db: Database;
  /** As the superuser: the product's own role analyzes no table. */
  readonly maintenanceDb: Database;
  readonly people: BenchPerson[];
}

/** A firm offer to somebody, as the load needs to know it. */
export interface BenchQuote {
  readonly id: string;
  readonly token: string;
  readonly fromAmount: string;
  readonly toAmount: string;
}

export const peopleCount = 1000;
/** Each person has paid so many of the next: transfers to others take turns. */
export const knownRecipientsCount = 20;

/** In our books and in the peer's. */
export async function fillWorld(postgres: EmbeddedPostgres): Promise<World> {
  const db = openDatabase({ connectionString: postgres.connectionString });
  const maintenanceDb = openForMaintenance(postgres);
  const ids = await insertPeople(db, peopleCount);
  const people = ids.map((id) => ({
    id,
    token: randomBytes(32).toString('base64url'),
    address: encodeAddress(randomBytes(addressByteCount)),
  }));
  await signIn(db, people);
  await knowRecipients(db, people);
  await makePeerBooks(db, maintenanceDb, peopleCount);
  const ledger = createLedger(db);
  await Promise.all(ids.map((id) => ledger.postTogether(payment(house(), available(id), 10n ** 15n))));
  await ledger.close();
  // A plan made for an empty table reads all of it, analyzed or not.
  for (let count = 0; count < peopleCount; count += 1) {
    await postByFunction(db.pool, peerTransfer([count, (count + 1) % peopleCount]));
  }
  await maintenanceDb.pool.query('analyze');
  return { db, maintenanceDb, people };
}

async function signIn(db: Database, people: readonly BenchPerson[]): Promise<void> {
  await db.pool.query(
    `update app_user set email_verified_at = now(), address = person.address
       from unnest($1::uuid[], $2::text[]) as person (id, address) where app_user.id = person.id`,
    [people.map(({ id }) => id), people.map(({ address }) => address)],
  );
  await db.pool.query(
    `insert into session (id, user_id, token_hash, is_remembered, idle_expires_at, absolute_expires_at, user_agent,
                          network_address)
     select id, id, token_hash, true, now() + interval '1 day', now() + interval '1 day', '', ''
       from unnest($1::uuid[], $2::bytea[]) as person (id, token_hash)`,
    [people.map(({ id }) => id), people.map(({ token }) => createHash('sha256').update(token).digest())],
  );
}

async function knowRecipients(db: Database, people: readonly BenchPerson[]): Promise<void> {
  await db.pool.query(
    `insert into paid_recipient (user_id, address, first_paid_at, is_proved)
     select payer.id, paid.address, now() - interval '2 days', true
       from unnest($1::uuid[]) with ordinality as payer (id, position), generate_series(1, $3) as step
       join unnest($2::text[]) with ordinality as paid (address, position) on true
      where (payer.position - 1 + step) % $4 = paid.position - 1`,
    [people.map(({ id }) => id), people.map(({ address }) => address), knownRecipientsCount, people.length],
  );
}

/** Good for an hour, all of the same two currencies, so that all trades meet. */
export async function offerQuotes(
  db: Database,
  people: readonly BenchPerson[],
  count: number,
): Promise<BenchQuote[]> {
  const quotes = Array.from({ length: count }, (_none, index) => {
    const person = people[index % people.length];
    if (person === undefined) throw new Error('there are too few people');
    return { id: uuidv7(), person };
  });
  await db.pool.query(
    `insert into quote (id, user_id, type, from_asset, from_amount, fee, to_asset, to_amount, rate_base, rate_scaled,
                        from_price_scaled_usd, from_price_source, from_price_as_of,
                        to_price_scaled_usd, to_price_source, to_price_as_of, usd_value, spread_bps, asked_side, created_at,
                        expires_at)
     select id, user_id, 'EXCHANGE', 'MRCY', 100, 1, 'BTC', 1, 'MRCY', 1, 1, 'operator', now(), 1, 'pretend', now(), 0,
            0, 'from', now(), now() + interval '1 hour'
       from unnest($1::uuid[], $2::uuid[]) as offered (id, user_id)`,
    [quotes.map(({ id }) => id), quotes.map(({ person }) => person.id)],
  );
  return quotes.map(({ id, person }) => ({
    id,
    token: person.token,
    fromAmount: '0.00000100',
    toAmount: '0.00000001',
  }));
}

/** Answers with one message once it is ready. */
export function startProcess(file: string, order: object): Promise<{ child: ChildProcess; answer: unknown }> {
  const child = fork(new URL(file, import.meta.url));
  child.send(order);
  return new Promise((resolve, reject) => {
    child.once('message', (answer) => resolve({ child, answer }));
    child.once('exit', (code) => reject(new Error(`${file} ended with code ${code}`)));
  });
}

export async function endProcess(child: ChildProcess): Promise<void> {
  child.removeAllListeners('exit');
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
