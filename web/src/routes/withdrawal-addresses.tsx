import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { allContactsQuery } from '../features/contacts/queries.ts';
import { AddressBookPage } from '../features/withdrawals/address-book-page.tsx';
import { carriedEntry } from '../features/withdrawals/add-address-dialog.tsx';

export function WithdrawalAddressesRoute() {
  const { state } = useLocation();
  const contacts = useQuery(allContactsQuery);
  return <AddressBookPage contacts={contacts} draft={carriedEntry(state)} />;
}
