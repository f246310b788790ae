import type { Selectable } from 'kysely';
import type { Schema } from './schema.ts';

export type Row<Table extends keyof Schema> = Readonly<Selectable<Schema[Table]>>;

interface Answer<AnswerRow> {
  readonly command: string;
  readonly fields: readonly { readonly name: string }[];
  readonly rows: readonly AnswerRow[];
}

/** The row of a statement that always returns exactly one. Kysely's name for this is `executeTakeFirstOrThrow`. */
export function one<AnswerRow>(answer: Answer<AnswerRow>): AnswerRow {
  const row = maybeOne(answer);
  if (row === undefined) throw new Error(`${nameOf(answer)} answered no row`);
  return row;
}

/** The row of a statement that returns at most one, for example by a key. Kysely's name for this is `executeTakeFirst`. */
export function maybeOne<AnswerRow>(answer: Answer<AnswerRow>): AnswerRow | undefined {
  const { rows } = answer;
  if (rows.length > 1) throw new Error(`${nameOf(answer)} answered ${rows.length} rows instead of one`);
  return rows[0];
}

function nameOf({ command, fields }: Answer<unknown>): string {
  return `${command} of ${fields.map(({ name }) => name).join(', ')}`;
}
