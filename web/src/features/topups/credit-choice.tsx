import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { useTranslation } from 'react-i18next';
import { CoinMark } from '../../ui/coin-mark.tsx';
import styles from './top-up-dialog.module.css';
import type { TopUpOrder } from './use-top-up.ts';

interface CreditChoiceProps {
  coin: AssetCode;
  chosen: TopUpOrder['creditCurrency'];
  onChoose: (currency: TopUpOrder['creditCurrency']) => void;
  isDisabled: boolean;
}

/** What the payment becomes. The browser's own radio buttons under it: arrow keys move between the two. */
export function CreditChoice({ coin, chosen, onChoose, isDisabled }: CreditChoiceProps) {
  const { t } = useTranslation();
  const choices = [
    { currency: coinCode, label: coin },
    { currency: 'USD', label: t('topup.creditDollars') },
  ] as const;
  return (
    <fieldset className={styles.credit} disabled={isDisabled}>
      <legend className={styles.creditLegend}>{t('topup.creditAs')}</legend>
      <div className={styles.creditChoices}>
        {choices.map(({ currency, label }) => (
          <label key={currency} className={styles.creditOption}>
            <input
              type="radio"
              name="credit"
              className={styles.creditInput}
              checked={chosen === currency}
              onChange={() => onChoose(currency)}
            />
            <CoinMark asset={currency} size={20} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
