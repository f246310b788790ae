import type { securityEventActors, SecurityEventKind } from '@mercury/contract/api/security.ts';
import Bowser from 'bowser';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import { networkAddressLengthMax, type Origin } from '../../http/caller.ts';
import { publishWithCommit } from '../../realtime/publisher.ts';

export interface SecurityIncident {
  readonly kind: SecurityEventKind;
  readonly actor: (typeof securityEventActors)[number];
  /** Absent if the event came from no network: from the operator's command or the product itself. */
  readonly origin?: Origin;
}

/** Stand in the list of events only. All others are told by mail and in the app. */
export const untoldKinds = [
  'signed_in',
  'second_factor_failed',
  'signed_out',
  'session_ended',
  'other_sessions_ended',
  'email_verified',
  'password_reset_asked',
  'staff_looked',
] as const satisfies readonly SecurityEventKind[];
type UntoldKind = (typeof untoldKinds)[number];
export type ToldKind = Exclude<SecurityEventKind, UntoldKind>;

/** Call it in the transaction of the event itself. */
export async function recordSecurityEvent(
  trx: Transaction,
  userId: string,
  { kind, actor, origin }: SecurityIncident,
): Promise<void> {
  await trx.client.query(
    `insert into security_event (id, user_id, kind, actor, user_agent, network_address)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      uuidv7(),
      userId,
      kind,
      actor,
      origin?.userAgent ?? '',
      (origin?.networkAddress ?? '').slice(0, networkAddressLengthMax),
    ],
  );
  if (isTold(kind)) await publishWithCommit(trx, [{ userId, topics: ['notices'] }]);
}

function isTold(kind: SecurityEventKind): kind is ToldKind {
  return untoldKinds.every((untold) => untold !== kind);
}

/** Changes to who can get into an account. A thief may have made them: money that leaves is held back for a day. */
export const protectionChanges: readonly SecurityEventKind[] = [
  'password_reset',
  'email_changed',
  'email_change_undone',
  'two_factor_enabled',
  'two_factor_disabled',
  'two_factor_renewed',
];

/** For example "Chrome · Linux"; empty if the browser did not say. */
export function deviceNameOf(userAgent: string): string {
  // The library throws on an empty text.
  if (userAgent === '') return '';
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter((name) => name !== undefined && name !== '').join(' · ');
}
