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
export async function findReply(connection: Connection, key: IdempotencyKey): Promise<unknown> {
  const [kept] = await findKeptReplies(connection, [key]);
  return kept && replyTo(key, kept);
}

/** What a key was stored with. */
export interface KeptReply {
  readonly fingerprint: string;
  readonly reply: unknown;
}

/** For each key, in order, what it was stored with; undefined where it is new. */
export async function findKeptReplies(
  connection: Connection,
  keys: readonly IdempotencyKey[],
): Promise<(KeptReply | undefined)[]> {
  const { rows } = await connection.query<KeptReply & { position: number }>(
    `select asked.position::integer, fingerprint, reply
       from unnest($1::uuid[], $2::text[]) with ordinality as asked (owner_id, key, position)
       join idempotency using (owner_id, key)`,
    [keys.map(({ ownerId }) => ownerId), keys.map(({ key }) => key)],
  );
  const found = new Map(rows.map((row) => [row.position, row]));
  return keys.map((_key, index) => found.get(index + 1));
}

/** @throws DomainError IdempotencyKeyReused: the key stands for another input. */
export function replyTo({ fingerprint }: IdempotencyKey, kept: KeptReply): unknown {
  if (kept.fingerprint !== fingerprint) throw new DomainError('IdempotencyKeyReused');
  return kept.reply;
}

/** Stores the reply of a key in the transaction of its effect. */
export async function keepReply(trx: Transaction, key: IdempotencyKey, reply: object): Promise<void> {
  await keepReplies(trx, [{ key, reply }]);
}

/** Stores the replies of keys in the transaction of their effects. */
export async function keepReplies(
  { client }: Transaction,
  kept: readonly { readonly key: IdempotencyKey; readonly reply: object }[],
): Promise<void> {
  await client.query(
    `insert into idempotency (owner_id, key, fingerprint, reply)
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::json[])`,
    [
      kept.map(({ key }) => key.ownerId),
      kept.map(({ key }) => key.key),
      kept.map(({ key }) => key.fingerprint),
      kept.map(({ reply }) => JSON.stringify(reply)),
    ],
  );
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
