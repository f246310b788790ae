import { randomUUID } from 'node:crypto';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Caller } from './signed-in-people.ts';

/** A requested transfer, and everything that the client knows of it. */
export interface AskedTransfer {
  readonly key: string;
  readonly from: Caller;
  readonly to: Caller;
  /** In smallest units. */
  readonly amount: bigint;
  /** Unknown: no answer, or the server does not know either. */
  outcome: 'acknowledged' | 'refused' | 'unknown';
  reply: string;
}

export interface TransferLoad {
  readonly asked: readonly AskedTransfer[];
  /** Under their own keys, until each has an answer. */
  settle(): Promise<void>;
  nextAcknowledged(): Promise<void>;
  /** Resumes requests after `pause`. */
  resume(): void;
  /** Resolves when every request has an answer or is aborted. */
  pause(): Promise<void>;
}

const callersAtOnce = 12;
const amountMax = 60;
const answerTimeoutMs = 20_000;
// A killed server is back after a second or two.
const settlingTriesMax = 200;
// A client without answers must pause.
const unansweredPauseMs = 100;

/** Clients retry without an answer. */
export function createTransferLoad(options: {
  /** The processes that serve at this moment. */
  origins: () => readonly string[];
  /** Resolves when the last killed part is back. */
  recovery: () => Promise<void>;
  people: readonly [Caller, ...Caller[]];
  random: SeededRandom;
}): TransferLoad {
  const { origins, recovery, people, random } = options;
  const anyOrigin = () => {
    const [first, ...others] = origins();
    if (first === undefined) throw new Error('a load needs somebody to ask');
    return random.pick([first, ...others]);
  };
  const asked: AskedTransfer[] = [];
  let pausing = new AbortController();
  let loops: Promise<void>[] = [];
  let acknowledged = Promise.withResolvers<void>();

  async function keepAsking({ signal }: AbortController): Promise<void> {
    let unansweredInARow = 0;
    while (!signal.aborted) {
      const from = random.pick(people);
      const others = people.filter((person) => person !== from);
      const to = others[random.below(others.length)] ?? from;
      const transfer: AskedTransfer = {
        key: randomUUID(),
        from,
        to,
        amount: BigInt(1 + random.below(amountMax)),
        outcome: 'unknown',
        reply: '',
      };
      asked.push(transfer);
      await ask(anyOrigin(), transfer);
      if (transfer.outcome === 'acknowledged') {
        acknowledged.resolve();
        acknowledged = Promise.withResolvers();
      }
      unansweredInARow = transfer.outcome === 'unknown' ? unansweredInARow + 1 : 0;
      if (unansweredInARow > 0) await pauseFor(unansweredPauseMs);
      // One failure is the kill itself, one comes right after it.
      if (unansweredInARow > 1) await recovery();
    }
  }

  async function askUntilAnswered(transfer: AskedTransfer): Promise<void> {
    for (let tries = 0; transfer.outcome === 'unknown'; tries += 1) {
      if (tries === settlingTriesMax) throw new Error(`nobody answers to ${transfer.key}`);
      if (tries > 0) await pauseFor(unansweredPauseMs);
      await ask(anyOrigin(), transfer);
    }
  }

  return {
    asked,
    nextAcknowledged: () => acknowledged.promise,
    resume() {
      const controller = new AbortController();
      pausing = controller;
      loops = Array.from({ length: callersAtOnce }, () => keepAsking(controller));
    },
    async pause() {
      pausing.abort();
      await Promise.all(loops);
    },
    async settle() {
      const unknown = asked.filter(({ outcome }) => outcome === 'unknown');
      const settleNext = async (): Promise<void> => {
        for (let next = unknown.pop(); next !== undefined; next = unknown.pop()) await askUntilAnswered(next);
      };
      await Promise.all(Array.from({ length: callersAtOnce }, settleNext));
    },
  };
}

export async function ask(origin: string, transfer: AskedTransfer): Promise<void> {
  try {
    const reply = await fetch(`${origin}/v1/wallets/transfer`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${transfer.from.token}`,
        'content-type': 'application/json',
        'idempotency-key': transfer.key,
      },
      body: JSON.stringify({
        recipientAddress: transfer.to.walletAddress,
        amount: formatAmount(amountOf('MRCY', transfer.amount)),
      }),
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    const text = await reply.text();
    if (reply.status === 200) {
      transfer.outcome = 'acknowledged';
      transfer.reply = text;
    } else if (reply.status === 422 && text.includes('"InsufficientBalance"')) {
      transfer.outcome = 'refused';
    } else if (reply.status < 500) {
      throw new UnexpectedReplyError(`${reply.status} ${text}`);
    }
  } catch (error) {
    // The connection broke, so the outcome is unknown.
    if (error instanceof UnexpectedReplyError) throw error;
  }
}

class UnexpectedReplyError extends Error {
  override readonly name = 'UnexpectedReplyError';
}

function pauseFor(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}
