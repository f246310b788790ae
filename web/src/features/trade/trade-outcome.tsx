import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { useTranslation } from 'react-i18next';
import { transactionPath } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { Money } from '../../ui/money.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import { RateText } from '../../ui/rate-text.tsx';
import { SuccessMark } from '../../ui/state-mark.tsx';
import styles from './trade.module.css';

interface TradeOutcomeProps {
  transaction: Transaction;
  onAgain: () => void;
}

/** Both balances have moved. */
export function TradeOutcome({ transaction: { id, trade }, onAgain }: TradeOutcomeProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.form} ref={focusOnMount} tabIndex={-1}>
      <Outcome mark={<SuccessMark />} title={t('trade.arrived')} text={t('trade.arrivedText')}>
        {trade && <Money amount={trade.toAmount} asset={trade.toCurrency} size="large" />}
      </Outcome>
      {trade && (
        <DetailList>
          <Detail label={t('trade.history.paid')}>
            <Money amount={trade.fromAmount} asset={trade.fromCurrency} />
          </Detail>
          <Detail label={t('trade.feeWithin')}>
            <Money amount={trade.fee} asset={trade.fromCurrency} />
          </Detail>
          <Detail label={t('trade.rate')}>
            <RateText rate={trade.rate} />
          </Detail>
        </DetailList>
      )}
      <div className={styles.actions}>
        <Button size="large" isFullWidth onClick={onAgain}>
          {t('trade.again')}
        </Button>
        <ButtonLink variant="secondary" isFullWidth to={transactionPath(id)}>
          {t('trade.seeTransaction')}
        </ButtonLink>
      </div>
    </div>
  );
}
