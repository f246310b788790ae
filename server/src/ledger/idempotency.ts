import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Database, Transaction } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import type { IdempotencyKey, PostingOutcome, Receipt } from './types.ts';

type Connection = Pick<pg.Pool, 'query'>;

/**
 * One intent of a person: the same key in another call is another intent, and with another input it is refused. `input` has no
 * fields that only authenticate (a code) or change with every try.
 */
export function idempotencyKey(asked: {
  ownerId: string;
  call: string;
  key: string;
  input: Readonly<Record<string, unknown>>;
}): IdempotencyKey {
  const { ownerId, call, key, input } = asked;
  // The order of JSON fields does not matter.
  const fields = Object.entries(input).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([call, fields]))
    .digest('hex');
  return { ownerId, key: `${call} ${key}`, fingerprint };
}

/**
 * Runs `effect` once per key and stores its reply in the same transaction. Callers with the same key take turns. Without a key
 * the effect simply runs. `read` turns the stored JSON back into a reply.
 * @throws DomainError IdempotencyKeyReused
 */
export async function once<Reply extends object>(
  trx: Transaction,
  key: IdempotencyKey | undefined,
  { effect, read }: { effect: () => Promise<Reply>; read: (stored: unknown) => Reply },
): Promise<{ reply: Reply; isRepeat: boolean }> {
  if (key === undefined) return { reply: await effect(), isRepeat: false };
  await trx.client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `${key.ownerId} ${key.key}`,
  ]);
  const stored = await findReply(trx.client, key);
  if (stored !== undefined) return { reply: read(stored), isRepeat: true };
  const reply = await effect();
  await storeReply(trx, key, reply);
  return { reply, isRepeat: false };
}

/**
 * For a command that requires something (a code) which a repeat need not bring. Undefined for a new key.
 * @throws DomainError IdempotencyKeyReused
 */
export async function findReply(connection: Connection, key: IdempotencyKey): Promise<unknown> {
  const [stored] = await findStoredReplies(connection, [key]);
  return stored && replyTo(key, stored);
}

export interface StoredReply {
  readonly fingerprint: string;
  readonly reply: unknown;
}

/** SQL expression of a StoredReply or null, so that an existing query can include it. */
export function storedReply(ownerId: string, key: string): string {
  return `(select json_build_object('fingerprint', fingerprint, 'reply', reply)
             from idempotency where owner_id = ${ownerId} and key = ${key})`;
}

/** In the order of the keys; undefined for a new key. */
export async function findStoredReplies(
  connection: Connection,
  keys: readonly IdempotencyKey[],
): Promise<(StoredReply | undefined)[]> {
  const { rows } = await connection.query<StoredReply & { position: number }>(
    `select asked.position::integer, fingerprint, reply
       from unnest($1::uuid[], $2::text[]) with ordinality as asked (owner_id, key, position)
       join idempotency using (owner_id, key)`,
    [keys.map(({ ownerId }) => ownerId), keys.map(({ key }) => key)],
  );
  const found = new Map(rows.map((row) => [row.position, row]));
  return keys.map((_key, index) => found.get(index + 1));
}

/** @throws DomainError IdempotencyKeyReused if the input was another one. */
export function replyTo({ fingerprint }: IdempotencyKey, stored: StoredReply): unknown {
  if (stored.fingerprint !== fingerprint) throw new DomainError('IdempotencyKeyReused');
  return stored.reply;
}

/** In the transaction of the effect. */
export async function storeReply(trx: Transaction, key: IdempotencyKey, reply: object): Promise<void> {
  await storeReplies(trx, [{ key, reply }]);
}

/** In the transaction of the effects. */
export async function storeReplies(
  { client }: Transaction,
  replies: readonly { readonly key: IdempotencyKey; readonly reply: object }[],
): Promise<void> {
  await client.query(
    `insert into idempotency (owner_id, key, fingerprint, reply)
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::json[])`,
    [
      replies.map(({ key }) => key.ownerId),
      replies.map(({ key }) => key.key),
      replies.map(({ key }) => key.fingerprint),
      replies.map(({ reply }) => JSON.stringify(reply)),
    ],
  );
}

/**
 * The stored reply is the posting's receipt. Undefined for a new key.
 * @throws DomainError IdempotencyKeyReused
 */
export async function findRepeat(
  connection: Connection,
  key: IdempotencyKey,
): Promise<(PostingOutcome & { isPosted: true }) | undefined> {
  const stored = await findReply(connection, key);
  return stored === undefined ? undefined : { isPosted: true, isRepeat: true, receipt: stored as Receipt };
}

/** The stored replies name the person. */
export async function forgetRepliesTo({ client }: Transaction, ownerId: string): Promise<void> {
  await client.query('delete from idempotency where owner_id = $1', [ownerId]);
}

/** Their effects stay, but a repeat would run again. */
export async function forgetIdempotencyKeys({ pool }: Database, keptMs: number): Promise<void> {
  await pool.query('delete from idempotency where created_at < now() - make_interval(secs => $1)', [
    keptMs / 1000,
  ]);
}
