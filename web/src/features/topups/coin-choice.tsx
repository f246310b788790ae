import type { SandboxPayment } from '@mercury/contract/api/sandbox.ts';
import type { TopUpCoinCode } from '@mercury/contract/money/asset.ts';
import { useTranslation } from 'react-i18next';
import { assetName } from '../../i18n/coin-name.ts';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { Money } from '../../ui/money.tsx';
import styles from './coin-choice.module.css';

interface CoinChoiceProps {
  offers: SandboxPayment['offers'];
  chosen: TopUpCoinCode | undefined;
  onChoose: (coin: TopUpCoinCode) => void;
  isDisabled: boolean;
}

/** The browser's own radio buttons under it: arrow keys move between the coins. */
export function CoinChoice({ offers, chosen, onChoose, isDisabled }: CoinChoiceProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.choice} disabled={isDisabled}>
      <legend className={styles.legend}>{t('pay.chooseCoin')}</legend>
      <div className={styles.offers}>
        {offers.map(({ currency, network, amount }) => (
          <label key={currency} className={styles.offer}>
            <input
              type="radio"
              name="coin"
              className={styles.input}
              checked={chosen === currency}
              onChange={() => onChoose(currency)}
            />
            <CoinMark asset={currency} size={32} />
            <span className={styles.coin}>
              <span className={styles.name}>{assetName(t, currency)}</span>
              <span className={styles.amount}>
                <Money amount={amount} asset={currency} />
              </span>
              <span className={styles.network}>
                {t('pay.network', { network: `\u2068${network}\u2069` })}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
