import type { AccountPart } from '../../account-part.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { maybeOne } from '../../db/rows.ts';
import { lockBalances } from '../../ledger/ledger.ts';
import type { SessionsEndedEvent } from '../../realtime/publisher.ts';
import { securityParameters } from '../../security-parameters.ts';
import type { Services } from '../../services.ts';
import { forgetPerson } from '../person/forget-person.ts';
import { lockEmail, lockRow } from '../person/locks.ts';
import { findUserByUsername } from '../person/person.ts';
import { keptName } from '../person/public-name.ts';
import { endSessions } from '../sessions/end-sessions.ts';

type ForgettingServices = Pick<Services, 'accountParts' | 'db' | 'events'>;
type Unproved = { readonly id: string; readonly email: string };

const forgottenAtOnceMax = 1000;

/** SQL: not proved within $1 hours. An account that the operator froze stays. */
const isOver = `
  email_verified_at is null and deleted_at is null and frozen_by is distinct from 'operator'
  and created_at <= now() - make_interval(hours => $1)`;

/** SQL: an account that ever got money stays, because the sender must have meant it. It loses its name all the same. */
function hasNothing(accountParts: readonly AccountPart[]): string {
  const tables = accountParts.flatMap(({ moneyTables = {} }) => Object.entries(moneyTables));
  return [
    'not exists (select from account where owner_id = app_user.id and balance <> 0)',
    ...tables.map(([table, person]) => `not exists (select from ${table} where ${person} = app_user.id)`),
  ].join(' and ');
}

/** For the hourly sweep: an unproved account keeps its name and waits for its proof for a day at most. */
export async function forgetAllUnproved(services: ForgettingServices): Promise<void> {
  const { rows } = await services.db.pool.query<Unproved>(
    `select id, email from app_user
      where ${isOver} and (username <> ${keptName('app_user')} or (${hasNothing(services.accountParts)})) order by id limit $2`,
    [securityParameters.unprovedAccountHours, forgottenAtOnceMax],
  );
  const failures: unknown[] = [];
  for (const account of rows) {
    // A failure on one account must not keep another account's name taken.
    await forgetUnproved(services, account).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0)
    throw new AggregateError(failures, 'accounts that nobody proved can’t be forgotten');
}

/** For a registration that comes before the sweep. */
export async function freeUsername(services: ForgettingServices, username: string): Promise<void> {
  const holder = await findUserByUsername(services.db.kysely, username);
  if (holder !== undefined && holder.email_verified_at === null) await forgetUnproved(services, holder);
}

/** In its own transaction: a registration holds another email's lock, and two of them could deadlock. */
async function forgetUnproved(
  { db, events, accountParts }: ForgettingServices,
  account: Unproved,
): Promise<void> {
  const ended = await inTransaction(db, (trx) => forgetIfOver(trx, accountParts, account));
  if (ended !== undefined) events.publish([ended]);
}

/** Frees the account's name. Undefined if the account itself stays. */
async function forgetIfOver(
  trx: Transaction,
  accountParts: readonly AccountPart[],
  { id, email }: Unproved,
): Promise<SessionsEndedEvent | undefined> {
  // After both locks: a concurrent proof holds the email's, a payment the account's balances.
  await lockEmail(trx, email);
  await lockRow(trx, id);
  await lockBalances(trx, { userIds: [id] });
  const over = maybeOne(
    await trx.client.query<{ has_nothing: boolean }>(
      `update app_user set username = ${keptName('app_user')} where ${isOver} and id = $2
     returning (${hasNothing(accountParts)}) as has_nothing`,
      [securityParameters.unprovedAccountHours, id],
    ),
  );
  if (over?.has_nothing !== true) return undefined;
  const ended = await endSessions(trx, { userId: id, reason: null });
  await forgetPerson(trx, accountParts, id);
  return ended;
}
