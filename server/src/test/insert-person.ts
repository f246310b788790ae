import { randomBytes } from 'node:crypto';
import type { User } from '@mercury/contract/api/users.ts';
import type { Locale } from '@mercury/contract/locales.ts';
import { addressByteCount, encodeAddress } from '@mercury/contract/money/address.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Config } from '../config.ts';
import { inTransaction, type Database, type Transaction } from '../db/database.ts';
import { openSecretBox } from '../encryption.ts';
import { recordSecurityEvent } from '../identity/events/security-events.ts';
import { totpPurpose } from '../identity/factors/check-code.ts';
import {
  createRecoveryCodes,
  type RecoveryCodes,
  replaceRecoveryCodes,
} from '../identity/factors/recovery-codes.ts';
import { createTotpSecret, presentTotpSecret } from '../identity/factors/totp.ts';
import { getUser, presentUser } from '../identity/person/person.ts';
import { hashPassword } from '../identity/secrets/password.ts';
import { startSession } from '../identity/sessions/start-session.ts';
import { openCustomerAccounts } from '../ledger/ledger.ts';

export interface Registration {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

export interface SignedInPerson extends Registration {
  readonly token: string;
  readonly user: User;
}

export interface PersonToInsert extends Registration {
  readonly locale?: Locale;
  /** True by default: the email is proved. */
  readonly isVerified?: boolean;
  readonly isRemembered?: boolean;
  /** As after a sign-in. The code of a registration gives none. */
  readonly isProved?: boolean;
}

/** Pages that list sessions name this browser. */
export const origin = {
  networkAddress: '127.0.0.1',
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
};

/** A registered, verified and signed-in person, as those calls would leave them. `person.ts` really registers. */
export async function insertPerson(db: Database, person: PersonToInsert): Promise<SignedInPerson> {
  const { username, email, password, isVerified = true, isRemembered = false, isProved = false } = person;
  const passwordHash = await hashOnce(password);
  return inTransaction(db, async (trx) => {
    const userId = uuidv7();
    await trx.client.query(
      `insert into app_user (id, username, email, name, password_hash, address, locale, email_verified_at)
       values ($1, $2, $3, $2, $4, $5, $6, case when $7 then now() end)`,
      [
        userId,
        username,
        email,
        passwordHash,
        encodeAddress(randomBytes(addressByteCount)),
        person.locale ?? 'en',
        isVerified,
      ],
    );
    await openCustomerAccounts(trx, userId, [coinCode]);
    const token = await startSession(trx, { userId, isRemembered, isProved, context: origin });
    await recordBeginning(trx, { userId, isVerified });
    return { username, email, password, token, user: presentUser(await getUser(trx.kysely, userId)) };
  });
}

/** As for anyone who has signed in before: sign-ins on another browser are told by mail. */
async function recordBeginning(
  trx: Transaction,
  { userId, isVerified }: { userId: string; isVerified: boolean },
): Promise<void> {
  if (isVerified) await recordSecurityEvent(trx, userId, { kind: 'email_verified', actor: 'person', origin });
  await recordSecurityEvent(trx, userId, { kind: 'signed_in', actor: 'person', origin });
}

const hashes = new Map<string, Promise<string>>();

/** A hash takes about 40 ms, and nearly all test people share a password. */
function hashOnce(password: string): Promise<string> {
  let hash = hashes.get(password);
  if (hash === undefined) {
    hash = hashPassword(password);
    hashes.set(password, hash);
  }
  return hash;
}

export interface Authenticator {
  readonly secretKey: string;
  readonly recoveryCodes: readonly string[];
}

let recoveryCodesOfAll: Promise<RecoveryCodes> | undefined;

/**
 * As turning it on would leave it, but no session ends and no mail is sent. All share the recovery codes, because hashing ten
 * takes half a second.
 */
export async function insertAuthenticator(
  { db, config }: { db: Database; config: Config },
  user: { id: string; email: string },
): Promise<Authenticator> {
  recoveryCodesOfAll ??= createRecoveryCodes();
  const { shown, hashes } = await recoveryCodesOfAll;
  const secretBox = await openSecretBox(config, db);
  const secret = createTotpSecret();
  await inTransaction(db, async (trx) => {
    await trx.client.query('insert into two_factor (user_id, secret_sealed) values ($1, $2)', [
      user.id,
      secretBox.seal(secret, totpPurpose(user.id)),
    ]);
    await replaceRecoveryCodes(trx, user.id, hashes);
    await trx.client.query('update app_user set two_factor_enabled_at = now() where id = $1', [user.id]);
    await recordSecurityEvent(trx, user.id, { kind: 'two_factor_enabled', actor: 'person' });
  });
  return { secretKey: presentTotpSecret(secret, user.email).secretKey, recoveryCodes: shown };
}
