import type pg from 'pg';
import type { Transaction } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import type { RequestContext } from '../../http/caller.ts';
import { createToken, hashToken } from '../secrets/tokens.ts';

type DeviceContext = Pick<RequestContext, 'deviceToken' | 'keepDevice'>;

/** Whether this browser signed in to one of the accounts before. Queries even without accounts, to take as long. */
export async function isKnownDevice(
  connection: Pick<pg.Pool, 'query'>,
  userIds: readonly string[],
  { deviceToken }: Pick<RequestContext, 'deviceToken'>,
): Promise<boolean> {
  if (deviceToken === undefined) return false;
  const { rowCount } = await connection.query(
    'select from known_device where user_id = any($1::uuid[]) and token_hash = $2 limit 1',
    [userIds, hashToken(deviceToken)],
  );
  return rowCount === 1;
}

/**
 * This browser gets a new token: a stolen copy of its old token is unknown too. Its other accounts see it as a new one.
 */
export async function rememberOnlyThisDevice(
  trx: Transaction,
  userId: string,
  { keepDevice }: Pick<RequestContext, 'keepDevice'>,
): Promise<void> {
  await trx.client.query('delete from known_device where user_id = $1', [userId]);
  await rememberDevice(trx, userId, { deviceToken: undefined, keepDevice });
}

/** Returns false if this browser was known already. A browser has one token for all its accounts. */
export async function rememberDevice(
  trx: Transaction,
  userId: string,
  context: DeviceContext,
): Promise<boolean> {
  const token = context.deviceToken ?? createToken();
  context.keepDevice(token);
  return one(
    await trx.client.query<{ is_new: boolean }>(
      // xmax is 0 in a row that this statement inserted.
      `insert into known_device (user_id, token_hash) values ($1, $2)
     on conflict (user_id, token_hash) do update set last_used_at = now()
     returning xmax = 0 as is_new`,
      [userId, hashToken(token)],
    ),
  ).is_new;
}
