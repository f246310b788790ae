import { listWithdrawalAddresses } from '@mercury/contract/api/withdrawals.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { topicKey } from '../../api/query-client.ts';

/** The address book, and whether withdrawals go to its addresses only. */
export const addressBookQuery = queryOptions({
  queryKey: topicKey('withdrawalAddresses'),
  queryFn: ({ signal }) => call(listWithdrawalAddresses, { signal }),
  refetchOnWindowFocus: 'always',
});
