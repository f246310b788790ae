import type { Database } from '../../db/database.ts';
import { unusualKinds, type UnusualKind } from './unusual.ts';

export interface ListedUnusual {
  readonly at: Date;
  readonly username: string;
  readonly kind: UnusualKind;
  readonly network_address: string;
  /** Of the withdrawal, or of the last transfer, that was unusual. */
  readonly withdrawal_id: string | null;
  readonly transaction_id: string | null;
}

// What an operator can look through.
const listedMax = 50;

/**
 * The newest of what was unusual on any account. It is written in the transaction of what it is about, so that the two have one
 * time, to the microsecond.
 */
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
