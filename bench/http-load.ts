import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { type BenchPerson, type BenchQuote, knownRecipientsCount } from './http-world.ts';
import { measure, type Run } from './measure.ts';

/** Load from a process of its own, over real connections that are kept open. */
export type LoadKind = 'transfer' | 'peer-transfer' | 'balance' | 'peer-balance' | 'history' | 'accept';

export interface LoadOrder {
  readonly port: number;
  readonly kind: LoadKind;
  readonly people: readonly BenchPerson[];
  readonly connectionCount: number;
  readonly durationMs: number;
  /** What is accepted, each once. */
  readonly quotes?: readonly BenchQuote[];
}

interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

process.once('message', (order) => {
  // What http.ts sends is a LoadOrder.
  void report(order as LoadOrder);
});

async function report(order: LoadOrder): Promise<void> {
  process.send?.(await load(order));
  process.disconnect?.();
}

async function load({ port, kind, people, connectionCount, durationMs, quotes }: LoadOrder): Promise<Run> {
  const left = [...(quotes ?? [])];
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: connectionCount, pipelining: 1 });
  const run = await measure({
    callerCount: connectionCount,
    durationMs,
    call: async () => {
      const { statusCode, body } = await pool.request(
        kind === 'accept' ? acceptanceOf(left.pop()) : requestOf(kind, people),
      );
      await body.dump();
      if (statusCode !== 200) throw new Error(`${kind} was answered ${statusCode}`);
    },
  });
  await pool.close();
  return run;
}

function requestOf(kind: LoadKind, people: readonly BenchPerson[]): LoadRequest {
  const from = Math.floor(Math.random() * people.length);
  const to = (from + 1 + Math.floor(Math.random() * knownRecipientsCount)) % people.length;
  const [sender, recipient] = [people[from], people[to]];
  if (sender === undefined || recipient === undefined) throw new Error('there are too few people');
  const headers = { authorization: `Bearer ${sender.token}` };
  if (kind === 'balance') return { method: 'GET', path: '/v1/wallets/balance', headers };
  if (kind === 'history') return { method: 'GET', path: '/v1/transactions', headers };
  if (kind === 'peer-balance') return { method: 'GET', path: '/balance', headers };
  const isOurs = kind === 'transfer';
  return {
    method: 'POST',
    path: isOurs ? '/v1/wallets/transfer' : '/transfer',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(
      isOurs
        ? { recipientAddress: recipient.address, amount: '0.00000007' }
        : { fromId: from + 1, toId: to + 1, amount: '7' },
    ),
  };
}

function acceptanceOf(quote: BenchQuote | undefined): LoadRequest {
  if (quote === undefined) throw new Error('there are too few quotes');
  return {
    method: 'POST',
    path: `/v1/quotes/${quote.id}/accept`,
    headers: {
      authorization: `Bearer ${quote.token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ fromAmount: quote.fromAmount, toAmount: quote.toAmount }),
  };
}
