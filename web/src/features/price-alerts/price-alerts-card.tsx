import type { PriceAlert } from '@mercury/contract/api/price-alerts.ts';
import { limits } from '@mercury/contract/limits.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { BellPlus, Pause, Play, Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { useIsOnline } from '../../connection.ts';
import { CoinMark } from '../../domain/coin-mark.tsx';
import { useOpenedBy } from '../../domain/opened-by.ts';
import { OrderListSkeleton } from '../../domain/order-list-skeleton.tsx';
import styles from '../../domain/order-list.module.css';
import { OrderMenu } from '../../domain/order-menu.tsx';
import { priceInText } from '../../domain/prices.ts';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { MenuItem } from '../../ui/menu.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { TimeAgo } from '../../ui/time-text.tsx';
import { priceAlertsQuery, useDeletePriceAlert, useTogglePriceAlert } from './queries.ts';

const CreateDialog = lazyPart(
  async () => (await import('./create-price-alert-dialog.tsx')).CreatePriceAlertDialog,
);

const dialogName = 'price-alert-add';

/** Opens the dialog of the card that stands in the same page. */
export function NewPriceAlertButton() {
  const { t } = useTranslation();
  const { open } = useOpenedBy(dialogName);
  return (
    <IconButton label={t('priceAlerts.createTitle')} onClick={() => open()}>
      <BellPlus size={18} aria-hidden="true" />
    </IconButton>
  );
}

interface PriceAlertsCardProps {
  /** Of a new alert, to begin with. */
  currency: AssetCode;
  /** Leaves out the alerts of other coins. */
  isOfCoin?: boolean;
}

/** The person's price alerts. */
export function PriceAlertsCard({ currency, isOfCoin = false }: PriceAlertsCardProps) {
  const { t } = useTranslation();
  const query = useQuery(priceAlertsQuery);
  const { data: alerts } = query;
  const creation = useOpenedBy(dialogName);
  const isFull = alerts !== undefined && alerts.length >= limits.priceAlertsMax;
  const isListed = (alert: PriceAlert) => !isOfCoin || alert.currency === currency;
  const title = isOfCoin ? t('priceAlerts.ofCoin.title', { currency }) : t('priceAlerts.title');
  return (
    <Card
      title={title}
      action={
        alerts &&
        !isFull && (
          <OnlineButton
            variant="ghost"
            size="small"
            className={styles.add}
            icon={<Plus size={18} aria-hidden="true" />}
            aria-label={t('priceAlerts.createTitle')}
            onClick={() => creation.open()}
          >
            {t('priceAlerts.create')}
          </OnlineButton>
        )
      }
    >
      <QueryState
        query={query}
        skeleton={<OrderListSkeleton label={t('priceAlerts.loading')} />}
        failedTitle={t('priceAlerts.failedToLoad')}
        errorMessage={errorMessage}
        isEmpty={(loaded) => !loaded.some(isListed)}
        empty={isOfCoin ? <NoneOfCoin currency={currency} /> : <NoneAtAll />}
      >
        {(loaded) => (
          <ul className={styles.list} aria-label={title}>
            {loaded.filter(isListed).map((alert) => (
              <PriceAlertRow key={alert.id} alert={alert} />
            ))}
          </ul>
        )}
      </QueryState>
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

function NoneAtAll() {
  const { t } = useTranslation();
  return (
    <EmptyState icon={<BellPlus size={24} />} title={t('priceAlerts.emptyTitle')}>
      {t('priceAlerts.emptyText')}
    </EmptyState>
  );
}

function NoneOfCoin({ currency }: { currency: AssetCode }) {
  const { t } = useTranslation();
  return <p className={styles.none}>{t('priceAlerts.ofCoin.none', { currency })}</p>;
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

function PriceAlertRow({ alert }: { alert: PriceAlert }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const isOnline = useIsOnline();
  const toggle = useTogglePriceAlert();
  const removal = useDeletePriceAlert();
  const { id, currency, direction, price, state, triggeredAt } = alert;
  const line = t(`priceAlerts.line.${direction}`, {
    coin: currency,
    price: priceInText(price, t, formatTag),
  });
  const isBusy = toggle.isPending || removal.isPending;
  const problem = toggle.error ?? removal.error;

  function press(command: () => void) {
    // What the last press came to is over.
    toggle.reset();
    removal.reset();
    command();
  }

  return (
    <li className={styles.row} data-testid="price-alert" data-state={state}>
      <CoinMark asset={currency} size={32} />
      <div className={styles.about}>
        <p className={styles.name}>{line}</p>
        <p className={styles.detail}>
          {state === 'active' && t('priceAlerts.watching')}
          {state === 'paused' && <Badge>{t('priceAlerts.paused')}</Badge>}
          {state === 'triggered' && <Badge tone="completed">{t('priceAlerts.reached')}</Badge>}
          {state === 'triggered' && triggeredAt !== null && (
            <>
              {' '}
              <TimeAgo at={triggeredAt} />
            </>
          )}
        </p>
        {problem && <ProblemLine>{errorMessage(problem, t)}</ProblemLine>}
      </div>
      <OrderMenu label={t('priceAlerts.actions', { name: line })}>
        <MenuItem
          icon={
            state === 'active' ? (
              <Pause size={18} aria-hidden="true" />
            ) : (
              <Play size={18} aria-hidden="true" />
            )
          }
          isDisabled={!isOnline || isBusy}
          onSelect={() => press(() => toggle.mutate(alert))}
        >
          {state === 'active' ? t('priceAlerts.pause') : t('priceAlerts.resume')}
        </MenuItem>
        <MenuItem
          tone="danger"
          icon={<Trash2 size={18} aria-hidden="true" />}
          isDisabled={!isOnline || isBusy}
          onSelect={() => press(() => removal.mutate(id))}
        >
          {t('priceAlerts.delete')}
        </MenuItem>
      </OrderMenu>
    </li>
  );
}
