import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { byteOrderMark, type Cell, writeCsv, writeLines } from '@mercury/contract/csv.ts';
import type pg from 'pg';
import { inTransaction, type Database, type Transaction } from '../db/database.ts';
import { DomainError } from '../errors.ts';

/** Of what is in memory anyway. */
export function csvOf(records: readonly (readonly Cell[])[]): Readable {
  return Readable.from([writeCsv(records)]);
}

export interface CsvExport<ExportedRow> {
  readonly columns: readonly string[];
  readonly sql: string;
  readonly values: readonly unknown[];
  readonly cellsOf: (row: ExportedRow) => readonly Cell[];
  /** Writes down what leaves the house, before the first line of it does. */
  readonly note: () => Promise<void>;
}

const pageSize = 1000;

// Each has a connection for as long as its reader takes. The others serve everybody else.
const atOnceMax = 4;

// Longer than a browser waits for a file.
const durationMaxMs = 2 * 60_000;

let openCount = 0;

/**
 * The rows of a query as they are at one moment. A page is read once the one before is taken, so a slow reader fills no memory;
 * whoever leaves, or takes too long, gives the connection back. Resolves with the first page read: what fails later breaks the
 * file off.
 * @throws DomainError Busy
 */
export async function streamCsv<ExportedRow extends pg.QueryResultRow>(
  db: Database,
  asked: CsvExport<ExportedRow>,
): Promise<Readable> {
  if (openCount >= atOnceMax) throw new DomainError('Busy');
  openCount += 1;
  const file = new PassThrough();
  // Whoever sends the file hears of an error; before that, nobody would, and the process would end.
  file.on('error', () => undefined);
  const begun = Promise.withResolvers<Readable>();
  const signal = AbortSignal.timeout(durationMaxMs);
  const onBegin = (): void => begun.resolve(file);
  void inTransaction(db, (trx) => pipeline(readPages(trx, asked, onBegin), file, { signal }), {
    isolation: 'repeatable read',
    attemptsMax: 1,
  })
    .catch(begun.reject)
    .finally(() => {
      openCount -= 1;
    });
  return begun.promise;
}

async function* readPages<ExportedRow extends pg.QueryResultRow>(
  { client }: Transaction,
  { columns, sql, values, cellsOf, note }: CsvExport<ExportedRow>,
  onBegin: () => void,
): AsyncGenerator<string> {
  await client.query(`declare exported no scroll cursor for ${sql}`, [...values]);
  const readPage = async () => (await client.query<ExportedRow>(`fetch ${pageSize} from exported`)).rows;
  let rows = await readPage();
  await note();
  onBegin();
  yield byteOrderMark + writeLines([columns]);
  while (rows.length > 0) {
    yield writeLines(rows.map(cellsOf));
    rows = rows.length < pageSize ? [] : await readPage();
  }
}
