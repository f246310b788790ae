import { useQuery } from '@tanstack/react-query';
import { allContactsQuery, contactNameOf } from '../features/contacts/queries.ts';
import { HistoryPage } from '../features/transactions/history-page.tsx';

export function TransactionsRoute() {
  const { data: contacts = [] } = useQuery(allContactsQuery);
  return (
    <HistoryPage nameOf={(address) => (address === null ? undefined : contactNameOf(contacts, address))} />
  );
}
