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
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state-message.tsx';
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

/** What a person has: what it is worth and was, how it is spread, what it cost and gained. */
export function PortfolioPage({ range, onRangeChange }: PortfolioPageProps) {
  const { t } = useTranslation();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(portfolioQuery(range));
  return (
    <Page title={t('portfolio.title')}>
      {!data && !error && <PortfolioSkeleton />}
      {!data && error && (
        <Card>
          <ErrorState
            title={t('portfolio.failedToLoad')}
            message={errorMessage(error, t, { fallback: t('common.pleaseTryAgain') })}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        </Card>
      )}
      {data?.holdings.length === 0 && <NoHoldings />}
      {data && data.holdings.length > 0 && (
        <LoadedPortfolio
          portfolio={data}
          range={range}
          onRangeChange={onRangeChange}
          isRangeOnItsWay={isPlaceholderData}
        />
      )}
    </Page>
  );
}

interface LoadedPortfolioProps extends PortfolioPageProps {
  portfolio: ReplyOf<typeof getPortfolio>;
  /** What is there is of another range. */
  isRangeOnItsWay: boolean;
}

function LoadedPortfolio({ portfolio, isRangeOnItsWay, ...range }: LoadedPortfolioProps) {
  return (
    <>
      <div className={styles.top}>
        <TotalValue portfolio={portfolio} />
        <Allocation holdings={portfolio.holdings} />
      </div>
      <ValueHistory {...range} points={isRangeOnItsWay ? undefined : portfolio.points} />
      <Holdings holdings={portfolio.holdings} />
    </>
  );
}

function NoHoldings() {
  const { t } = useTranslation();
  return (
    <Card>
      <EmptyState
        icon={<ChartPie size={24} />}
        title={t('portfolio.emptyTitle')}
        action={<ButtonLink to={paths.trade}>{t('portfolio.firstTrade')}</ButtonLink>}
      >
        {t('portfolio.emptyText')}
      </EmptyState>
    </Card>
  );
}

function PortfolioSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.skeleton} aria-busy="true">
      <span className="visually-hidden" role="status">
        {t('portfolio.loading')}
      </span>
      <div className={styles.top}>
        <Skeleton height="12rem" shape="block" />
        <Skeleton height="12rem" shape="block" />
      </div>
      <Skeleton height="30rem" shape="block" />
      <Skeleton height="16rem" shape="block" />
    </div>
  );
}
