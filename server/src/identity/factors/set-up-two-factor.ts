import { inTransaction, type Transaction } from '../../db/database.ts';
import { maybeOne } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import type { Origin, Session } from '../../http/caller.ts';
import { securityParameters } from '../../security-parameters.ts';
import type { Services } from '../../services.ts';
import { tellPerson } from '../events/tell-person.ts';
import { lockCaller } from '../person/locks.ts';
import { getUser, type UserRow } from '../person/person.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { countTry, totpPurpose } from './check-code.ts';
import { checkPassword } from './check-proof.ts';
import { createRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import { createTotpSecret, findTotpStep, presentTotpSecret } from './totp.ts';

/**
 * The secret counts once a code of it is verified. A session that asks again before that gets the same one, so that a reload leaves
 * no dead entry in an app; another session's set-up replaces it. With two-factor on, only a session opened with a recovery code may
 * call this: its person has lost the secret.
 * @throws DomainError WrongPassword, TwoFactorAlreadyEnabled, RateLimitExceeded, Busy
 */
export async function setUpTwoFactor(
  services: Pick<Services, 'db' | 'config' | 'secretBox'>,
  session: Session,
  { password, origin }: { password: string; origin: Origin },
): Promise<{ secretKey: string; qrCodeUrl: string }> {
  const { db, secretBox } = services;
  await checkPassword(services, await getUser(db.kysely, session.userId), { password, origin });
  return inTransaction(db, async (trx) => {
    const user = await lockCaller(trx, session);
    const isLost = (await findRenewal(trx, session)) === 'in time';
    if (user.two_factor_enabled_at !== null && !isLost) throw new DomainError('TwoFactorAlreadyEnabled');
    const shown = await keepPendingSecret(trx, session);
    if (shown) return presentTotpSecret(secretBox.unseal(shown, totpPurpose(user.id)), user.email);
    const secret = createTotpSecret();
    await trx.client.query(
      `insert into two_factor (user_id, pending_sealed, pending_expires_at, pending_session_id)
       values ($1, $2, now() + make_interval(mins => $3), $4)
       on conflict (user_id) do update
       set pending_sealed = excluded.pending_sealed, pending_expires_at = excluded.pending_expires_at,
           pending_session_id = excluded.pending_session_id`,
      [
        user.id,
        secretBox.seal(secret, totpPurpose(user.id)),
        securityParameters.totp.setUpMinutes,
        session.id,
      ],
    );
    return presentTotpSecret(secret, user.email);
  });
}

/** The sealed secret that this session was shown, if it can still be verified: from now on as long as a new one. */
async function keepPendingSecret(trx: Transaction, session: Session): Promise<Buffer | undefined> {
  const pending = maybeOne(
    await trx.client.query<{ pending_sealed: Buffer }>(
      `update two_factor set pending_expires_at = now() + make_interval(mins => $3)
       where user_id = $1 and pending_session_id = $2 and pending_sealed is not null and pending_expires_at > now()
       returning pending_sealed`,
      [session.userId, session.id, securityParameters.totp.setUpMinutes],
    ),
  );
  return pending?.pending_sealed;
}

/**
 * Also replaces a lost secret. Spends the code. All other sessions end: they have not shown the second factor.
 * @throws DomainError InvalidTwoFactorCode, TwoFactorNotEnabled, RateLimitExceeded, Busy
 */
export async function enableTwoFactor(
  { db, secretBox, events }: Pick<Services, 'db' | 'secretBox' | 'events'>,
  session: Session,
  { code, origin }: { code: string; origin: Origin },
): Promise<{ user: UserRow; recoveryCodes: readonly string[] }> {
  const { userId } = session;
  const { sealed } = await countTry(db, userId, 'pending');
  const step = findTotpStep(secretBox.unseal(sealed, totpPurpose(userId)), code);
  if (step === undefined) throw new DomainError('InvalidTwoFactorCode');
  const recoveryCodes = await createRecoveryCodes();
  const { user, ended } = await inTransaction(db, async (trx) => {
    const before = await lockCaller(trx, session);
    const isOn = before.two_factor_enabled_at !== null;
    const isLost = (await findRenewal(trx, session)) !== undefined;
    // On by another window, or the secret belongs to another session, which may renew.
    if (isOn && !isLost) throw new DomainError('TwoFactorNotEnabled');
    await takePendingSecret(trx, { userId, sealed, step });
    await replaceRecoveryCodes(trx, userId, recoveryCodes.hashes);
    await trx.client.query('update app_user set two_factor_enabled_at = now() where id = $1', [userId]);
    await trx.client.query('update session set renews_two_factor_until = null where id = $1', [session.id]);
    const kind = isOn ? 'two_factor_renewed' : 'two_factor_enabled';
    await tellPerson(trx, before, { kind, actor: 'person', origin });
    return {
      user: await getUser(trx.kysely, userId),
      ended: await endSessions(trx, { userId, exceptId: session.id, reason: 'two_factor_changed' }),
    };
  });
  events.publish([ended, { userId, topics: ['account'] }]);
  return { user, recoveryCodes: recoveryCodes.shown };
}

/** Another call was faster with the code, or another set-up replaced the secret. */
async function takePendingSecret(
  trx: Transaction,
  { userId, sealed, step }: { userId: string; sealed: Buffer; step: number },
): Promise<void> {
  const { rowCount } = await trx.client.query(
    `update two_factor
     set secret_sealed = pending_sealed, last_step = $3, pending_sealed = null, pending_expires_at = null,
         pending_session_id = null, failures = 0, blocked_until = null
     where user_id = $1 and pending_sealed = $2`,
    [userId, sealed, step],
  );
  if (rowCount !== 1) throw new DomainError('InvalidTwoFactorCode');
}

/**
 * Opened with a recovery code, a session may replace the lost factor once. The renewal begins within half an hour, but may end
 * later. Undefined for any other session.
 */
async function findRenewal(trx: Transaction, session: Session): Promise<'in time' | 'late' | undefined> {
  const renewal = maybeOne(
    await trx.client.query<{ is_in_time: boolean }>(
      `select renews_two_factor_until > now() as is_in_time from session
     where id = $1 and renews_two_factor_until is not null`,
      [session.id],
    ),
  );
  if (renewal === undefined) return undefined;
  return renewal.is_in_time ? 'in time' : 'late';
}
