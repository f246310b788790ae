import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { useTranslation } from 'react-i18next';
import type { ButtonProps } from '../../ui/button.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';

/** Opens the way to add a currency to the wallet; undefined if the rail does not accept it. */
export type AddMoney = (currency: AssetCode) => (() => void) | undefined;

/** Opens the choice between all ways to add money, for somebody who has none. */
export type ShowWays = (currency: AssetCode) => void;

interface AddMoneyButtonProps extends ButtonProps {
  currency: AssetCode;
  onAddMoney: AddMoney;
}

/** A top-up becomes dollars or the product's own coin; any other coin is deposited. */
export function AddMoneyButton({ currency, onAddMoney, ...button }: AddMoneyButtonProps) {
  const { t } = useTranslation();
  const add = onAddMoney(currency);
  if (!add) return null;
  const isTopUp = currency === 'USD' || currency === coinCode;
  return (
    <OnlineButton {...button} onClick={add}>
      {isTopUp ? t('wallet.topUp') : t('wallet.deposit')}
    </OnlineButton>
  );
}
