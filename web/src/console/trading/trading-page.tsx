import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { FormSkeleton, QueryState } from '../../ui/query-state.tsx';
import { useItemDialog } from '../use-item-dialog.ts';
import { type TradingAct, ActDialog } from './act-dialog.tsx';
import { ExposureCard } from './exposure-card.tsx';
import { HaltBar } from './halt-bar.tsx';
import { MarketsCard } from './markets-card.tsx';
import { OutsideTradesCard } from './outside-trades-card.tsx';
import { PricesCard } from './prices-card.tsx';
import { tradingQuery } from './queries.ts';
import { TermsCard } from './terms-card.tsx';

export function TradingPage() {
  const { t } = useTranslation('console');
  const query = useQuery(tradingQuery);
  const acting = useItemDialog<TradingAct>();
  return (
    <Page title={t('trading.title')}>
      <QueryState
        query={query}
        skeleton={
          <Card title={t('trading.prices')}>
            <FormSkeleton label={t('trading.loading')} heights={['3rem', '3rem', '3rem', '3rem']} />
          </Card>
        }
        failedTitle={t('trading.failedToLoad')}
        errorMessage={errorMessage}
        renderFrame={(state) => <Card title={t('trading.prices')}>{state}</Card>}
      >
        {({ halt, prices, markets, exposure, terms }) => (
          <>
            <HaltBar halt={halt} onAct={acting.open} />
            <PricesCard prices={prices} onAct={acting.open} />
            <ExposureCard exposure={exposure} limitUsd={terms.exposureUsdMax} />
            <MarketsCard markets={markets} />
            <TermsCard terms={terms} />
          </>
        )}
      </QueryState>
      <OutsideTradesCard />
      {acting.item && (
        <ActDialog key={acting.opening} act={acting.item} isOpen={acting.isOpen} onClose={acting.close} />
      )}
    </Page>
  );
}
