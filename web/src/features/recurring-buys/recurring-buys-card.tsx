import type { RecurringBuy } from '@mercury/contract/api/recurring-buys.ts';
import { limits } from '@mercury/contract/limits.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { CalendarSync, Plus } from 'lucide-react';
import { useState } from 'react';
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
import { recurringBuysQuery } from './queries.ts';
import { RecurringBuyRow } from './recurring-buy-row.tsx';

const CreateDialog = lazyPart(
  async () => (await import('./create-recurring-buy-dialog.tsx')).CreateRecurringBuyDialog,
);
const DeleteDialog = lazyPart(
  async () => (await import('./delete-recurring-buy-dialog.tsx')).DeleteRecurringBuyDialog,
);

interface RecurringBuysCardProps {
  /** What a new one begins with. */
  currency?: AssetCode | undefined;
}

/** What is bought again and again, and how it went last. */
export function RecurringBuysCard({ currency }: RecurringBuysCardProps) {
  const { t } = useTranslation();
  const { data: buys, error, isFetching, refetch } = useQuery(recurringBuysQuery);
  const creation = useDialog();
  const isFull = buys !== undefined && buys.length >= limits.recurringBuysMax;
  return (
    <Card
      title={t('recurringBuys.title')}
      action={
        buys &&
        !isFull && (
          <OnlineButton
            variant="ghost"
            size="small"
            className={orderStyles.add}
            icon={<Plus size={18} aria-hidden="true" />}
            aria-label={t('recurringBuys.createTitle')}
            onClick={() => creation.open()}
          >
            {t('recurringBuys.create')}
          </OnlineButton>
        )
      }
    >
      {!buys && !error && <OrderListSkeleton label={t('recurringBuys.loading')} />}
      {!buys && error && (
        <ErrorState
          title={t('recurringBuys.failedToLoad')}
          message={errorMessage(error, t, { fallback: t('common.pleaseTryAgain') })}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {buys?.length === 0 && (
        <EmptyState icon={<CalendarSync size={24} />} title={t('recurringBuys.emptyTitle')}>
          {t('recurringBuys.emptyText')}
        </EmptyState>
      )}
      {buys && buys.length > 0 && <BuyList buys={buys} />}
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
      {t('recurringBuys.full', { limit: formatCount(limits.recurringBuysMax, formatTag) })}
    </Notice>
  );
}

function BuyList({ buys }: { buys: readonly RecurringBuy[] }) {
  const { t } = useTranslation();
  const removal = useDialog();
  const [removed, setRemoved] = useState<RecurringBuy>();
  return (
    <>
      <ul className={orderStyles.list} aria-label={t('recurringBuys.title')}>
        {buys.map((buy) => (
          <RecurringBuyRow
            key={buy.id}
            buy={buy}
            onDelete={() => {
              setRemoved(buy);
              removal.open();
            }}
          />
        ))}
      </ul>
      {removed && (
        <DeleteDialog
          key={removal.key}
          buy={removed}
          isOpen={removal.isOpen}
          onClose={removal.close}
          onGiveUp={removal.close}
        />
      )}
    </>
  );
}
