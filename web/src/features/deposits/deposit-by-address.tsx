import type { Transaction } from '@mercury/contract/api/transactions.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AssetOffer } from '../../api/config-query.ts';
import { coinName } from '../../i18n/coin-name.ts';
import { AssetLabel } from '../../ui/asset-label.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { DepositAddress } from './deposit-address.tsx';
import styles from './deposits.module.css';
import { PretendPaymentForm } from './pretend-payment-form.tsx';

interface DepositByAddressProps {
  offers: readonly AssetOffer[];
  initialCurrency: AssetCode;
  /** On the sandbox rail the product sends the payment itself; a real one sees what comes to the address. */
  isSandbox: boolean;
  onBusyChange: (isBusy: boolean) => void;
  onDeposited: (transaction: Transaction) => void;
}

export function DepositByAddress(props: DepositByAddressProps) {
  const { offers, initialCurrency, isSandbox, onBusyChange, onDeposited } = props;
  const { t } = useTranslation();
  const [currency, setCurrency] = useState(initialCurrency);
  const [isSending, setIsSending] = useState(false);
  return (
    <div className={styles.form}>
      <SelectField
        label={t('deposit.currency')}
        value={currency}
        onChange={setCurrency}
        isDisabled={isSending}
        options={offers.map(({ code, name, network }) => ({
          value: code,
          text: `${coinName(t, code, name)} ${code}`,
          content: (
            <AssetLabel
              asset={code}
              name={coinName(t, code, name)}
              detail={network && t('deposit.network', { network: `\u2068${network}\u2069` })}
            />
          ),
        }))}
      />
      {isSandbox && (
        <PretendPaymentForm
          // So many of one currency are not so many of another, and what was wrong with them is no longer.
          key={currency}
          currency={currency}
          onBusyChange={(isBusy) => {
            setIsSending(isBusy);
            onBusyChange(isBusy);
          }}
          onDeposited={onDeposited}
        />
      )}
      <DepositAddress currency={currency} />
    </div>
  );
}
