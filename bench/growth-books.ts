import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import type { BenchPerson } from './http-world.ts';

/** From the number of a person: a made-up UUID, version 8 (RFC 9562, 5.8). */
function idOf(number: string): string {
  return `overlay(overlay(md5(${number}::text) placing '8' from 13) placing 'a' from 17)::uuid`;
}

/**
 * As if everybody had paid their neighbour once a round: versions and balances follow from the round alone. The rows are those of
 * the ledger, written without triggers: ten million entries one by one would take hours.
 */
export async function fillGrownBooks(
  connectionString: string,
  { personCount, roundCount }: { personCount: number; roundCount: number },
): Promise<void> {
  const client = new pg.Client({ connectionString });
  // The query fails with the reason; the connection's end adds nothing.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`set session_replication_role = replica; set statement_timeout = 0`);
  await client.query(
    `insert into app_user (id, username, email, name, password_hash, address, locale, email_verified_at)
     select ${idOf('n')}, 'user' || n, 'u' || n || '@example.test', 'Somebody', '$argon2id$none', 'mrcy1' || md5(n::text), 'en', now()
       from generate_series(0, $1::integer - 1) n`,
    [personCount],
  );
  await client.query(
    `insert into account (id, owner_id, asset, kind, balance, version) overriding system value
     select n + 1, ${idOf('n')}, 'MRCY', 'available', 1000, 1 + 2 * $2::integer
       from generate_series(0, $1::integer - 1) n`,
    [personCount, roundCount],
  );
  await client.query(
    `insert into account (id, owner_id, asset, kind) overriding system value
     values ($1::integer + 1, null, 'MRCY', 'rail_clearing')`,
    [personCount],
  );
  for (let round = 0; round < roundCount; round += 1) await writeRound(client, { personCount, round });
  await client.query('analyze');
  await client.query('checkpoint');
  await client.end();
}

async function writeRound(
  client: pg.Client,
  { personCount, round }: { personCount: number; round: number },
): Promise<void> {
  // One statement, so that all tables have the same transfers. Ids rise with time, as the ledger's do.
  await client.query(
    `with payment as materialized (
       select n as payer, (n + 1) % $1 as payee, uuidv7() as id, uuidv7() as payer_row, uuidv7() as payee_row
         from generate_series(0, $1::integer - 1) n
     ), written as (
       insert into transfer (id, kind) select id, 'transfer' from payment
     ), entered as (
       insert into entry (transfer_id, line, account_id, asset, amount, balance_after, account_version)
       select id, 1, payer + 1, 'MRCY', -1, 999, 2 + 2 * $2::integer from payment
       union all
       select id, 2, payee + 1, 'MRCY', 1, 1000, 3 + 2 * $2::integer from payment
     )
     insert into wallet_transaction (
       id, user_id, type, asset, amount, direction, status, state, counterparty, transfer_id, completed_at, timeline
     )
     select payer_row, ${idOf('payer')}, 'TRANSFER', 'MRCY', 1, 'out', 'COMPLETED', 'completed',
            'mrcy1' || md5(payee::text), id, now(), '[{"state": "completed", "at": "2026-01-31T12:00:00.000Z"}]'::jsonb
       from payment
     union all
     select payee_row, ${idOf('payee')}, 'TRANSFER', 'MRCY', 1, 'in', 'COMPLETED', 'completed',
            'mrcy1' || md5(payer::text), id, now(), '[{"state": "completed", "at": "2026-01-31T12:00:00.000Z"}]'::jsonb
       from payment`,
    [personCount, round],
  );
}

/** Sessions for so many people, spread over all of them. */
export async function signInSome(connectionString: string, count: number): Promise<BenchPerson[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ id: string; address: string }>(
    'select id, address from app_user where email_verified_at is not null order by id limit $1',
    [count],
  );
  const people = rows.map(({ id, address }) => ({
    id,
    address,
    token: randomBytes(32).toString('base64url'),
  }));
  await client.query(
    `insert into session (id, user_id, token_hash, is_remembered, idle_expires_at, absolute_expires_at, user_agent,
                          network_address)
     select id, id, token_hash, true, now() + interval '1 day', now() + interval '1 day', '', ''
       from unnest($1::uuid[], $2::bytea[]) as person (id, token_hash)`,
    [people.map(({ id }) => id), people.map(({ token }) => createHash('sha256').update(token).digest())],
  );
  await client.end();
  return people;
}
