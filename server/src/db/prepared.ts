import { createHash } from 'node:crypto';
import pg from 'pg';

export type Ask = (text: string, values: unknown[]) => Promise<unknown[]>;

type Client = Pick<pg.ClientBase, 'query'>;

/** Runs statements that the server parses and plans each time. */
export function askUnprepared(client: Client): Ask {
  return async (text, values) => (await client.query<Record<string, unknown>>(text, values)).rows;
}

/**
 * For the few statements where each microsecond counts: each connection prepares them once. The texts are constants and stay
 * prepared for the life of the connection.
 *
 * A pooler between us and the database may lend a session for one transaction only, without knowing our prepared statements
 * (pgbouncer before 1.21 in transaction mode). A statement refused for this reason has not run: it runs again unprepared, as do
 * all later ones. Inside a transaction that the refusal would abort, use `askUnprepared`.
 */
export function createPreparedStatements(): (client: Client) => Ask {
  const names = new Map<string, string>();
  let canPrepare = true;

  return (client) => {
    const unprepared = askUnprepared(client);
    return async (text, values) => {
      if (!canPrepare) return unprepared(text, values);
      let name = names.get(text);
      if (name === undefined) {
        name = nameOf(text);
        names.set(text, name);
      }
      try {
        return (await client.query<Record<string, unknown>>({ name, text, values })).rows;
      } catch (error) {
        if (!isAboutPreparing(error)) throw error;
        canPrepare = false;
        return unprepared(text, values);
      }
    };
  };
}

/** Derived from the text: a pooler may lend one session to two versions of the program. */
function nameOf(text: string): string {
  return `mercury_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}

/** invalid_sql_statement_name: the statement is missing; duplicate_prepared_statement: it exists already. */
function isAboutPreparing(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '26000' || error.code === '42P05');
}
