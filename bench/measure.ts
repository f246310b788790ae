export interface Run {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Keeps `callerCount` calls on their way for `durationMs`, after a warm-up of a fifth of it. */
export async function measure(options: {
  callerCount: number;
  durationMs: number;
  call: (sequence: number) => Promise<unknown>;
}): Promise<Run> {
  const { callerCount, durationMs, call } = options;
  const startedAt = performance.now();
  const countFrom = startedAt + durationMs / 5;
  const endAt = countFrom + durationMs;
  const latenciesMs: number[] = [];
  let sequence = 0;
  async function caller(): Promise<void> {
    for (let now = performance.now(); now < endAt;) {
      const calledAt = now;
      sequence += 1;
      await call(sequence);
      now = performance.now();
      if (calledAt >= countFrom && now <= endAt) latenciesMs.push(now - calledAt);
    }
  }
  await Promise.all(Array.from({ length: callerCount }, caller));
  latenciesMs.sort((a, b) => a - b);
  return {
    perSecond: (latenciesMs.length * 1000) / durationMs,
    p50Ms: quantile(latenciesMs, 0.5),
    p99Ms: quantile(latenciesMs, 0.99),
  };
}

export function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
