import { limits } from '@mercury/contract/limits.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { BellPlus, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Card } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { OrderListSkeleton } from '../../ui/order-list-skeleton.tsx';
import orderStyles from '../../ui/order-list.module.css';
import { EmptyState, ErrorState } from '../../ui/state-message.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { PriceAlertRow } from './price-alert-row.tsx';
import { priceAlertsQuery } from './queries.ts';

const CreateDialog = lazyPart(
  async () => (await import('./create-price-alert-dialog.tsx')).CreatePriceAlertDialog,
);

interface PriceAlertsCardProps {
  /** What a new one begins with. */
  currency?: AssetCode | undefined;
}

/** The lines that somebody waits for a price to reach. */
export function PriceAlertsCard({ currency }: PriceAlertsCardProps) {
  const { t } = useTranslation();
  const { data: alerts, error, isFetching, refetch } = useQuery(priceAlertsQuery);
  const creation = useDialog();
  const isFull = alerts !== undefined && alerts.length >= limits.priceAlertsMax;
  return (
    <Card
      title={t('priceAlerts.title')}
      action={
        alerts &&
        !isFull && (
          <OnlineButton
            variant="ghost"
            size="small"
            className={orderStyles.add}
            icon={<Plus size={18} aria-hidden="true" />}
            aria-label={t('priceAlerts.createTitle')}
            onClick={() => creation.open()}
          >
            {t('priceAlerts.create')}
          </OnlineButton>
        )
      }
    >
      {!alerts && !error && <OrderListSkeleton label={t('priceAlerts.loading')} />}
      {!alerts && error && (
        <ErrorState
          title={t('priceAlerts.failedToLoad')}
          message={errorMessage(error, t, { fallback: t('common.pleaseTryAgain') })}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {alerts?.length === 0 && (
        <EmptyState icon={<BellPlus size={24} />} title={t('priceAlerts.emptyTitle')}>
          {t('priceAlerts.emptyText')}
        </EmptyState>
      )}
      {alerts && alerts.length > 0 && (
        <ul className={orderStyles.list} aria-label={t('priceAlerts.title')}>
          {alerts.map((alert) => (
            <PriceAlertRow key={alert.id} alert={alert} />
          ))}
        </ul>
      )}
      {isFull && <Full />}
      {creation.key > 0 && (
        <CreateDialog
          key={creation.key}
          currency={currency}
          isOpen={creation.isOpen}
          onClose={creation.close}
          onGiveUp={creation.close}
        />
      )}
    </Card>
  );
}

function Full() {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  return (
    <Notice tone="neutral">
      {t('priceAlerts.full', { limit: formatCount(limits.priceAlertsMax, formatTag) })}
    </Notice>
  );
}
