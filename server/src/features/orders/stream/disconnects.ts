import type { Logger } from 'pino';
import { inTransaction, type Transaction } from '../../../db/database.ts';
import { reasonOf } from '../../../errors.ts';
import { addJobs } from '../../../jobs/queue.ts';
import type { Services } from '../../../services.ts';
import { findOrdersEndingWith } from '../queries.ts';
import { requireMarket } from '../use-orders.ts';
import { streamLimits, type StreamLimits } from './stream-limits.ts';

interface Caller {
  readonly userId: string;
  readonly callerId: string;
}

/**
 * The connections that ask for `cancelOnDisconnect`. As long as there is one of a session or key, its countdown begins anew again
 * and again; the job queue keeps it, so it ends also where this process does.
 */
export interface Disconnects {
  /** Resolves when the countdown runs. One that fails need not be ended. */
  begin(caller: Caller): Promise<void>;
  /** After the last command of the connection: what it placed late is cancelled too. */
  end(caller: Caller): void;
  renew(): void;
  /** Resolves when nothing is written any more. */
  close(): Promise<void>;
}

type DisconnectLimits = Pick<StreamLimits, 'disconnectMs' | 'disconnectRenewMs'>;

export function createDisconnects(
  { db, log }: Pick<Services, 'db'> & { readonly log: Logger },
  { disconnectMs, disconnectRenewMs }: DisconnectLimits,
): Disconnects {
  const connected = new Map<string, Caller & { count: number }>();
  // One after the other: the last word counts.
  let writing: Promise<void> = Promise.resolve();
  let isRenewing = false;

  function write(work: (trx: Transaction) => Promise<void>): Promise<void> {
    const written = writing.then(() => inTransaction(db, work));
    writing = written.catch((error: unknown) => {
      log.warn({ reason: reasonOf(error) }, 'the countdown of a connection could not be written');
    });
    return written;
  }

  function end({ callerId }: Pick<Caller, 'callerId'>): void {
    const known = connected.get(callerId);
    if (known === undefined) return;
    known.count -= 1;
    if (known.count > 0) return;
    connected.delete(callerId);
    const isBack = () => connected.has(callerId);
    write(async (trx) => (isBack() ? undefined : countDown(trx, [known], disconnectMs))).catch(
      () => undefined,
    );
  }

  return {
    async begin({ userId, callerId }) {
      const known = connected.get(callerId) ?? { userId, callerId, count: 0 };
      known.count += 1;
      connected.set(callerId, known);
      try {
        await write((trx) => countDown(trx, [known], disconnectMs + disconnectRenewMs));
      } catch (error) {
        // Counted on, it would keep up for ever what its connection never had.
        end({ callerId });
        throw error;
      }
    },
    end,
    renew() {
      if (connected.size === 0 || isRenewing) return;
      isRenewing = true;
      write((trx) => countDown(trx, [...connected.values()], disconnectMs + disconnectRenewMs))
        .catch(() => undefined)
        .finally(() => (isRenewing = false));
    },
    close: () => writing,
  };
}

function countDown(trx: Transaction, callers: readonly Caller[], ms: number): Promise<void> {
  const jobs = callers.map(({ userId, callerId }) => ({
    payload: { userId, callerId },
    key: `cancel-disconnected ${callerId}`,
  }));
  return addJobs(trx, 'cancel-disconnected', { jobs, runAt: new Date(Date.now() + ms) });
}

/** While Mercury was down nobody could come back: a process that has just begun leaves everybody the whole time. */
export async function cancelDisconnected(
  services: Pick<Services, 'db' | 'exchange'>,
  caller: Caller,
): Promise<void> {
  const missingMs = streamLimits.disconnectMs - process.uptime() * 1000;
  if (missingMs > 0) return inTransaction(services.db, (trx) => countDown(trx, [caller], missingMs));
  const orders = await findOrdersEndingWith(services.db, caller);
  await Promise.all(
    orders.map(async ({ id, market: symbol }) => {
      const market = await requireMarket(services, symbol);
      const command = { kind: 'cancel', orderId: id, personId: caller.userId } as const;
      // A refusal says that it is over already.
      await services.exchange.submit(market, { command });
    }),
  );
}
