import { useQuery } from '@tanstack/react-query';
import { allContactsQuery } from '../features/contacts/queries.ts';
import { AddressBookPage } from '../features/withdrawals/address-book-page.tsx';

export function WithdrawalAddressesRoute() {
  return <AddressBookPage contacts={useQuery(allContactsQuery)} />;
}
