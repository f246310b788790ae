import type { SeededRandom } from './seeded-random.ts';

/** What a client asked for, as it knows it. */
export interface Asked {
  /** Unknown: no answer, or the server does not know either. */
  outcome: 'acknowledged' | 'refused' | 'unknown';
}

export interface CrashLoad {
  /** Until each that was asked for has an answer. */
  settle(): Promise<void>;
  nextAcknowledged(): Promise<void>;
  /** Resumes requests after `pause`. */
  resume(): void;
  /** Resolves when every request has an answer or is aborted. */
  pause(): Promise<void>;
}

const callersAtOnce = 12;
// A killed server is back after a second or two.
const settlingTriesMax = 200;
// A client without answers must pause.
const unansweredPauseMs = 100;

/** Clients of servers that are killed. They go on without an answer. */
export function createCrashLoad<Command extends Asked>(options: {
  /** Makes the next command, and keeps it among those that were asked for. */
  next: () => Command;
  asked: readonly Command[];
  ask: (origin: string, command: Command) => Promise<void>;
  /** The processes that serve at this moment. */
  origins: () => readonly string[];
  /** Resolves when the last killed part is back. */
  recovery: () => Promise<void>;
  random: SeededRandom;
}): CrashLoad {
  const { next, asked, ask, origins, recovery, random } = options;
  const anyOrigin = () => {
    const [first, ...others] = origins();
    if (first === undefined) throw new Error('a load needs somebody to ask');
    return random.pick([first, ...others]);
  };
  let pausing = new AbortController();
  let loops: Promise<void>[] = [];
  let acknowledged = Promise.withResolvers<void>();

  async function keepAsking({ signal }: AbortController): Promise<void> {
    let unansweredInARow = 0;
    while (!signal.aborted) {
      const command = next();
      await ask(anyOrigin(), command);
      if (command.outcome === 'acknowledged') {
        acknowledged.resolve();
        acknowledged = Promise.withResolvers();
      }
      unansweredInARow = command.outcome === 'unknown' ? unansweredInARow + 1 : 0;
      if (unansweredInARow > 0) await pauseFor(unansweredPauseMs);
      // One failure is the kill itself, one comes right after it.
      if (unansweredInARow > 1) await recovery();
    }
  }

  async function askUntilAnswered(command: Command): Promise<void> {
    for (let tries = 0; command.outcome === 'unknown'; tries += 1) {
      if (tries === settlingTriesMax) throw new Error(`nobody answers to ${JSON.stringify(command)}`);
      if (tries > 0) await pauseFor(unansweredPauseMs);
      await ask(anyOrigin(), command);
    }
  }

  return {
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
        for (let one = unknown.pop(); one !== undefined; one = unknown.pop()) await askUntilAnswered(one);
      };
      await Promise.all(Array.from({ length: callersAtOnce }, settleNext));
    },
  };
}

export class UnexpectedReplyError extends Error {
  override readonly name = 'UnexpectedReplyError';
}

const answerTimeoutMs = 20_000;

/** Undefined where no answer came, or one that says nothing. */
export async function answerTo(
  url: string,
  {
    method,
    token,
    headers = {},
    body,
  }: {
    method: 'POST' | 'DELETE';
    token: string;
    headers?: Readonly<Record<string, string>>;
    body?: object;
  },
): Promise<{ readonly status: number; readonly text: string } | undefined> {
  try {
    const reply = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    const text = await reply.text();
    return reply.status < 500 ? { status: reply.status, text } : undefined;
  } catch {
    // The connection broke.
    return undefined;
  }
}

function pauseFor(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}
