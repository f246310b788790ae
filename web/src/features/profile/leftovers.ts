import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { parseAmount } from '@mercury/contract/money/amount.ts';
import { assetTraits } from '@mercury/contract/money/asset.ts';

type Holding = Pick<Wallet, 'currency' | 'balance'>;

function isLeftover({ currency, balance }: Holding): boolean {
  const held = parseAmount(currency, balance);
  const least = parseAmount(currency, assetTraits[currency].withdrawalMin);
  return held !== undefined && least !== undefined && held.minorUnits < least.minorUnits;
}

/** What would be given up with the account: all it holds, if none of it is enough to be withdrawn; else nothing. */
export function leftoversOf<Wallet extends Holding>(wallets: readonly Wallet[]): readonly Wallet[] {
  const holdings = wallets.filter(({ balance }) => /[1-9]/.test(balance));
  return holdings.every(isLeftover) ? holdings : [];
}
