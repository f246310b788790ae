import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { getBalance, type Wallet } from '@mercury/contract/api/wallets.ts';
import { parseAmount } from '@mercury/contract/money/amount.ts';
import { assetOf, type AssetCode } from '@mercury/contract/money/asset.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { keepLastKnown } from '../api/last-known.ts';
import { askAgain, topicKey } from '../api/query-client.ts';
import { profileQuery } from '../api/use-session.ts';
import { moneyActions } from './money-actions.ts';

/** All wallets of the account, the product's own coin first. */
export const walletsQuery = queryOptions({
  queryKey: topicKey('balance'),
  queryFn: async ({ signal, client }) => {
    const money = await moneyActions(client);
    const balance = await money.getBalance(signal);
    const user = client.getQueryData(profileQuery.queryKey);
    // Not kept: a simulated balance is lost with the page.
    if (user && !money.isSimulated) keepLastKnown({ user, balance, atMs: Date.now() });
    return balance;
  },
  refetchOnWindowFocus: 'always',
});

/**
 * The wallets as the server has them, for decisions that only the server makes. Unless money is simulated, these are the shown
 * wallets, without a second request.
 */
export const serverWalletsQuery = queryOptions({
  queryKey: [...topicKey('balance'), 'server'],
  queryFn: async ({ signal, client }) => {
    const { isSimulated } = await moneyActions(client);
    return isSimulated ? call(getBalance, { signal }) : client.fetchQuery(walletsQuery);
  },
});

/** The wallet of the product's own coin. */
export const balanceQuery = queryOptions({ ...walletsQuery, select: ({ wallet }) => wallet });

/** What of it there is most in US dollars and can be sent: what a person most likely means. Undefined if there is nothing. */
export function mostValuable(wallets: readonly Wallet[]): AssetCode | undefined {
  const cents = ({ usdValue }: Wallet) => parseAmount('USD', usdValue ?? '0')?.minorUnits ?? 0n;
  return wallets
    .filter(
      ({ currency, availableBalance }) => assetOf(currency).isTransferable && /[1-9]/.test(availableBalance),
    )
    .reduce<Wallet | undefined>(
      (most, wallet) => (most === undefined || cents(wallet) > cents(most) ? wallet : most),
      undefined,
    )?.currency;
}

/** A command's reply carries the present wallet. It is shown at once and still refetched. */
export function showWallet(queryClient: QueryClient, changed: Wallet): void {
  queryClient.setQueryData<ReplyOf<typeof getBalance>>(walletsQuery.queryKey, (shown) => {
    if (shown === undefined) return shown;
    const isKnown = shown.wallets.some(({ currency }) => currency === changed.currency);
    const wallets = isKnown
      ? shown.wallets.map((wallet) => (wallet.currency === changed.currency ? changed : wallet))
      : [...shown.wallets, changed];
    return { ...shown, wallets, wallet: shown.wallet.currency === changed.currency ? changed : shown.wallet };
  });
  void askAgain(queryClient, walletsQuery.queryKey);
}

/** Money may have moved even if the answer was lost, so everything that shows it is refetched. */
export function askForMoney(queryClient: QueryClient): Promise<unknown> {
  return Promise.all(
    (['transactions', 'balance'] as const).map((topic) => askAgain(queryClient, topicKey(topic))),
  );
}
