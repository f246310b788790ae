import {
  type TransactionStatus,
  transactionStatuses,
  type TransactionType,
  transactionTypes,
} from '@mercury/contract/api/transactions.ts';
import { limits } from '@mercury/contract/limits.ts';
import { assetCodes, type AssetCode } from '@mercury/contract/money/asset.ts';
import { type Day, startOfDay } from '../../i18n/calendar.ts';
import type { TransactionsAsked } from './queries.ts';

/** The wanted part of the history. Days are in the person's own time zone, and both count. */
export interface HistoryFilter {
  type?: TransactionType;
  status?: TransactionStatus;
  currency?: AssetCode;
  from?: Day;
  to?: Day;
}

export interface HistoryPlace {
  filter: HistoryFilter;
  page: number;
}

export const historyPageSize = 20;

function dayIn(search: URLSearchParams, name: 'from' | 'to'): Day | undefined {
  const day = search.get(name) ?? '';
  return startOfDay(day) && day;
}

/** The filter and page in an address. Everything else in it is ignored. */
export function readHistoryPlace(search: URLSearchParams): HistoryPlace {
  const type = transactionTypes.find((each) => each === search.get('type'));
  const status = transactionStatuses.find((each) => each === search.get('status'));
  const currency = assetCodes().find((each) => each === search.get('currency'));
  const from = dayIn(search, 'from');
  const to = dayIn(search, 'to');
  const page = /^[1-9]\d{0,4}$/.test(search.get('page') ?? '') ? Number(search.get('page')) : 1;
  return {
    filter: {
      ...(type && { type }),
      ...(status && { status }),
      ...(currency && { currency }),
      ...(from && { from }),
      ...(to && { to }),
    },
    page: Math.min(page, limits.pageNumberMax),
  };
}

export function writeHistoryPlace({ filter, page }: HistoryPlace): URLSearchParams {
  const search = new URLSearchParams({ ...filter });
  if (page > 1) search.set('page', String(page));
  return search;
}

/** There is always a first page, also of an empty list. */
export function lastPageOf(total: number): number {
  return Math.max(1, Math.ceil(total / historyPageSize));
}

/** No time lies between such days. */
export function hasReversedDays({ from, to }: HistoryFilter): boolean {
  return from !== undefined && to !== undefined && from > to;
}

export function isFiltered(filter: HistoryFilter): boolean {
  return Object.keys(filter).length > 0;
}

/** The days as times of the API: from the first moment of one to the first moment after the other. */
export function periodOf({ from, to }: HistoryFilter): { from?: string; to?: string } {
  const begin = from === undefined ? undefined : startOfDay(from);
  const end = to === undefined ? undefined : startOfDay(to, 1);
  return {
    ...(begin && { from: begin.toISOString() }),
    ...(end && { to: end.toISOString() }),
  };
}

export function askedOf({ filter, page }: HistoryPlace): TransactionsAsked {
  const { type, status, currency } = filter;
  return {
    limit: historyPageSize,
    page,
    ...(type && { type }),
    ...(status && { status }),
    ...(currency && { currency }),
    ...periodOf(filter),
  };
}
