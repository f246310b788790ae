import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createLoader } from '../../db/data-loader.ts';
import type { Database } from '../../db/database.ts';
import type { Row } from '../../db/rows.ts';
import type { SecretBox } from '../../encryption.ts';
import type { FindKey, KeyCaller } from '../../http/caller.ts';
import { isInNetworks } from '../../http/network-address.ts';
import type { Services } from '../../services.ts';
import { createNobodysPublicKey, isSignedBy, kindOfSignature, type KeyMaterial } from './signature.ts';

type KeyRow = Pick<
  Row<'api_key'>,
  'id' | 'user_id' | 'kind' | 'public_key' | 'secret_sealed' | 'scopes' | 'allowed_networks'
> & {
  readonly position: number;
  readonly is_expired: boolean;
  readonly is_email_verified: boolean;
  readonly needs_refresh: boolean;
};

// Every call of a program runs this: prepared once by each connection, and answered by two unique indexes.
const findStatement = {
  name: 'find-api-key',
  text: `
    select
      asked.position::integer, api_key.id, api_key.user_id, api_key.kind, api_key.public_key, api_key.secret_sealed,
      api_key.scopes, api_key.allowed_networks,
      coalesce(api_key.expires_at <= now(), false) as is_expired,
      app_user.email_verified_at is not null as is_email_verified,
      api_key.last_used_at is null or api_key.last_used_at < now() - interval '1 minute' as needs_refresh
    from unnest($1::uuid[]) with ordinality as asked (id, position)
    -- OFFSET 0 keeps it a lookup for each.
    cross join lateral (select * from api_key where api_key.id = asked.id offset 0) api_key
    cross join lateral (select * from app_user where app_user.id = api_key.user_id offset 0) app_user
    where app_user.deleted_at is null and not is_frozen(app_user.frozen_at, app_user.unfreezes_at)`,
};

/**
 * Finds who signed a call. Nothing is cached, so a key that has ended opens nothing from then on. An unknown key costs the same
 * work as a known one, and gets the same answer as a wrong signature.
 */
export function createKeyFinder({ db, secretBox }: Pick<Services, 'db' | 'secretBox'>): FindKey {
  const loadRow = createLoader((ids: readonly string[]) => findRows(db, ids));
  const nobody = {
    kind: 'hmac' as const,
    id: 'nobody',
    public_key: createNobodysPublicKey(),
    secret_sealed: secretBox.seal(randomBytes(32), secretPurpose('nobody')),
  };
  return async ({ keyId, message, signature, networkAddress }) => {
    const kind = kindOfSignature(signature);
    const found = await loadRow(keyId);
    const row = found?.kind === kind ? found : undefined;
    const material = materialOf(secretBox, { ...(row ?? nobody), kind });
    if (!isSignedBy(material, { message, signature }) || row === undefined) return undefined;
    const refusal = refusalOf(row, networkAddress);
    if (refusal === undefined && row.needs_refresh) await refresh(db, row.id).catch(unlessDiskIsFull);
    return {
      session: {
        id: row.id,
        userId: row.user_id,
        isEmailVerified: row.is_email_verified,
        isProved: false,
        isProgram: true,
      },
      scopes: row.scopes,
      refusal,
    };
  };
}

/** The secret opens for its own key only. */
export const secretPurpose = (keyId: string): string => `api key ${keyId}`;

async function findRows(db: Database, ids: readonly string[]): Promise<(KeyRow | undefined)[]> {
  const { rows } = await db.pool.query<KeyRow>({ ...findStatement, values: [ids] });
  const found = new Map(rows.map((row) => [row.position, row]));
  return ids.map((_id, index) => found.get(index + 1));
}

function materialOf(
  secretBox: SecretBox,
  { id, kind, public_key, secret_sealed }: Pick<KeyRow, 'id' | 'kind' | 'public_key' | 'secret_sealed'>,
): KeyMaterial {
  if (kind === 'ed25519' && public_key !== null) return { kind, publicKey: public_key };
  if (kind === 'hmac' && secret_sealed !== null) {
    return { kind, secret: secretBox.unseal(secret_sealed, secretPurpose(id)) };
  }
  throw new Error(`the key ${id} lacks what its kind needs, which the database refuses`);
}

/** Told to a caller who has just shown that the key is theirs. */
function refusalOf({ is_expired, allowed_networks }: KeyRow, networkAddress: string): KeyCaller['refusal'] {
  if (is_expired) return 'ApiKeyExpired';
  const isAllowed = allowed_networks.length === 0 || isInNetworks(networkAddress, allowed_networks);
  return isAllowed ? undefined : 'NetworkNotAllowed';
}

/** A full disk can't record the use, but must not fail a call that only reads. */
function unlessDiskIsFull(error: unknown): void {
  if (!(error instanceof pg.DatabaseError && error.code === '53100')) throw error;
}

/** At most once a minute, or every read would cost a write. */
async function refresh(db: Database, keyId: string): Promise<void> {
  await db.pool.query(
    `update api_key set last_used_at = now()
     where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
    [keyId],
  );
}
