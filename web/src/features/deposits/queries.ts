import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { queryOptions } from '@tanstack/react-query';
import { moneyActions } from '../../api/money-actions.ts';
import { personalKey } from '../../api/query-client.ts';

/** An address stays the account's own for good. */
export function depositAddressQuery(currency: AssetCode) {
  return queryOptions({
    queryKey: [personalKey, 'deposit-address', currency],
    queryFn: async ({ signal, client }) =>
      (await moneyActions(client)).getDepositAddress({ currency }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
