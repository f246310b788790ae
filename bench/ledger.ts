/**
 * How fast the ledger posts, against the two usual ways on the same PostgreSQL with fsync on, run in turn.
 * Figures shift from machine to machine; the ratios are what counts. BENCH_SECONDS sets the length of a run.
 */
import { fork, type ChildProcess, type Serializable } from 'node:child_process';
import { createLedger, type Ledger } from '../server/src/ledger/ledger.ts';
import { compare, durationMs, measure, median, type Run } from './measure.ts';
import {
  type Books,
  choosePair,
  ourPosting,
  peerTransfer,
  postByOurFunction,
  withBooks,
} from './ledger-books.ts';
import { postByFunction, postByRoundTrips } from './ledger-peers.ts';

await withBooks(async (books) => {
  const ledger = createLedger(books.db);
  await compareAll(books, ledger);
  await ledger.close();
});

async function compareAll(books: Books, ledger: Ledger): Promise<void> {
  // Something in every table, so that there is something to analyze.
  for (let count = 0; count < 1000; count += 1) {
    await postByRoundTrips(books.db.pool, peerTransfer(choosePair(false)));
    await ledger.postTogether(ourPosting(books.userIds, choosePair(false)));
  }
  for (const { title, callerCount, isHot } of [
    { title: 'many callers (512)', callerCount: 512, isHot: false },
    { title: 'eight callers', callerCount: 8, isHot: false },
    { title: 'one caller', callerCount: 1, isHot: false },
    { title: 'one hot account, 512 callers', callerCount: 512, isHot: true },
  ]) {
    const run = async (call: () => Promise<unknown>): Promise<Run> => {
      // Plans that were made while the tables were empty would read them from end to end: the peers' as little as ours.
      await books.maintenanceDb.pool.query('analyze');
      return measure({ callerCount, durationMs, call });
    };
    const { pool } = books.db;
    await compare(title, [
      { name: 'round trips', run: () => run(() => postByRoundTrips(pool, peerTransfer(choosePair(isHot)))) },
      { name: 'one function', run: () => run(() => postByFunction(pool, peerTransfer(choosePair(isHot)))) },
      {
        name: 'ours',
        run: () => run(() => ledger.postTogether(ourPosting(books.userIds, choosePair(isHot)))),
      },
      // What waiting for nobody costs: the same rules, without anybody to gather who calls.
      ...(callerCount === 1
        ? [{ name: 'our function alone', run: () => run(() => postByOurFunction(books, choosePair(false))) }]
        : []),
    ]);
  }
  const refusing = (share: number) => () =>
    measure({
      callerCount: 512,
      durationMs,
      call: () => ledger.postTogether(ourPosting(books.userIds, choosePair(false), share)),
    });
  await compare('refusals among 512 callers', [
    { name: 'none', run: refusing(0) },
    { name: '5 %', run: refusing(0.05) },
    { name: '50 %', run: refusing(0.5) },
  ]);
  await compare('processes, 512 callers in all', [
    { name: 'one', run: () => runProcesses(books, 1) },
    { name: 'two', run: () => runProcesses(books, 2) },
    { name: 'three', run: () => runProcesses(books, 3) },
  ]);
}

async function runProcesses(books: Books, processCount: number): Promise<Run> {
  const order = {
    connectionString: books.connectionString,
    userIds: books.userIds,
    callerCount: Math.floor(512 / processCount),
    durationMs,
  };
  const children = Array.from({ length: processCount }, () =>
    fork(new URL('./ledger-process.ts', import.meta.url)),
  );
  const ask = (message: Serializable): Promise<unknown[]> =>
    Promise.all(
      children.map((child) => {
        child.send(message);
        return answerOf(child);
      }),
    );
  await ask(order);
  // What they send in answer to "go" are Runs.
  const results = (await ask('go')) as Run[];
  return {
    perSecond: results.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p50Ms: median(results.map(({ p50Ms }) => p50Ms)),
    p99Ms: Math.max(...results.map(({ p99Ms }) => p99Ms)),
  };
}

function answerOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`A bench process ended with code ${code}`));
    child.once('exit', fail);
    child.once('message', (answer) => {
      child.off('exit', fail);
      resolve(answer);
    });
  });
}
