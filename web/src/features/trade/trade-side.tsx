import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Wallet } from '@mercury/contract/api/wallets.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { assetName } from '../../i18n/coin-name.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { AssetLabel } from '../../ui/asset-label.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { Money } from '../../ui/money.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import styles from './trade.module.css';

interface TradeSideProps {
  amountLabel: string;
  currencyLabel: string;
  asset: AssetCode;
  choices: readonly AssetCode[];
  wallets: readonly Wallet[];
  /** Typed, or what the offer says. A plain decimal, or empty. */
  amount: string;
  /** It follows from the other side, and newer figures are on their way. */
  isFollowing: boolean;
  error?: string | undefined;
  hint?: ReactNode;
  /** Fills the field. */
  action?: ReactNode;
  onAmountChange: (amount: string) => void;
  onAssetChange: (asset: AssetCode) => void;
}

/** One side of a trade: so much of which currency. */
export function TradeSide(props: TradeSideProps) {
  const { t } = useTranslation();
  const { asset, choices, wallets } = props;
  return (
    <div className={styles.side} data-following={props.isFollowing || undefined}>
      <AmountField
        label={props.amountLabel}
        asset={asset}
        amount={props.amount}
        onAmountChange={props.onAmountChange}
        error={props.error}
        hint={props.hint}
        action={props.action}
      />
      <SelectField
        label={props.currencyLabel}
        value={asset}
        onChange={props.onAssetChange}
        options={choices.map((code) => ({
          value: code,
          text: `${assetName(t, code)} ${code}`,
          content: (
            <AssetLabel
              asset={code}
              name={assetName(t, code)}
              detail={<Held wallets={wallets} asset={code} />}
            />
          ),
          chosenContent: (
            <span className={styles.chosen}>
              <CoinMark asset={code} size={24} />
              {code}
            </span>
          ),
        }))}
      />
    </div>
  );
}

function Held({ wallets, asset }: { wallets: readonly Wallet[]; asset: AssetCode }) {
  const wallet = wallets.find(({ currency }) => currency === asset);
  if (!wallet || !/[1-9]/.test(wallet.availableBalance)) return null;
  return <Money amount={wallet.availableBalance} asset={asset} />;
}
