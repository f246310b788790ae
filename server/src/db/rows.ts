import type { Selectable } from 'kysely';
import type { Schema } from './schema.ts';

/** A row of a table as it is read. */
export type Row<Table extends keyof Schema> = Readonly<Selectable<Schema[Table]>>;

/** What the driver answers to a statement. */
interface Answer<AnswerRow> {
  readonly command: string;
  readonly fields: readonly { readonly name: string }[];
  readonly rows: readonly AnswerRow[];
}

/** The row of a statement that answers exactly one, whatever the tables hold. Kysely's word for it is `executeTakeFirstOrThrow`. */
export function one<AnswerRow>(answer: Answer<AnswerRow>): AnswerRow {
  const row = maybeOne(answer);
  if (row === undefined) throw new Error(`${nameOf(answer)} answered no row`);
  return row;
}

/** The row of a statement that finds one at most, as by a key. Kysely's word for it is `executeTakeFirst`. */
export function maybeOne<AnswerRow>(answer: Answer<AnswerRow>): AnswerRow | undefined {
  const { rows } = answer;
  if (rows.length > 1) throw new Error(`${nameOf(answer)} answered ${rows.length} rows instead of one`);
  return rows[0];
}

function nameOf({ command, fields }: Answer<unknown>): string {
  return `${command} of ${fields.map(({ name }) => name).join(', ')}`;
}
