import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Database, Transaction } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import type { IdempotencyKey, PostingOutcome, Receipt } from './types.ts';

type Connection = Pick<pg.Pool, 'query'>;

/**
 * Names one intent of a person. The same key in another call is another intent; the same key with another input is refused.
 * `input` is the request without fields that only authenticate (a code) or that change with every try.
 */
export function idempotencyKey(asked: {
  ownerId: string;
  call: string;
  key: string;
  input: Readonly<Record<string, unknown>>;
}): IdempotencyKey {
  const { ownerId, call, key, input } = asked;
  // Sorted: the order of the JSON fields does not matter.
  const fields = Object.entries(input).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([call, fields]))
    .digest('hex');
  return { ownerId, key: `${call} ${key}`, fingerprint };
}

/**
 * Runs `effect` once per key and stores its reply in the same transaction; a repeat gets the stored reply. Callers with the same
 * key are serialized. Without a key the effect simply runs.
 * The reply is stored as JSON, and `read` turns it back into a reply.
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
 * The stored reply of a key; undefined if the key is new. For a command that must know early, because it requires something (a
 * code) that a repeat need not bring.
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

/** @throws DomainError IdempotencyKeyReused if the key was used with another input. */
export function replyTo({ fingerprint }: IdempotencyKey, stored: StoredReply): unknown {
  if (stored.fingerprint !== fingerprint) throw new DomainError('IdempotencyKeyReused');
  return stored.reply;
}

/** Call it in the transaction of the effect. */
export async function storeReply(trx: Transaction, key: IdempotencyKey, reply: object): Promise<void> {
  await storeReplies(trx, [{ key, reply }]);
}

/** Call it in the transaction of the effects. */
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
 * The earlier outcome of a posting's key: the stored reply is its receipt. Undefined if the key is new.
 * @throws DomainError IdempotencyKeyReused
 */
export async function findRepeat(
  connection: Connection,
  key: IdempotencyKey,
): Promise<(PostingOutcome & { isPosted: true }) | undefined> {
  const stored = await findReply(connection, key);
  // The posting function stored it in this shape.
  return stored === undefined ? undefined : { isPosted: true, isRepeat: true, receipt: stored as Receipt };
}

/** Forgets the keys of a person who leaves: the stored replies name them. */
export async function forgetRepliesTo({ client }: Transaction, ownerId: string): Promise<void> {
  await client.query('delete from idempotency where owner_id = $1', [ownerId]);
}

/** Forgets older keys. Their effects stay, but a repeat would then run again. */
export async function forgetIdempotencyKeys({ pool }: Database, keptMs: number): Promise<void> {
  await pool.query('delete from idempotency where created_at < now() - make_interval(secs => $1)', [
    keptMs / 1000,
  ]);
}
