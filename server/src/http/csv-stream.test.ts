import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { streamCsv } from './csv-stream.ts';

let database: TestDatabase;
let app: FastifyInstance;
let writtenCount = 0;
const opened: Readable[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await database.ownerDb.pool.query('create table line (number integer primary key)');
  await database.ownerDb.pool.query('grant select on line to public');
  app = fastify();
  app.get('/file', (_request, reply) => open(numbers(200_000)).then((file) => reply.send(file)));
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  for (const file of opened.splice(0)) file.destroy();
  await untilReading(0);
  writtenCount = 0;
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

const numbers = (most: number): string => `select * from generate_series(1, ${most}) as number`;

async function open(sql: string, note = () => Promise.resolve()): Promise<Readable> {
  const cellsOf = ({ number }: { number: number }) => {
    writtenCount += 1;
    return [{ decimal: String(number) }];
  };
  const file = await streamCsv(database.db, { columns: ['number'], sql, values: [], cellsOf, note });
  opened.push(file);
  return file;
}

/** With its byte order mark. */
async function textOf(file: Readable): Promise<string> {
  return (await buffer(file)).toString();
}

/** Connections within a transaction. */
async function countReading(): Promise<number> {
  const { rows } = await database.ownerDb.pool.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
  );
  return rows[0]?.count ?? 0;
}

/** A file is whole a moment before its connection is given back. */
async function untilReading(count: number): Promise<void> {
  await expect.poll(countReading).toBe(count);
}

it('has every row, whatever the pages are', async () => {
  for (const most of [0, 1, 999, 1000, 1001, 2000]) {
    const lines = (await textOf(await open(numbers(most)))).split('\r\n');
    expect(lines).toEqual(['\uFEFFnumber', ...Array.from({ length: most }, (_, at) => `${at + 1}`), '']);
  }
});

it('is read only as fast as it is taken: of one that nobody reads, some pages are in memory', async () => {
  await open(numbers(200_000));
  // As long as that takes, the other one could have been read to its end as well.
  await textOf(await open(numbers(200_000)));
  expect(writtenCount - 200_000).toBeLessThan(50_000);
  await untilReading(1);
});

it('is of one moment', async () => {
  const { pool } = database.ownerDb;
  await pool.query('insert into line select generate_series(1, 100000)');
  const file = await open('select number from line order by number');
  await pool.query('insert into line select generate_series(100001, 100500)');
  expect((await textOf(file)).trim().split('\r\n')).toHaveLength(100_001);
});

it('gives its connection back when its reader leaves', async () => {
  const { port } = app.server.address() as AddressInfo;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/file' }, resolve).on('error', reject);
  });
  response.on('error', () => undefined);
  await untilReading(1);
  response.destroy();
  await untilReading(0);
  expect(writtenCount).toBeLessThan(200_000);
});

it('is broken off, and gives its connection back, when its reader takes more than two minutes', async () => {
  const patience = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(patience.signal);
  const file = await open(numbers(200_000));
  expect(timeout).toHaveBeenCalledExactlyOnceWith(120_000);
  timeout.mockRestore();
  await untilReading(1);
  patience.abort();
  await untilReading(0);
  await expect(textOf(file)).rejects.toThrow('aborted');
});

it('is broken off by what fails later, and does not end as if it were whole', async () => {
  const file = await open('select 1 / (5000 - number) as number from generate_series(1, 6000) as number');
  await expect(textOf(file)).rejects.toThrow('division by zero');
});

it('does not begin where the first page can’t be read, or nobody could write it down', async () => {
  await expect(open('select 1 / 0 as number')).rejects.toThrow('division by zero');
  const note = () => Promise.reject(new Error('not written'));
  await expect(open(numbers(1), note)).rejects.toThrow('not written');
});

it('is one of four at once: the next one is told to come back', async () => {
  const files = await Promise.all(Array.from({ length: 4 }, () => open(numbers(200_000))));
  await expect(open(numbers(1))).rejects.toMatchObject({ code: 'Busy' });
  for (const file of files) file.destroy();
  await expect.poll(async () => textOf(await open(numbers(1)))).toBe('\uFEFFnumber\r\n1\r\n');
});
