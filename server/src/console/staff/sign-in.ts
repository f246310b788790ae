import type { PasskeyAssertion } from '@mercury/contract/api/passkeys.ts';
import { appendEntry } from '../../audit/append-entry.ts';
import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Origin } from '../../http/caller.ts';
import { withMinimumResponseTime } from '../../identity/email/email-privacy.ts';
import { countPasswordTry, forgetPasswordTries } from '../../identity/secrets/password-throttle.ts';
import { verifyPassword } from '../../identity/secrets/password.ts';
import { securityParameters } from '../../security-parameters.ts';
import type { Services } from '../../services.ts';
import { spendStaffCode } from './codes.ts';
import { lockMember, type StaffRow } from './members.ts';
import { identifyByPasskey, noteStaffPasskeyUse } from './passkeys.ts';
import { actorOf, startStaffSession } from './sessions.ts';

export interface StaffCredentials {
  readonly email: string;
  readonly password: string;
  readonly twoFactorCode: string;
}

/**
 * Both factors at once: the refusal does not say which was wrong, or whether the email is anybody's.
 * @returns the session's token
 * @throws DomainError InvalidCredentials, RateLimitExceeded, Busy
 */
export async function signInWithPassword(
  services: Pick<Services, 'db' | 'config' | 'secretBox'>,
  { email, password, twoFactorCode }: StaffCredentials,
  origin: Origin,
): Promise<string> {
  const { db, config } = services;
  // No browser is known: whoever is elsewhere slows all tries at this email, and a passkey is not slowed.
  const tried = { name: `staff ${email}`, networkAddress: origin.networkAddress, isKnownDevice: false };
  await countPasswordTry(db, tried, config.rateLimitFactor);
  // A member's refusal is recorded, which takes time; a stranger's is not.
  return withMinimumResponseTime(securityParameters.minimumResponseTimeMs.staffSignIn, async () => {
    const member = await findMemberByEmail(db, email);
    const isRight =
      (await verifyPassword(member?.password_hash ?? undefined, password)) &&
      member !== undefined &&
      (await isCodeRight(services, { staffId: member.id, code: twoFactorCode }));
    if (!isRight) {
      if (member !== undefined) await recordRefusal(db, member, origin);
      throw new DomainError('InvalidCredentials');
    }
    const shown = {
      staffId: member.id,
      passwordHash: member.password_hash,
      origin,
      way: 'password',
    } as const;
    const token = await inTransaction(db, (trx) => completeSignIn(trx, shown));
    await forgetPasswordTries(db, tried);
    return token;
  });
}

/** Also false while codes are blocked: only a right password gets this far, and the refusal must not say that it was. */
async function isCodeRight(
  { db, secretBox }: Pick<Services, 'db' | 'secretBox'>,
  shown: { staffId: string; code: string },
): Promise<boolean> {
  try {
    return await spendStaffCode(db.pool, secretBox, shown);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'RateLimitExceeded') return false;
    throw error;
  }
}

/** @throws DomainError InvalidCredentials */
export async function signInWithPasskey(
  { db, site }: { db: Database; site: { readonly publicUrl: URL } },
  shown: { challengeToken: string; credential: PasskeyAssertion },
  origin: Origin,
): Promise<string> {
  const known = await identifyByPasskey(db, site, shown);
  if (known === undefined) throw new DomainError('InvalidCredentials');
  return inTransaction(db, async (trx) => {
    const token = await completeSignIn(trx, { staffId: known.staffId, origin, way: 'passkey' });
    if (!(await noteStaffPasskeyUse(trx, known.verified))) throw new DomainError('InvalidCredentials');
    return token;
  });
}

async function findMemberByEmail({ kysely }: Database, email: string): Promise<StaffRow | undefined> {
  return kysely
    .selectFrom('staff_member')
    .selectAll()
    .where((where) => where(where.fn('lower', ['email']), '=', email.toLowerCase()))
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

interface ShownFactors {
  readonly staffId: string;
  /** The one that was right. Another since then opens nothing. */
  readonly passwordHash?: string | null;
  readonly origin: Origin;
  readonly way: 'password' | 'passkey';
}

async function completeSignIn(
  trx: Transaction,
  { staffId, passwordHash, origin, way }: ShownFactors,
): Promise<string> {
  const member = await lockMember(trx, staffId);
  const isAsShown = member && (passwordHash === undefined || member.password_hash === passwordHash);
  if (!isAsShown) throw new DomainError('InvalidCredentials');
  const { token, sessionId } = await startStaffSession(trx, { staffId, origin });
  await appendEntry(trx, {
    actor: actorOf({ staffId, id: sessionId, email: member.email, role: member.role }, origin),
    action: 'session.start',
    subject: { kind: 'staff', id: staffId },
    after: { way },
  });
  return token;
}

/** So that its owner and an auditor see tries at an account. The caller learns nothing. */
async function recordRefusal(
  db: Database,
  { id, email }: StaffRow,
  { networkAddress }: Origin,
): Promise<void> {
  await inTransaction(db, (trx) =>
    appendEntry(trx, {
      actor: { kind: 'unproved', email, networkAddress },
      action: 'session.refused',
      subject: { kind: 'staff', id },
    }),
  );
}
