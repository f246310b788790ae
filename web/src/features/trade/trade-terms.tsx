import { useTranslation } from 'react-i18next';
import type { Config } from '../../api/config-query.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Card } from '../../ui/card.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { Money } from '../../ui/money.tsx';
import { formatBps } from './percent.ts';
import styles from './trade.module.css';

/** On what terms the operator trades, before anybody has typed anything. */
export function TradeTerms({ terms }: { terms: Config['trade'] }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  return (
    <Card title={t('trade.terms')}>
      <p className={styles.quiet}>{t('trade.termsText')}</p>
      <DetailList>
        <Detail label={t('trade.fee')}>{formatBps(terms.feeBps, formatTag)}</Detail>
        <Detail label={t('trade.spreadAtLeast')}>{formatBps(terms.spreadBps, formatTag)}</Detail>
        <Detail label={t('trade.orderMin')}>
          <Money amount={terms.orderUsdMin} asset="USD" />
        </Detail>
        <Detail label={t('trade.orderMax')}>
          <Money amount={terms.orderUsdMax} asset="USD" />
        </Detail>
        <Detail label={t('trade.dayMax')}>
          <Money amount={terms.dayUsdMax} asset="USD" />
        </Detail>
      </DetailList>
    </Card>
  );
}
