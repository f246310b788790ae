import { getBalance, type Wallet } from '@mercury/contract/api/wallets.ts';
import { parseAmount } from '@mercury/contract/money/amount.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { type AssetOffer, configQuery } from '../../domain/config-query.ts';
import { topicKey } from '../../api/query-client.ts';

type Holding = Pick<Wallet, 'currency' | 'balance'>;

type Offer = Pick<AssetOffer, 'code' | 'withdrawalMin'>;

function isLeftover({ currency, balance }: Holding, offers: readonly Offer[]): boolean {
  const held = parseAmount(currency, balance);
  const offer = offers.find(({ code }) => code === currency);
  const least = offer && parseAmount(currency, offer.withdrawalMin);
  return held !== undefined && least !== undefined && held.minorUnits < least.minorUnits;
}

/** The money lost with the account: everything it holds, if every amount is too small to withdraw; else nothing. */
export function leftoversOf<Wallet extends Holding>(
  wallets: readonly Wallet[],
  offers: readonly Offer[],
): readonly Wallet[] {
  const holdings = wallets.filter(({ balance }) => /[1-9]/.test(balance));
  return holdings.every((holding) => isLeftover(holding, offers)) ? holdings : [];
}

const walletsQuery = queryOptions({
  queryKey: [...topicKey('balance'), 'wallets'],
  queryFn: async ({ signal }) => {
    const { wallets } = await call(getBalance, { signal });
    return wallets;
  },
});

/** The amounts that the account can't withdraw; empty while unknown, and then only the server decides. */
export function useLeftovers() {
  const { data: wallets = [] } = useQuery(walletsQuery);
  const { data: config } = useQuery(configQuery);
  return leftoversOf(wallets, config?.assets ?? []);
}
