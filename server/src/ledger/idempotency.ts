import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Database, Transaction } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import type { IdempotencyKey, PostingOutcome, Receipt } from './types.ts';

type Connection = Pick<pg.Pool, 'query'>;

/**
 * Names one intent of a person. The same key in another call is another intent; the same key with another input is refused.
 * `input` is what was asked for, without what only says who asks (a code) or is another at every try.
 */
export function idempotencyKey(asked: {
  ownerId: string;
  call: string;
  key: string;
  input: Readonly<Record<string, unknown>>;
}): IdempotencyKey {
  const { ownerId, call, key, input } = asked;
  // The same input, however its JSON was written.
  const fields = Object.entries(input).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([call, fields]))
    .digest('hex');
  return { ownerId, key: `${call} ${key}`, fingerprint };
}

/**
 * Runs `effect` once for a key and stores its reply in the same transaction; a repeat is answered with the stored reply.
 * Callers with the same key take turns. Without a key the effect simply runs.
 * A reply is stored as JSON, and `read` makes a reply of it.
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
  await keepReply(trx, key, reply);
  return { reply, isRepeat: false };
}

/**
 * The stored reply of a key; undefined where the key is new. For a command that has to know early, because it asks for
 * something (a code) that a repeat need not bring.
 * @throws DomainError IdempotencyKeyReused
 */
export async function findReply(
  connection: Connection,
  { ownerId, key, fingerprint }: IdempotencyKey,
): Promise<unknown> {
  const { rows } = await connection.query<{ fingerprint: string; reply: unknown }>(
    'select fingerprint, reply from idempotency where owner_id = $1 and key = $2',
    [ownerId, key],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  if (row.fingerprint !== fingerprint) throw new DomainError('IdempotencyKeyReused');
  return row.reply;
}

/** Stores the reply of a key in the transaction of its effect. */
export async function keepReply(
  { client }: Transaction,
  { ownerId, key, fingerprint }: IdempotencyKey,
  reply: object,
): Promise<void> {
  await client.query('insert into idempotency (owner_id, key, fingerprint, reply) values ($1, $2, $3, $4)', [
    ownerId,
    key,
    fingerprint,
    JSON.stringify(reply),
  ]);
}

/**
 * What a posting's key was answered with before: its receipt is the stored reply. Undefined where the key is new.
 * @throws DomainError IdempotencyKeyReused
 */
export async function findRepeat(
  connection: Connection,
  key: IdempotencyKey,
): Promise<(PostingOutcome & { isPosted: true }) | undefined> {
  const stored = await findReply(connection, key);
  // The posting function stored it, in this shape.
  return stored === undefined ? undefined : { isPosted: true, isRepeat: true, receipt: stored as Receipt };
}

/** Forgets the keys of somebody who leaves: the stored replies name them. */
export async function forgetRepliesTo({ client }: Transaction, ownerId: string): Promise<void> {
  await client.query('delete from idempotency where owner_id = $1', [ownerId]);
}

/** Forgets keys that are older; what they did stays, but a repeat would then be done anew. */
export async function forgetIdempotencyKeys({ pool }: Database, keptMs: number): Promise<void> {
  await pool.query('delete from idempotency where created_at < now() - make_interval(secs => $1)', [
    keptMs / 1000,
  ]);
}
