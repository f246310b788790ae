import type { securityEventActors, SecurityEventKind } from '@mercury/contract/api/security.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import { networkAddressLengthMax, type Origin } from '../../http/caller.ts';

export interface SecurityIncident {
  readonly kind: SecurityEventKind;
  readonly actor: (typeof securityEventActors)[number];
  /** None where it came from no network: the operator's command, or the product itself. */
  readonly origin?: Origin;
}

/** Writes what happened into the account's history, in the transaction in which it happens. */
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
}
