import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { type ComponentState, getStatus, type StatusComponent } from '@mercury/contract/api/status.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { paths } from '../../paths.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state-message.tsx';
import { TimeAgo } from '../../ui/time-text.tsx';
import { PublicPage } from './public-page.tsx';
import styles from './status-page.module.css';

type Status = ReplyOf<typeof getStatus>;

const refreshMs = 30_000;

const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => call(getStatus, { signal }),
  staleTime: 0,
  refetchInterval: refreshMs,
  refetchOnWindowFocus: true,
});

/** Whether the service is well now, by its own word; if it gives none, that is said too. */
export function StatusPage() {
  const { t } = useTranslation();
  return (
    <PublicPage title={t('status.title')} lead={t('status.lead')}>
      <div className={styles.board}>
        <Board />
      </div>
      <p className={styles.help}>
        {t('status.helpText')} <Link to={paths.contact}>{t('legal.contactUs')}</Link>
      </p>
    </PublicPage>
  );
}

function Board() {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(statusQuery);
  // An earlier answer says nothing about now.
  if (error) {
    return (
      <ErrorState
        title={t('status.unreachable')}
        message={isUnanswered(error) ? undefined : errorMessage(error, t)}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  if (!data) return <BoardSkeleton />;
  return (
    <>
      <Summary components={data.components} />
      <ul className={styles.components}>
        {data.components.map(({ name, state }) => (
          <li key={name} className={styles.component}>
            <div>
              <h3>{t(`status.components.${name}.title`)}</h3>
              <p>
                <ComponentText name={name} status={data} />
              </p>
            </div>
            <Badge tone={toneOf[state]}>{t(`status.states.${state}`)}</Badge>
          </li>
        ))}
      </ul>
      <div className={styles.checked}>
        <p>
          {t('status.checked')} <TimeAgo at={data.checkedAt} />
        </p>
        <Button
          variant="secondary"
          size="small"
          icon={<RotateCw size={16} aria-hidden="true" />}
          isBusy={isFetching}
          onClick={() => void refetch()}
        >
          {t('status.checkNow')}
        </Button>
      </div>
    </>
  );
}

/** The title says so already; the words for it ask for the reader's own connection. */
function isUnanswered(error: Error): boolean {
  return error instanceof ApiError && error.code === 'NetworkError';
}

const toneOf: Readonly<Record<ComponentState, BadgeTone>> = {
  operational: 'completed',
  degraded: 'warning',
  down: 'failed',
  unknown: 'neutral',
};

function summaryOf(components: Status['components']): Exclude<ComponentState, 'unknown'> {
  if (components.some(({ state }) => state === 'down')) return 'down';
  return components.every(({ state }) => state === 'operational') ? 'operational' : 'degraded';
}

function Summary({ components }: Pick<Status, 'components'>) {
  const { t } = useTranslation();
  const state = summaryOf(components);
  const Icon = state === 'operational' ? CircleCheck : CircleAlert;
  return (
    <div role="status">
      <h2 className={styles.summary} data-state={state}>
        <Icon size={28} aria-hidden="true" />
        {t(`status.summary.${state}`)}
      </h2>
    </div>
  );
}

function ComponentText({
  name,
  status: { prices, trading },
}: {
  name: StatusComponent;
  status: Pick<Status, 'prices' | 'trading'>;
}) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  if (name === 'trading' && trading) {
    const { marketsOpen, marketsTotal } = trading;
    if (marketsOpen === 0) return t('status.marketsClosed');
    return t('status.marketsOpen', {
      open: formatCount(marketsOpen, formatTag),
      total: formatCount(marketsTotal, formatTag),
    });
  }
  if (name !== 'prices' || !prices) return t(`status.components.${name}.text`);
  if (prices.isPretended) return t('status.pricesPretended');
  return (
    <>
      {t('status.pricesAsOf')} <TimeAgo at={prices.asOf} />
    </>
  );
}

function BoardSkeleton() {
  const { t } = useTranslation();
  return (
    <SkeletonGroup label={t('status.loading')} className={styles.skeleton}>
      <Skeleton width="18rem" height="2rem" />
      <Skeleton height="26rem" shape="block" />
    </SkeletonGroup>
  );
}
