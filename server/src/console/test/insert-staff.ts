import { v7 as uuidv7 } from 'uuid';
import type { Config } from '../../config.ts';
import { inTransaction, type Database } from '../../db/database.ts';
import { openSecretBox } from '../../encryption.ts';
import { createTotpSecret, presentTotpSecret } from '../../identity/factors/totp.ts';
import { hashPassword } from '../../identity/secrets/password.ts';
import { staffTotpPurpose } from '../staff/codes.ts';
import { startStaffSession } from '../staff/sessions.ts';

export interface StaffPerson {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly secretKey: string;
  /** Of a session that has just shown both factors. */
  readonly token: string;
}

const password = 'Correct-Horse-7';
let passwordHash: Promise<string> | undefined;

/** Writes what an accepted invitation would. */
export async function insertStaff(
  { db, config }: { readonly db: Database; readonly config: Config },
  { role, name }: { role: string; name: string },
): Promise<StaffPerson> {
  const secretBox = await openSecretBox(config, db);
  const id = uuidv7();
  const email = `${name.replaceAll(' ', '.').toLowerCase()}.${id.slice(-6)}@staff.example`;
  const secret = createTotpSecret();
  await db.pool.query(
    `insert into staff_member (id, email, name, role, locale, password_hash, secret_sealed)
     values ($1, $2, $3, $4, 'en', $5, $6)`,
    [
      id,
      email,
      name,
      role,
      await (passwordHash ??= hashPassword(password)),
      secretBox.seal(secret, staffTotpPurpose(id)),
    ],
  );
  const { token } = await inTransaction(db, (trx) =>
    startStaffSession(trx, { staffId: id, origin: { networkAddress: '127.0.0.1', userAgent: '' } }),
  );
  return { id, email, password, secretKey: presentTotpSecret(secret, email).secretKey, token };
}
