import type { SecurityEventKind } from '@mercury/contract/api/security.ts';
import type { Logger } from 'pino';
import type { Database, Transaction } from '../../db/database.ts';
import type { Origin } from '../../http/caller.ts';
import { securityParameters } from '../../security-parameters.ts';
import type { UserRow } from '../person/person.ts';
import { tellPerson } from './tell-person.ts';

/** Actions that a thief would take. They are never refused: the person is told, and the operator sees them. */
export const unusualKinds = [
  'withdrawal_from_new_network',
  'many_new_recipients',
  'many_wrong_codes',
] as const satisfies readonly SecurityEventKind[];
export type UnusualKind = (typeof unusualKinds)[number];

interface UnusualIncident {
  readonly kind: UnusualKind;
  readonly origin: Origin;
}

/**
 * Tells of an unusual event in the event's own transaction, once a day per kind. The caller holds the account's row lock, so
 * only one of two concurrent calls tells. Returns the told kind, to log after the commit.
 */
export async function tellUnusual(
  trx: Transaction,
  user: UserRow,
  { kind, origin }: UnusualIncident,
): Promise<UnusualKind | undefined> {
  if (await wasTold(trx, user.id, kind)) return undefined;
  await tellPerson(trx, user, { kind, actor: 'person', origin });
  return kind;
}

export async function wasTold(trx: Transaction, userId: string, kind: UnusualKind): Promise<boolean> {
  const { rowCount } = await trx.client.query(
    `select from security_event
     where user_id = $1 and kind = $2 and created_at > now() - make_interval(hours => $3) limit 1`,
    [userId, kind, securityParameters.unusual.toldEveryHours],
  );
  return rowCount !== 0;
}

/** Call it after the commit, with the kind that the transaction told. */
export function logUnusual(log: Logger, userId: string, told: UnusualKind | undefined): void {
  if (told !== undefined)
    log.warn({ part: 'security', userId, unusual: told }, 'something unusual on an account');
}

export interface ListedUnusual {
  readonly at: Date;
  readonly username: string;
  readonly kind: UnusualKind;
  readonly network_address: string;
  /** The unusual withdrawal, or the last of the unusual transfers. */
  readonly withdrawal_id: string | null;
  readonly transaction_id: string | null;
}

// An operator can look through this many.
const listedMax = 50;

/** An event is written in the transaction of its cause, so both have the same timestamp, to the microsecond. */
export async function listUnusual({ pool }: Database): Promise<readonly ListedUnusual[]> {
  const { rows } = await pool.query<ListedUnusual>(
    `select event.created_at as at, username, kind, network_address,
            (select withdrawal.id from withdrawal
              where kind = 'withdrawal_from_new_network'
                and withdrawal.user_id = event.user_id and withdrawal.created_at = event.created_at) as withdrawal_id,
            (select sent.id from wallet_transaction sent
              where kind = 'many_new_recipients' and sent.type = 'TRANSFER' and sent.direction = 'out'
                and sent.user_id = event.user_id and sent.created_at = event.created_at) as transaction_id
     from (
       select * from security_event where kind = any ($1) order by created_at desc, id desc limit $2
     ) event
     join app_user on app_user.id = event.user_id
     order by event.created_at desc, event.id desc`,
    [unusualKinds, listedMax],
  );
  return rows;
}
