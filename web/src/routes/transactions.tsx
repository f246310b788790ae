import { HistoryPage } from '../features/transactions/history-page.tsx';
import { useContactName } from './money-dialogs.tsx';

export function TransactionsRoute() {
  return <HistoryPage nameOf={useContactName()} />;
}
