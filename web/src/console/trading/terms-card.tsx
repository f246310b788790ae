import type { TradingTerms } from '@mercury/contract/console/trading.ts';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { Money } from '../../ui/money.tsx';
import { PercentText } from '../percent-text.tsx';

/** On what terms the house trades. They are settings. */
export function TermsCard({ terms }: { terms: TradingTerms }) {
  const { t } = useTranslation('console');
  return (
    <Card title={t('trading.terms')}>
      <DetailList>
        <Detail label={t('trading.fee')}>
          <PercentText bps={terms.feeBps} />
        </Detail>
        <Detail label={t('trading.spreadOf')}>
          <PercentText bps={terms.spreadBps} />
        </Detail>
        <Detail label={t('trading.orderMax')}>
          <Money amount={terms.orderUsdMax} asset="USD" />
        </Detail>
        <Detail label={t('trading.dayMax')}>
          <Money amount={terms.dayUsdMax} asset="USD" />
        </Detail>
        <Detail label={t('trading.exposureMax')}>
          <Money amount={terms.exposureUsdMax} asset="USD" />
        </Detail>
        <Detail label={t('trading.jump')}>
          <PercentText bps={terms.priceJumpBps} />
        </Detail>
      </DetailList>
    </Card>
  );
}
