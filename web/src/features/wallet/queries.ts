import { type Wallet, getBalance } from '@mercury/contract/api/wallets.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { topicKey } from '../../api/topic-key.ts';

/** While money is on its way the browser asks by itself, in case the live stream doesn't get through. */
const arrivalCheckMs = 3000;

function hasPending(wallet: Wallet | undefined): boolean {
  return wallet !== undefined && /[1-9]/.test(wallet.pendingBalance);
}

export const balanceQuery = queryOptions({
  queryKey: topicKey('balance'),
  queryFn: async ({ signal }) => {
    const { wallet } = await call(getBalance, { signal });
    return wallet;
  },
  refetchOnWindowFocus: 'always',
  refetchInterval: ({ state }) => (hasPending(state.data) ? arrivalCheckMs : false),
});

/** A command's reply carries the wallet as it is now: it is shown at once, and asked for again all the same. */
export function showWallet(queryClient: QueryClient, wallet: Wallet): void {
  queryClient.setQueryData(balanceQuery.queryKey, wallet);
  void queryClient.invalidateQueries({ queryKey: balanceQuery.queryKey });
}
