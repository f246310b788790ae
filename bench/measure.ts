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

export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const roundsCount = Number(process.env['BENCH_ROUNDS'] ?? 3);
export const durationMs = Number(process.env['BENCH_SECONDS'] ?? 3) * 1000;

interface Contender {
  readonly name: string;
  readonly run: () => Promise<Run>;
}

/** Runs the contenders in turn and prints medians, spread, and each median as a multiple of the first's. */
export async function compare(title: string, contenders: readonly Contender[]): Promise<void> {
  const runs = new Map<string, Run[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < roundsCount; round += 1) {
    for (const { name, run } of contenders) runs.get(name)?.push(await run());
  }
  console.log(`\n${title}`);
  const firstRate = median((runs.get(contenders[0]?.name ?? '') ?? []).map(({ perSecond }) => perSecond));
  for (const [name, results] of runs) {
    const rates = results.map(({ perSecond }) => perSecond);
    console.log(
      [
        `  ${name.padEnd(22)}`,
        `${Math.round(median(rates))}/s`.padStart(9),
        `(${Math.round(Math.min(...rates))} to ${Math.round(Math.max(...rates))})`.padEnd(18),
        `p50 ${inWords(median(results.map(({ p50Ms }) => p50Ms)))}`,
        `p99 ${inWords(median(results.map(({ p99Ms }) => p99Ms)))}`,
        `${(median(rates) / firstRate).toFixed(2)}x`,
      ].join('  '),
    );
  }
}

function inWords(timeMs: number): string {
  return timeMs < 0.1 ? `${(timeMs * 1000).toFixed(1)} µs` : `${timeMs.toFixed(2)} ms`;
}
