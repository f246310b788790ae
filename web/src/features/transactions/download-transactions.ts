import { productName } from '@mercury/contract/product.ts';
import type { QueryClient } from '@tanstack/react-query';
import { moneyActions } from '../../api/money-actions.ts';
import { dayOf } from '../../i18n/calendar.ts';
import { type HistoryFilter, periodOf } from './history-filter.ts';

/** Without it spreadsheets take the file for one of their own old encodings; reading a reply as text drops it. */
const byteOrderMark = '\ufeff';

/** Such as "mercury-transactions-2026-02-01-to-2026-02-28.csv"; what has no end goes up to today. */
export function exportFileName({ from, to }: HistoryFilter, today: Date): string {
  const days = from === undefined ? (to ?? dayOf(today)) : `${from}-to-${to ?? dayOf(today)}`;
  return `${productName.toLowerCase()}-transactions-${days}.csv`;
}

/** Fetched rather than linked to, because the session's token travels in a header; then handed over as a file. */
export async function downloadTransactions(queryClient: QueryClient, filter: HistoryFilter): Promise<void> {
  const csv = await (await moneyActions(queryClient)).exportTransactions(periodOf(filter));
  const content = [byteOrderMark, csv.replace(byteOrderMark, '')];
  const url = URL.createObjectURL(new Blob(content, { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = exportFileName(filter, new Date());
  link.click();
  URL.revokeObjectURL(url);
}
