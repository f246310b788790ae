import { reasonOf } from './errors.ts';

interface Part {
  name: string;
  timeoutMs: number;
  end: () => Promise<void>;
}

/** The process from its first step to its end. Parts end in reverse order. */
export interface Lifetime {
  /** Runs one step of the start. If the end was requested meanwhile, the process ends instead of going on. */
  begin<Result>(step: () => Promise<Result>): Promise<Result>;
  report(problem: unknown): void;
  add(name: string, timeoutMs: number, end: () => Promise<void>): void;
  /** Ends all parts, then the process. Only the first call counts. */
  end(exitCode: number): void;
}

// Notices an orphan well before a second process is started on its port.
const PARENT_CHECK_INTERVAL_MS = 500;

// A start that hangs must not keep the process for ever. The next start takes over what it leaves behind.
const STEP_TIMEOUT_MS = 2_000;

export interface LifetimeOptions {
  exit: (code: number) => void;
  /** Receives parts that did not end in order, and uncaught bugs. */
  report: (problem: unknown) => void;
}

export function createLifetime({ exit, report }: LifetimeOptions): Lifetime {
  const parts: Part[] = [];
  let currentStep: Promise<unknown> = Promise.resolve();
  let isEnding = false;

  async function endParts(exitCode: number): Promise<void> {
    // A part in the making can't be ended yet. If it fails, the start reports it.
    let isInOrder = await tryToEnd({
      name: 'the start',
      timeoutMs: STEP_TIMEOUT_MS,
      end: () =>
        currentStep.then(
          () => undefined,
          () => undefined,
        ),
    });
    for (const part of parts.toReversed()) isInOrder = (await tryToEnd(part)) && isInOrder;
    exit(isInOrder ? exitCode : exitCode || 1);
  }

  /** False if the part failed or took too long. The parts below it end all the same. */
  async function tryToEnd(part: Part): Promise<boolean> {
    try {
      await endPart(part);
      return true;
    } catch (error) {
      report(`Ending ${part.name}: ${reasonOf(error)}`);
      return false;
    }
  }

  return {
    report,
    async begin<Result>(step: () => Promise<Result>): Promise<Result> {
      const running = step();
      currentStep = running;
      const result = await running;
      // The caller must not go on: the process exits meanwhile.
      if (isEnding) await new Promise(() => undefined);
      return result;
    },
    add(name, timeoutMs, end) {
      parts.push({ name, timeoutMs, end });
    },
    end(exitCode) {
      if (isEnding) return;
      isEnding = true;
      void endParts(exitCode);
    },
  };
}

async function endPart({ timeoutMs, end }: Part): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${timeoutMs} ms`)), timeoutMs);
  });
  await Promise.race([end(), timeout]).finally(() => clearTimeout(timer));
}

/** Ends the process in order on a signal, on an uncaught bug, and when npm, its parent, is gone. */
export function endOnSignals(lifetime: Lifetime): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => lifetime.end(0));
  process.on('uncaughtException', (error) => {
    lifetime.report(error);
    lifetime.end(1);
  });
  // Writes fail once the reader of our output is gone. That is no reason to end out of order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  if (process.env['npm_lifecycle_event'] !== undefined) endWithParent(lifetime);
}

// npm passes signals on, but can't if it is killed with -9: without this the server would keep the port and the data folder.
function endWithParent(lifetime: Lifetime): void {
  const parentPid = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parentPid) return;
    clearInterval(timer);
    lifetime.end(0);
  }, PARENT_CHECK_INTERVAL_MS);
  timer.unref();
}
