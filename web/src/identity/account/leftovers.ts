import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { parseAmount } from '@mercury/contract/money/amount.ts';
import { useQuery } from '@tanstack/react-query';
import { type AssetOffer, configQuery } from '../../domain/config-query.ts';
import { serverWalletsQuery } from '../../domain/wallets-query.ts';

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

/** What the account holds and can't withdraw; nothing while it isn't known, and then the server decides alone. */
export function useLeftovers() {
  const { data: balance } = useQuery(serverWalletsQuery);
  const { data: config } = useQuery(configQuery);
  return leftoversOf(balance?.wallets ?? [], config?.assets ?? []);
}
