/**
 * Whether looking at a balance and at the history stays as fast while the books grow: the same calls over HTTP on books
 * of ten thousand entries and of ten million (BENCH_ENTRIES), in turn. Filling the large ones takes some minutes and
 * about ten gigabytes, removed afterwards.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { postgresRoles, startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { fillGrownBooks, signInSome } from './growth-books.ts';
import { compare, durationMs, type Run } from './measure.ts';
import type { LoadKind, LoadOrder } from './http-load.ts';
import { endProcess, startProcess, type BenchPerson } from './http-world.ts';

const entriesMax = Number(process.env['BENCH_ENTRIES'] ?? 10_000_000);
const connectionCount = 8;

interface Books {
  readonly name: string;
  readonly connectionString: string;
  readonly people: readonly BenchPerson[];
}

const dataFolder = await mkdtemp(join(tmpdir(), 'mercury-bench-'));
const postgres = await startEmbeddedPostgres({ dataFolder });
try {
  const small = await makeBooks('small', { personCount: 1000, roundCount: 5 });
  const large = await makeBooks('large', { personCount: 100_000, roundCount: entriesMax / 200_000 });
  const [smallServer, largeServer] = [await serve(small), await serve(large)];
  for (const kind of ['balance', 'history'] as const) {
    await compare(`GET ${kind}, ${connectionCount} connections`, [
      { name: '10 thousand entries', run: load(smallServer, small, kind) },
      { name: `${entriesMax / 1e6} million entries`, run: load(largeServer, large, kind) },
    ]);
  }
  await endProcess(smallServer.child);
  await endProcess(largeServer.child);
} finally {
  await postgres.stop();
  await rm(dataFolder, { recursive: true, force: true });
}

async function makeBooks(name: string, size: { personCount: number; roundCount: number }): Promise<Books> {
  const administrator = new pg.Client({ connectionString: postgres.superuserConnectionString });
  await administrator.connect();
  await administrator.query(`create database ${name} owner ${postgresRoles.owner}`);
  await administrator.end();
  const named = (url: string) => {
    const address = new URL(url);
    address.pathname = `/${name}`;
    return address.href;
  };
  const connectionString = named(postgres.connectionString);
  await migrate({ connectionString, ownerConnectionString: named(postgres.ownerConnectionString) });
  const startedAt = performance.now();
  await fillGrownBooks(named(postgres.superuserConnectionString), size);
  const people = await signInSome(connectionString, 1000);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(`${name}: ${size.personCount * size.roundCount * 2} entries, filled in ${seconds} s`);
  return { name, connectionString, people };
}

function serve({ connectionString }: Books) {
  return startProcess('./http-server.ts', { connectionString });
}

function load(server: { answer: unknown }, { people }: Books, kind: LoadKind): () => Promise<Run> {
  // The server answers with its port, the load with a Run.
  const port = server.answer as number;
  const order: LoadOrder = { port, kind, people, connectionCount, durationMs };
  return async () => (await startProcess('./http-load.ts', order)).answer as Run;
}
