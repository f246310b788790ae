import { createHash } from 'node:crypto';
import pg from 'pg';

/** Asks one statement with its values and answers the rows. */
export type Ask = (text: string, values: unknown[]) => Promise<unknown[]>;

type Client = Pick<pg.ClientBase, 'query'>;

/** Asks by statements that are read and planned each time. */
export function askUnprepared(client: Client): Ask {
  return async (text, values) => (await client.query<Record<string, unknown>>(text, values)).rows;
}

/**
 * For the few statements where each microsecond counts: each connection prepares them once. The texts are constants, and
 * stay prepared as long as their connection.
 *
 * A pooler between us and the database may lend a session for one transaction only and know nothing of what was prepared
 * on it (pgbouncer before 1.21 in transaction mode). What is refused for that was not run: it is asked again, and from
 * then on all as any other statement. Inside a transaction that the refusal would end, ask unprepared.
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

/** Made of the text, so that a session that a pooler lends to two versions of a program knows their statements apart. */
function nameOf(text: string): string {
  return `mercury_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}

/** invalid_sql_statement_name: it is not there; duplicate_prepared_statement: it is there already. */
function isAboutPreparing(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '26000' || error.code === '42P05');
}
