import { limits } from '@mercury/contract/limits.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import { networkAddressLengthMax, type Origin } from '../../http/caller.ts';
import { securityParameters } from '../../security-parameters.ts';
import { lockRow } from '../person/locks.ts';
import { createToken, hashToken } from '../secrets/tokens.ts';

const sessionsMax = securityParameters.session.perAccountMax;

export interface NewSession {
  readonly userId: string;
  readonly isRemembered: boolean;
  readonly context: Origin;
  /** Its person has just shown a password, a code or a passkey. */
  readonly isProved?: boolean;
  /** It was opened with a recovery code. */
  readonly canRenewTwoFactor?: boolean;
}

/** Returns the token, which is stored nowhere. Beyond ten sessions the oldest ends. */
export async function startSession(trx: Transaction, session: NewSession): Promise<string> {
  const { userId, isRemembered, context } = session;
  // Sign-ins of one person take turns: concurrent ones would each see the one free place.
  await lockRow(trx, userId);
  await trx.client.query(
    `delete from session
     where user_id = $1 and (
       idle_expires_at <= now() or absolute_expires_at <= now()
       or id in (
         select id from session
         where user_id = $1 and idle_expires_at > now() and absolute_expires_at > now()
         order by created_at desc, id desc
         offset $2
       )
     )`,
    [userId, sessionsMax - 1],
  );
  const token = createToken();
  await trx.client.query(
    `insert into session (
       id, user_id, token_hash, is_remembered, idle_expires_at, absolute_expires_at, user_agent, network_address,
       proved_at, renews_two_factor_until
     ) values (
       $1, $2, $3, $4, now() + make_interval(mins => $5), now() + make_interval(mins => $6), $7, $8,
       case when $9 then now() end, case when $10 then now() + make_interval(secs => $11) end
     )`,
    [
      uuidv7(),
      userId,
      hashToken(token),
      isRemembered,
      idleMinutesOf(isRemembered),
      absoluteMinutesOf(isRemembered),
      context.userAgent,
      context.networkAddress.slice(0, networkAddressLengthMax),
      session.isProved ?? false,
      session.canRenewTwoFactor ?? false,
      limits.twoFactorRenewalMs / 1000,
    ],
  );
  return token;
}

const { idleMinutes, absoluteMinutes } = securityParameters.session;

export function idleMinutesOf(isRemembered: boolean): number {
  return isRemembered ? idleMinutes.remembered : idleMinutes.plain;
}

function absoluteMinutesOf(isRemembered: boolean): number {
  return isRemembered ? absoluteMinutes.remembered : absoluteMinutes.plain;
}
