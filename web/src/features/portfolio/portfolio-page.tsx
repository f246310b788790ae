import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { getPortfolio, PortfolioRange } from '@mercury/contract/api/portfolio.ts';
import { useQuery } from '@tanstack/react-query';
import { ChartPie } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { Allocation } from './allocation-card.tsx';
import { Holdings } from './holdings.tsx';
import styles from './portfolio-page.module.css';
import { portfolioQuery } from './queries.ts';
import { TotalValue } from './total-value.tsx';
import { ValueHistory } from './value-history.tsx';

interface PortfolioPageProps {
  range: PortfolioRange;
  onRangeChange: (range: PortfolioRange) => void;
}

/** The portfolio: present and past value, allocation, cost and gain. */
export function PortfolioPage({ range, onRangeChange }: PortfolioPageProps) {
  const { t } = useTranslation();
  const query = useQuery(portfolioQuery(range));
  return (
    <Page title={t('portfolio.title')}>
      <QueryState
        query={query}
        skeleton={<PortfolioSkeleton />}
        failedTitle={t('portfolio.failedToLoad')}
        errorMessage={errorMessage}
        isEmpty={({ holdings }) => holdings.length === 0}
        empty={<NoHoldings />}
        renderFrame={(state) => <Card>{state}</Card>}
      >
        {(portfolio) => (
          <LoadedPortfolio
            portfolio={portfolio}
            range={range}
            onRangeChange={onRangeChange}
            isRangeOnItsWay={query.isPlaceholderData}
          />
        )}
      </QueryState>
    </Page>
  );
}

interface LoadedPortfolioProps extends PortfolioPageProps {
  portfolio: ReplyOf<typeof getPortfolio>;
  /** The shown data is of another range. */
  isRangeOnItsWay: boolean;
}

function LoadedPortfolio({ portfolio, isRangeOnItsWay, ...range }: LoadedPortfolioProps) {
  return (
    <>
      <div className={styles.top}>
        <TotalValue portfolio={portfolio} />
        <Allocation holdings={portfolio.holdings} />
      </div>
      <ValueHistory {...range} history={isRangeOnItsWay ? undefined : portfolio} />
      <Holdings holdings={portfolio.holdings} hasTraded={portfolio.hasTraded} />
    </>
  );
}

function NoHoldings() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<ChartPie size={24} />}
      title={t('portfolio.emptyTitle')}
      action={<ButtonLink to={paths.trade}>{t('portfolio.firstTrade')}</ButtonLink>}
    >
      {t('portfolio.emptyText')}
    </EmptyState>
  );
}

function PortfolioSkeleton() {
  const { t } = useTranslation();
  return (
    <SkeletonGroup className={styles.skeleton} label={t('portfolio.loading')}>
      <div className={styles.top}>
        <Skeleton height="12rem" shape="block" />
        <Skeleton height="12rem" shape="block" />
      </div>
      <Skeleton height="30rem" shape="block" />
      <Skeleton height="16rem" shape="block" />
    </SkeletonGroup>
  );
}
