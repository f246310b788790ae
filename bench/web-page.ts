import lighthouse from 'lighthouse';
import { median } from './measure.ts';

export interface PageTargets {
  readonly path: string;
  /** Of 100, by Lighthouse's categories. */
  readonly scores: Readonly<Record<string, number>>;
  readonly cls: number;
  readonly lcpMs?: number;
}

interface PageOptions {
  readonly origin: string;
  /** Where the browser is spoken to. */
  readonly port: number;
  readonly runCount: number;
}

interface PageResult {
  readonly targets: PageTargets;
  /** The medians of all runs. */
  readonly scores: Readonly<Record<string, number>>;
  readonly cls: number;
  readonly lcpMs: number;
  readonly tbtMs: number;
  /** What cost points in any run. */
  readonly faults: readonly string[];
}

const attemptsMax = 3;

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

export async function measurePage(targets: PageTargets, options: PageOptions): Promise<PageResult> {
  const reports: Report[] = [];
  for (let run = 0; run < options.runCount; run += 1) reports.push(await visit(targets, options));
  const medianOf = (read: (report: Report) => number) => median(reports.map(read));
  const auditOf = (id: string) => medianOf(({ audits }) => audits[id]?.numericValue ?? Number.NaN);
  return {
    targets,
    scores: Object.fromEntries(
      Object.keys(targets.scores).map((id) => [
        id,
        medianOf(({ categories }) => Math.round((categories[id]?.score ?? 0) * 100)),
      ]),
    ),
    cls: auditOf('cumulative-layout-shift'),
    lcpMs: auditOf('largest-contentful-paint'),
    tbtMs: auditOf('total-blocking-time'),
    faults: [...new Set(reports.flatMap(faultsOf))],
  };
}

/**
 * Lighthouse's own profile: a mid phone on a slow mobile line, with nothing cached and no service worker. It leaves local
 * storage alone, and so the session.
 */
async function visit(
  targets: PageTargets,
  { origin, port }: Pick<PageOptions, 'origin' | 'port'>,
  attempt = 1,
): Promise<Report> {
  const result = await lighthouse(`${origin}${targets.path}`, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: Object.keys(targets.scores),
  });
  if (result === undefined) throw new Error(`Lighthouse has no report of ${targets.path}`);
  const { lhr } = result;
  if (lhr.runtimeError) {
    // On a busy machine a trace can begin too late; it is the same visit once more, and not for ever.
    if (attempt < attemptsMax) return visit(targets, { origin, port }, attempt + 1);
    throw new Error(`${targets.path}: ${lhr.runtimeError.message}`);
  }
  if (new URL(lhr.finalDisplayedUrl).pathname !== targets.path) {
    throw new Error(`${targets.path} led to ${lhr.finalDisplayedUrl}`);
  }
  return lhr;
}

function faultsOf({ categories, audits }: Report): string[] {
  return Object.values(categories).flatMap(({ id, auditRefs }) =>
    auditRefs
      .filter(({ id: audit, weight }) => weight > 0 && (audits[audit]?.score ?? 1) < 0.9)
      .map((ref) => `${id}: ${audits[ref.id]?.title ?? ref.id} ${audits[ref.id]?.displayValue ?? ''}`),
  );
}

/** Answers whether every target is reached. */
export function printPage({ targets, scores, cls, lcpMs, tbtMs, faults }: PageResult): boolean {
  console.log(`\n${targets.path}`);
  const rows = [
    ...Object.entries(targets.scores).map(([id, least]) => {
      const score = scores[id] ?? 0;
      return { what: id, is: String(score), target: `>= ${least}`, isMet: score >= least };
    }),
    {
      what: 'layout shift',
      is: cls.toFixed(3),
      target: `<= ${targets.cls}`,
      isMet: Number(cls.toFixed(3)) <= targets.cls,
    },
    {
      what: 'largest paint',
      is: `${Math.round(lcpMs)} ms`,
      target: targets.lcpMs === undefined ? '' : `<= ${targets.lcpMs} ms`,
      isMet: lcpMs <= (targets.lcpMs ?? Number.POSITIVE_INFINITY),
    },
    { what: 'blocking time', is: `${Math.round(tbtMs)} ms`, target: '', isMet: true },
  ];
  for (const { what, is, target, isMet } of rows) {
    console.log(`  ${what.padEnd(16)}${is.padStart(9)}  ${target.padEnd(10)}${isMet ? '' : '  MISSED'}`);
  }
  for (const fault of faults) console.log(`  - ${fault}`);
  return rows.every(({ isMet }) => isMet);
}
