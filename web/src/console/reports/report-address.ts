import { reportDaysMax } from '@mercury/contract/console/reports.ts';
import type { Day } from '../../i18n/calendar.ts';

export const reportKinds = ['fees', 'trades', 'payments', 'liabilities'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** What the address carries, so that a report can be kept and sent on. Days are those of UTC, both included. */
export type ReportAddress =
  | { readonly report: 'fees' | 'trades' | 'payments'; readonly from: Day; readonly until: Day }
  /** Without a moment: now. */
  | { readonly report: 'liabilities'; readonly at: string | undefined };

const dayMs = 86_400_000;

export const utcDayOf = (moment: Date): Day => moment.toISOString().slice(0, 10);

function isDay(text: string): boolean {
  return (
    /^2\d{3}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && utcDayOf(new Date(text)) === text
  );
}

/** The present month where the address names no period. */
export function readReport(search: URLSearchParams, now: Date): ReportAddress {
  const report = reportKinds.find((kind) => kind === search.get('report')) ?? 'fees';
  if (report === 'liabilities') {
    const at = Date.parse(search.get('at') ?? '');
    return { report, at: at >= 0 && at <= now.getTime() ? new Date(at).toISOString() : undefined };
  }
  const today = utcDayOf(now);
  const [from, until] = [search.get('from') ?? '', search.get('until') ?? ''];
  if (isDay(from) && isDay(until) && from <= until) return { report, from, until };
  return { report, from: `${today.slice(0, 8)}01`, until: today };
}

export function writeReport(address: ReportAddress): Record<string, string> {
  if (address.report !== 'liabilities') return { ...address };
  return { report: address.report, ...(address.at !== undefined && { at: address.at }) };
}

export function isTooLong({ from, until }: { from: Day; until: Day }): boolean {
  return (Date.parse(until) - Date.parse(from)) / dayMs + 1 > reportDaysMax;
}
