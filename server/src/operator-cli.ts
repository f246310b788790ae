/**
 * `npm run operator -- <command> <account>`: what an operator does to an account, beside a running server or alone.
 * Ends with 0 when it is done, 1 when it can't be, 2 when it was not understood.
 */
import type { SecurityEvent } from '@mercury/contract/api/security.ts';
import { readConfig } from './config.ts';
import { closeDatabase, openDatabase, type Database } from './db/database.ts';
import { shareStore } from './db/open-store.ts';
import { freezeByOperator, unfreezeByOperator } from './features/security/freeze-by-operator.ts';
import { listSecurityEvents } from './features/security/list-events.ts';
import { removeTwoFactorByOperator } from './features/security/remove-two-factor-by-operator.ts';
import { findUserByUsername, findVerifiedUserByEmail, type UserRow } from './features/users/find-user.ts';

const usage = `npm run operator -- <command> <account>

  help                         this text
  freeze <account>             ends every session; nobody signs in until you unfreeze it
  unfreeze <account>           opens it again, whoever froze it
  remove-two-factor <account>  for somebody who lost app and recovery codes; be sure who it is
  events <account>             the newest 20 of what happened to how it is protected

<account> is a username, or an email that its person has verified.
`;

/** What can't be done, in a line for whoever asked for it. */
class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** Each answers what to print. */
const commands: Readonly<Record<string, (db: Database, user: UserRow) => Promise<string>>> = {
  async freeze(db, user) {
    const isNews = await freezeByOperator(db, user.id);
    return isNews ? `${user.username} is frozen` : `${user.username} was frozen already`;
  },
  async unfreeze(db, user) {
    if (await unfreezeByOperator(db, user.id)) return `${user.username} is open again`;
    throw new RefusedError(`${user.username} is not frozen`);
  },
  async 'remove-two-factor'(db, user) {
    if (await removeTwoFactorByOperator(db, user.id)) return `${user.username} signs in without a code now`;
    throw new RefusedError(`${user.username} has no two-factor authentication`);
  },
  async events(db, user) {
    const { events } = await listSecurityEvents(db, { userId: user.id, cursor: undefined });
    return events.length === 0 ? 'Nothing has happened yet' : tableOf(events);
  },
};

const [name = 'help', account, ...surplus] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (name === 'help' && account === undefined) {
  process.stdout.write(usage);
} else if (command === undefined || account === undefined || surplus.length > 0) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  try {
    process.stdout.write(`${await onDatabase(async (db) => command(db, await findAccount(db, account)))}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

async function onDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
  const { dataDir, databaseUrl } = readConfig(process.env);
  const store = await shareStore({ dataDir, databaseUrl });
  const db = openDatabase({ connectionString: store.connectionString, connectionsMax: 1 });
  try {
    return await work(db);
  } finally {
    await closeDatabase(db);
    await store.close();
  }
}

async function findAccount({ kysely }: Database, account: string): Promise<UserRow> {
  const user = account.includes('@')
    ? await findVerifiedUserByEmail(kysely, account)
    : await findUserByUsername(kysely, account);
  if (user !== undefined) return user;
  throw new RefusedError(`There is no account ${JSON.stringify(account)}`);
}

/** Plain columns, newest first, for a terminal and for programs that read lines. */
function tableOf(events: readonly SecurityEvent[]): string {
  const rows = [
    ['time (UTC)', 'event', 'by', 'address', 'device'],
    ...events.map(({ at, kind, actor, networkAddress, device }) => [at, kind, actor, networkAddress, device]),
  ].map((cells) => cells.map(printable));
  const widths = (rows[0] ?? []).map((_cell, column) =>
    Math.max(...rows.map((cells) => (cells[column] ?? '').length)),
  );
  return rows
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** What a browser calls itself is anybody's text; a terminal obeys control characters. */
function printable(text: string): string {
  const shown = text.replaceAll(/[^\P{C}]/gu, '?');
  return shown === '' ? '-' : shown;
}
