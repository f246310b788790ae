import { useLocation } from 'react-router';
import { AddressBookPage } from '../features/withdrawals/address-book-page.tsx';
import { carriedEntry } from '../features/withdrawals/address-entry.ts';

export function WithdrawalAddressesRoute() {
  const { state } = useLocation();
  return <AddressBookPage draft={carriedEntry(state)} />;
}
