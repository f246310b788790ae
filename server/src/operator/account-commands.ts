import { inTransaction, type Database } from '../db/database.ts';
import { features } from '../features/features.ts';
import { freezeByOperator, unfreezeByOperator, type ByOperator } from '../identity/account/freeze.ts';
import { listSecurityEvents } from '../identity/events/list-events.ts';
import { recordLook } from '../identity/events/record-look.ts';
import { listUnusual, type ListedUnusual } from '../identity/events/unusual.ts';
import { removeTwoFactorByOperator } from '../identity/factors/turn-off-two-factor.ts';
import { findUserByUsername, findVerifiedUserByEmail, type UserRow } from '../identity/person/person.ts';
import { type OperatorCommand, type OperatorCommands, RefusedError, tableOf } from './command.ts';

export const accountCommands: OperatorCommands = {
  freeze: actOnAccount(
    'ends every session; nobody signs in until you unfreeze it',
    async ({ db, user, ...act }) => {
      const isNews = await freezeByOperator({ db, accountParts: features }, act);
      return isNews ? `${user.username} is frozen` : `${user.username} was frozen already`;
    },
  ),
  unfreeze: actOnAccount('opens it again, whoever froze it', async ({ db, user, ...act }) => {
    if (await unfreezeByOperator(db, act)) return `${user.username} is open again`;
    throw new RefusedError(`${user.username} is not frozen`);
  }),
  'remove-two-factor': actOnAccount(
    'for somebody who lost app and recovery codes; be sure who it is',
    async ({ db, user, ...act }) => {
      if (await removeTwoFactorByOperator(db, act)) return `${user.username} signs in without a code now`;
      throw new RefusedError(`${user.username} has no two-factor authentication`);
    },
  ),
  events: actOnAccount(
    'the newest 20 of what happened to how it is protected; the person sees that you looked',
    async ({ db, user, actor, reason }) => {
      const { events } = await listSecurityEvents(db, { userId: user.id, cursor: undefined });
      await inTransaction(db, (trx) => recordLook(trx, user, { actor, reason }));
      if (events.length === 0) return 'Nothing has happened yet';
      return tableOf(
        ['time (UTC)', 'event', 'by', 'address', 'device'],
        events.map((event) => [event.at, event.kind, event.actor, event.networkAddress, event.device]),
      );
    },
  ),
  unusual: {
    parameters: [],
    help: 'the newest 50 of what was told as unusual, on any account',
    run: async ({ db }) => {
      const rows = await listUnusual(db);
      if (rows.length === 0) return 'Nothing unusual has happened';
      return tableOf(
        ['time (UTC)', 'account', 'event', 'address', 'about'],
        rows.map((row) => [row.at.toISOString(), row.username, row.kind, row.network_address, aboutOf(row)]),
      );
    },
  },
};

function aboutOf({ withdrawal_id, transaction_id }: ListedUnusual): string {
  if (withdrawal_id !== null) return `withdrawal ${withdrawal_id}`;
  return transaction_id === null ? '' : `transaction ${transaction_id}`;
}

interface ActOnAccount extends ByOperator {
  readonly db: Database;
  readonly user: UserRow;
}

/** The reason is optional, and kept in the audit log. */
function actOnAccount(help: string, run: (act: ActOnAccount) => Promise<string>): OperatorCommand {
  return {
    parameters: ['<account>', '[reason...]'],
    help,
    run: async ({ db, operator }, [account = '', reason]) => {
      const user = await findAccount(db, account);
      const actor = { kind: 'operator', name: operator } as const;
      return run({ db, user, userId: user.id, actor, reason });
    },
  };
}

/** @throws RefusedError */
export async function findAccount({ kysely }: Database, account: string): Promise<UserRow> {
  const user = account.includes('@')
    ? await findVerifiedUserByEmail(kysely, account)
    : await findUserByUsername(kysely, account);
  if (user !== undefined) return user;
  throw new RefusedError(`There is no account ${JSON.stringify(account)}`);
}
