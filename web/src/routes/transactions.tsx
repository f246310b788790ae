import { HistoryPage } from '../features/transactions/history-page.tsx';
import { useContactName } from './connected-transfer.tsx';

export function TransactionsRoute() {
  return <HistoryPage nameOf={useContactName()} />;
}
