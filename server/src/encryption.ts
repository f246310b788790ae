import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, type Config } from './config.ts';
import type { Database } from './db/database.ts';

/** For secrets that must be read again. Passwords and tokens are only compared. */
export interface SecretBox {
  /** Whose secret and what for: it opens only for the purpose that sealed it. */
  seal(secret: Buffer, purpose: string): Buffer;
  /** @throws Error if the key or purpose differs, or the sealed secret was changed */
  unseal(sealed: Buffer, purpose: string): Buffer;
  /** 32 bytes by HMAC-SHA-256, different for each purpose. They reveal nothing of the key. */
  deriveKey(purpose: string): Buffer;
}

const keyBytes = 32;
// NIST SP 800-38D: 96 bits for the nonce, 128 for the tag.
const nonceBytes = 12;
const tagBytes = 16;
const algorithm = 'aes-256-gcm';

/** AES-256-GCM. A sealed secret is nonce, tag and ciphertext, in this order. */
export function createSecretBox(encryptionKey: Buffer): SecretBox {
  return {
    seal(secret, purpose) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, encryptionKey, nonce, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(purpose));
      const hidden = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), hidden]);
    },
    unseal(sealed, purpose) {
      const nonce = sealed.subarray(0, nonceBytes);
      const decipher = createDecipheriv(algorithm, encryptionKey, nonce, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(purpose));
      decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
      return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
    },
    deriveKey: (purpose) => createHmac('sha256', encryptionKey).update(`derived ${purpose}`).digest(),
  };
}

/**
 * ENCRYPTION_KEY, else the key in the data folder. The database remembers which one: a process with another does not start.
 * @throws ConfigError
 */
export async function openSecretBox(config: Config, db: Database): Promise<SecretBox> {
  const encryptionKey = config.encryptionKey ?? (await readOrMakeKey(join(config.dataDir, 'encryption-key')));
  const fingerprint = createHmac('sha256', encryptionKey).update('fingerprint').digest();
  await db.pool.query('insert into encryption_key (fingerprint) values ($1) on conflict do nothing', [
    fingerprint,
  ]);
  const known = await db.kysely.selectFrom('encryption_key').select('fingerprint').executeTakeFirstOrThrow();
  if (!known.fingerprint.equals(fingerprint)) {
    throw new ConfigError(
      'ENCRYPTION_KEY is not the one that this database was made with (without it, the file encryption-key in DATA_DIR)',
    );
  }
  return createSecretBox(encryptionKey);
}

/** Processes that start together agree: the first to link the file has made the key. */
async function readOrMakeKey(path: string): Promise<Buffer> {
  const candidate = `${path}.${randomBytes(8).toString('hex')}`;
  await writeFile(candidate, `${randomBytes(keyBytes).toString('hex')}\n`, { mode: 0o600, flush: true });
  try {
    await link(candidate, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await unlink(candidate);
  }
  const encryptionKey = Buffer.from((await readFile(path, 'utf8')).trim(), 'hex');
  if (encryptionKey.length !== keyBytes) throw new ConfigError(`the file ${path} holds no key of 32 bytes`);
  return encryptionKey;
}
