import { median, type Run } from './measure.ts';

export const roundsCount = 3;
export const durationMs = Number(process.env['BENCH_SECONDS'] ?? 3) * 1000;

export interface Contender {
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
        `p50 ${median(results.map(({ p50Ms }) => p50Ms)).toFixed(2)} ms`,
        `p99 ${median(results.map(({ p99Ms }) => p99Ms)).toFixed(2)} ms`,
        `${(median(rates) / firstRate).toFixed(2)}x`,
      ].join('  '),
    );
  }
}
