import type pg from 'pg';
import type { Database } from '../server/src/db/database.ts';
import { postgresRoles } from '../server/src/db/embedded-postgres.ts';

/**
 * What we measure ourselves against: the two usual ways to post a transfer on PostgreSQL, on tables of the same shape
 * with the same foreign keys and an idempotency key each, but without the rules that our database enforces itself.
 */
const PEER_SCHEMA_SQL = `
  create table peer.account (
    id bigint primary key, asset text not null, balance numeric(38, 0) not null check (balance >= 0),
    version bigint not null default 0, unique (id, asset)
  ) with (fillfactor = 60);
  create table peer.transfer (id uuid primary key, kind text not null, created_at timestamptz not null default now());
  create table peer.entry (
    transfer_id uuid not null references peer.transfer (id), line integer not null, account_id bigint not null,
    asset text not null, amount numeric(38, 0) not null check (amount <> 0), balance_after numeric(38, 0) not null,
    account_version bigint not null, primary key (transfer_id, line), unique (account_id, account_version),
    foreign key (account_id, asset) references peer.account (id, asset)
  );
  create table peer.idempotency (
    owner_id bigint not null, key text not null, fingerprint text not null, transfer_id uuid not null,
    created_at timestamptz not null default now(), primary key (owner_id, key)
  );
  create function peer.post(
    transfer_id uuid, from_id bigint, to_id bigint, amount numeric, key text, fingerprint text
  ) returns text language plpgsql as $$
  declare
    from_balance numeric; from_version bigint; to_balance numeric; to_version bigint; kept text;
  begin
    perform from peer.account where id in (from_id, to_id) order by id for no key update;
    select idempotency.fingerprint into kept from peer.idempotency
      where owner_id = from_id and idempotency.key = post.key;
    if found then return case when kept = post.fingerprint then 'repeat' else 'reused' end; end if;
    update peer.account a set balance = a.balance - post.amount, version = a.version + 1
      where id = from_id and a.balance >= post.amount returning a.balance, a.version into from_balance, from_version;
    if not found then return 'insufficient'; end if;
    update peer.account a set balance = a.balance + post.amount, version = a.version + 1
      where id = to_id returning a.balance, a.version into to_balance, to_version;
    insert into peer.transfer (id, kind) values (post.transfer_id, 'transfer');
    insert into peer.entry values
      (post.transfer_id, 1, from_id, 'MRCY', -post.amount, from_balance, from_version),
      (post.transfer_id, 2, to_id, 'MRCY', post.amount, to_balance, to_version);
    insert into peer.idempotency (owner_id, key, fingerprint, transfer_id)
      values (from_id, post.key, post.fingerprint, post.transfer_id);
    return 'posted';
  end $$;
`;

/** The peer's books belong to the role that serves, and have as many accounts with money. */
export async function makePeerBooks(
  db: Database,
  maintenanceDb: Database,
  accountCount: number,
): Promise<void> {
  await maintenanceDb.pool.query(`create schema peer authorization ${postgresRoles.application}`);
  await db.pool.query(PEER_SCHEMA_SQL);
  await db.pool.query(
    `insert into peer.account select n, 'MRCY', 1e15 from generate_series(1, ${accountCount}) as n`,
  );
}

export interface PeerTransfer {
  readonly transferId: string;
  readonly fromId: number;
  readonly toId: number;
  readonly amount: bigint;
  readonly key: string;
}

const FINGERPRINT = 'f'.repeat(32);

/** One SQL function a call, each its own commit; prepared by name, which is the fastest that a driver offers. */
export async function postByFunction(pool: pg.Pool, transfer: PeerTransfer): Promise<string> {
  const { rows } = await pool.query<{ outcome: string }>({
    name: 'peer-post',
    text: 'select peer.post($1, $2, $3, $4, $5, $6) as outcome',
    values: [transfer.transferId, transfer.fromId, transfer.toId, transfer.amount, transfer.key, FINGERPRINT],
  });
  return rows[0]?.outcome ?? 'nothing';
}

/** Five round trips: begin, lock and read, move the balances, write the books, commit. */
export async function postByRoundTrips(pool: pg.Pool, transfer: PeerTransfer): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ id: bigint; balance: bigint; version: bigint; is_used: boolean }>({
      name: 'peer-lock',
      text: `select id, balance, version,
               exists (select from peer.idempotency where owner_id = $3 and key = $4) as is_used
             from peer.account where id = any ($1::bigint[]) and $2 > 0 order by id for no key update`,
      values: [`{${transfer.fromId},${transfer.toId}}`, transfer.amount, transfer.fromId, transfer.key],
    });
    const from = rows.find(({ id }) => id === BigInt(transfer.fromId));
    const to = rows.find(({ id }) => id === BigInt(transfer.toId));
    if (!from || !to || from.is_used || from.balance < transfer.amount) {
      await client.query('rollback');
      return 'insufficient';
    }
    await client.query({
      name: 'peer-move',
      text: `update peer.account set version = version + 1,
               balance = balance + case when id = $1 then -$3::numeric else $3::numeric end
             where id in ($1, $2)`,
      values: [transfer.fromId, transfer.toId, transfer.amount],
    });
    await client.query({
      name: 'peer-write',
      text: `with t as (insert into peer.transfer (id, kind) values ($1, 'transfer')),
               k as (insert into peer.idempotency (owner_id, key, fingerprint, transfer_id) values ($2, $9, $10, $1))
             insert into peer.entry values
               ($1, 1, $2, 'MRCY', -$4::numeric, $5, $7), ($1, 2, $3, 'MRCY', $4, $6, $8)`,
      values: [
        transfer.transferId,
        transfer.fromId,
        transfer.toId,
        transfer.amount,
        from.balance - transfer.amount,
        to.balance + transfer.amount,
        from.version + 1n,
        to.version + 1n,
        transfer.key,
        FINGERPRINT,
      ],
    });
    await client.query('commit');
    return 'posted';
  } finally {
    client.release();
  }
}
