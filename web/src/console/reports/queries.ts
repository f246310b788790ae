import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import {
  exportLiabilityReport,
  exportMovementReport,
  exportTradeReport,
  getLiabilityReport,
  getMovementReport,
  getTradeReport,
} from '@mercury/contract/console/reports.ts';
import { queryOptions } from '@tanstack/react-query';
import { callConsole } from '../api/client.ts';
import type { ReportAddress } from './report-address.ts';

export type Movements = ReplyOf<typeof getMovementReport>;
export type Trades = ReplyOf<typeof getTradeReport>;
export type Liabilities = ReplyOf<typeof getLiabilityReport>;

export type Report =
  | { readonly of: 'movements'; readonly reply: Movements }
  | { readonly of: 'trades'; readonly reply: Trades }
  | { readonly of: 'liabilities'; readonly reply: Liabilities };

export function reportQuery(address: ReportAddress) {
  return queryOptions({
    queryKey: ['reports', address],
    queryFn: ({ signal }) => askFor(address, signal),
    staleTime: 0,
  });
}

async function askFor(address: ReportAddress, signal: AbortSignal): Promise<Report> {
  if (address.report === 'liabilities') {
    const { at } = address;
    return { of: 'liabilities', reply: await callConsole(getLiabilityReport, { query: { at }, signal }) };
  }
  const { report, ...period } = address;
  if (report === 'trades')
    return { of: 'trades', reply: await callConsole(getTradeReport, { query: period, signal }) };
  const query = { of: report, ...period };
  return { of: 'movements', reply: await callConsole(getMovementReport, { query, signal }) };
}

export function exportReport(address: ReportAddress): Promise<string> {
  if (address.report === 'liabilities') {
    const { at } = address;
    return callConsole(exportLiabilityReport, { query: { at } });
  }
  const { report, ...period } = address;
  if (report === 'trades') return callConsole(exportTradeReport, { query: period });
  return callConsole(exportMovementReport, { query: { of: report, ...period } });
}

/** Nothing moved, and nothing is there. */
export function isBare({ lines, closing }: Movements['assets'][number]): boolean {
  return lines.length === 0 && !/[1-9]/.test(closing);
}

export function isEmptyReport({ of, reply }: Report): boolean {
  if (of === 'trades') return reply.pairs.length === 0;
  return of === 'liabilities' ? reply.assets.length === 0 : reply.assets.every(isBare);
}
