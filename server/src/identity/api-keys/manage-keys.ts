import { randomUUID } from 'node:crypto';
import type { ApiKey, createApiKey as createEndpoint } from '@mercury/contract/api/api-keys.ts';
import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import { limits } from '@mercury/contract/limits.ts';
import type { ValidationKey } from '@mercury/contract/validation.ts';
import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import { maybeOne, one, type Row } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import type { Origin, Session } from '../../http/caller.ts';
import { readNetwork } from '../../http/network-address.ts';
import type { Services } from '../../services.ts';
import { tellPerson } from '../events/tell-person.ts';
import { lockCaller } from '../person/locks.ts';
import { createToken } from '../secrets/tokens.ts';
import { secretPurpose } from './find-key.ts';
import { readPublicKey } from './signature.ts';

type KeyRow = Row<'api_key'>;

export async function listKeys(db: Database, userId: string): Promise<ApiKey[]> {
  const { rows } = await db.pool.query<KeyRow>(
    'select * from api_key where user_id = $1 order by created_at desc, id',
    [userId],
  );
  return rows.map(presentKey);
}

function presentKey(row: KeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    scopes: row.scopes,
    allowedNetworks: row.allowed_networks,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}

interface CreatedKey {
  readonly key: ApiKey;
  /** Shown once: it is stored sealed only. */
  readonly secret: string | undefined;
}

/** @throws DomainError ValidationFailed, TwoFactorNotEnabled, TooManyApiKeys */
export async function createKey(
  { db, events, secretBox }: Pick<Services, 'db' | 'events' | 'secretBox'>,
  session: Session,
  { input, origin }: { input: BodyOf<typeof createEndpoint>; origin: Origin },
): Promise<CreatedKey> {
  const publicKey = input.publicKey === undefined ? null : requirePublicKey(input.publicKey);
  const networks = requireNetworks(input.allowedNetworks ?? []);
  const scopes = [...new Set(input.scopes)];
  const id = randomUUID();
  const secret = input.kind === 'hmac' ? createToken() : undefined;
  const sealed = secret === undefined ? null : secretBox.seal(Buffer.from(secret), secretPurpose(id));
  const row = await inTransaction(db, async (trx) => {
    const user = await lockCaller(trx, session);
    // The proof of this call was its code: with two-factor on nothing else is taken.
    if (scopes.includes('withdraw') && user.two_factor_enabled_at === null) {
      throw new DomainError('TwoFactorNotEnabled');
    }
    await refuseTooMany(trx, user.id);
    const created = one(
      await trx.client.query<KeyRow>(
        `insert into api_key (id, user_id, name, kind, public_key, secret_sealed, scopes, allowed_networks, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8,
                 case when cardinality($8::text[]) = 0 then now() + make_interval(secs => $9) end)
         returning *`,
        [id, user.id, input.name, input.kind, publicKey, sealed, scopes, networks, lifetimeSeconds],
      ),
    );
    await tellPerson(trx, user, { kind: 'api_key_created', actor: 'person', origin });
    return created;
  });
  events.publish([{ userId: session.userId, topics: ['account'] }]);
  return { key: presentKey(row), secret };
}

const lifetimeSeconds = limits.apiKeyLifetimeMs / 1000;

/** A key that ran out still stands in the list, but counts for nothing. */
async function refuseTooMany(trx: Transaction, userId: string): Promise<void> {
  const { rowCount } = await trx.client.query(
    'select from api_key where user_id = $1 and (expires_at is null or expires_at > now())',
    [userId],
  );
  if ((rowCount ?? 0) >= limits.apiKeysMax) throw new DomainError('TooManyApiKeys');
}

function requirePublicKey(pem: string): Buffer {
  return readPublicKey(pem) ?? refuseField('publicKey', 'invalidPublicKey');
}

function requireNetworks(texts: readonly string[]): string[] {
  const networks = texts.map((text) => readNetwork(text) ?? refuseField('allowedNetworks', 'invalidNetwork'));
  return [...new Set(networks)];
}

function refuseField(field: string, key: ValidationKey): never {
  throw new DomainError('ValidationFailed', { fieldErrors: [{ field, key }] });
}

/**
 * From now on, for as long as a new key. A key with an allow-list needs none and stays as it is.
 * @throws DomainError NotFound, also for a key that has run out
 */
export async function renewKey(
  { db, events }: Pick<Services, 'db' | 'events'>,
  session: Session,
  { keyId, origin }: { keyId: string; origin: Origin },
): Promise<ApiKey> {
  const row = await inTransaction(db, async (trx) => {
    const user = await lockCaller(trx, session);
    const renewed = maybeOne(
      await trx.client.query<KeyRow>(
        `update api_key
         set expires_at = case when expires_at is not null then now() + make_interval(secs => $3) end
         where id = $1 and user_id = $2 and (expires_at is null or expires_at > now())
         returning *`,
        [keyId, user.id, lifetimeSeconds],
      ),
    );
    if (renewed === undefined) throw new DomainError('NotFound');
    await tellPerson(trx, user, { kind: 'api_key_renewed', actor: 'person', origin });
    return renewed;
  });
  events.publish([{ userId: session.userId, topics: ['account'] }]);
  return presentKey(row);
}

/** @throws DomainError NotFound */
export async function endKey(
  { db, events }: Pick<Services, 'db' | 'events'>,
  session: Session,
  { keyId, origin }: { keyId: string; origin: Origin },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const user = await lockCaller(trx, session);
    const { rowCount } = await trx.client.query('delete from api_key where id = $1 and user_id = $2', [
      keyId,
      user.id,
    ]);
    if (rowCount !== 1) throw new DomainError('NotFound');
    await tellPerson(trx, user, { kind: 'api_key_ended', actor: 'person', origin });
  });
  events.publish([{ userId: session.userId, topics: ['account'] }]);
}
