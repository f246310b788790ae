import { reasonOf } from './errors.ts';

interface Part {
  name: string;
  timeoutMs: number;
  end: () => Promise<void>;
}

/** Parts end in reverse order. */
export interface Lifetime {
  /** If the end was requested meanwhile, the process ends instead of going on. */
  begin<Result>(step: () => Promise<Result>): Promise<Result>;
  report(problem: unknown): void;
  add(name: string, timeoutMs: number, end: () => Promise<void>): void;
  /** Only the first call counts. */
  end(exitCode: number): void;
}

// Well before a second process is started on its port.
const PARENT_CHECK_INTERVAL_MS = 500;

// A step that hangs must not keep the process. The next start takes over what it leaves.
const STEP_TIMEOUT_MS = 2_000;

export interface LifetimeOptions {
  exit: (code: number) => void;
  /** Of parts that did not end in order, and of uncaught bugs. */
  report: (problem: unknown) => void;
}

export function createLifetime({ exit, report }: LifetimeOptions): Lifetime {
  const parts: Part[] = [];
  let currentStep: Promise<unknown> = Promise.resolve();
  let isEnding = false;

  async function endParts(exitCode: number): Promise<void> {
    // A part in the making can't be ended yet. The start reports its failure.
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

  /** The parts below it end all the same. */
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
      // The caller must not go on while the process exits.
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

/** On a signal, on an uncaught bug, and when npm, its parent, is gone. */
export function endOnSignals(lifetime: Lifetime): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => lifetime.end(0));
  process.on('uncaughtException', (error) => {
    lifetime.report(error);
    lifetime.end(1);
  });
  // Writes fail once the reader of our output is gone.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  if (process.env['npm_lifecycle_event'] !== undefined) endWithParent(lifetime);
}

// npm passes signals on, but not a kill -9 of itself: the server would keep the port and the data folder.
function endWithParent(lifetime: Lifetime): void {
  const parentPid = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parentPid) return;
    clearInterval(timer);
    lifetime.end(0);
  }, PARENT_CHECK_INTERVAL_MS);
  timer.unref();
}
