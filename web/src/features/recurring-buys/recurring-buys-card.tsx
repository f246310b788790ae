import type { RecurringBuy } from '@mercury/contract/api/recurring-buys.ts';
import { limits } from '@mercury/contract/limits.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { CalendarSync, Pause, Play, Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { useIsOnline } from '../../connection.ts';
import { CoinMark } from '../../domain/coin-mark.tsx';
import { useOpenedBy, useOpenedFor } from '../../domain/opened-by.ts';
import { OrderListSkeleton } from '../../domain/order-list-skeleton.tsx';
import styles from '../../domain/order-list.module.css';
import { OrderMenu } from '../../domain/order-menu.tsx';
import { formatCount, formatDateTime } from '../../i18n/formats.ts';
import { refusalWords } from '../../i18n/refusal-words.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { MenuItem } from '../../ui/menu.tsx';
import { moneyText } from '../../ui/money-parts.ts';
import { Notice } from '../../ui/notice.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { TimeAgo } from '../../ui/time-text.tsx';
import { rhythmText } from './draft.ts';
import { recurringBuysQuery, useToggleRecurringBuy } from './queries.ts';

const CreateDialog = lazyPart(
  async () => (await import('./create-recurring-buy-dialog.tsx')).CreateRecurringBuyDialog,
);
const DeleteDialog = lazyPart(
  async () => (await import('./delete-recurring-buy-dialog.tsx')).DeleteRecurringBuyDialog,
);

interface RecurringBuysCardProps {
  /** Initial values of a new one. */
  currency?: AssetCode | undefined;
}

/** The recurring buys and their last results. */
export function RecurringBuysCard({ currency }: RecurringBuysCardProps) {
  const { t } = useTranslation();
  const query = useQuery(recurringBuysQuery);
  const { data: buys } = query;
  const creation = useOpenedBy('recurring-buy-add');
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
            className={styles.add}
            icon={<Plus size={18} aria-hidden="true" />}
            aria-label={t('recurringBuys.createTitle')}
            onClick={() => creation.open()}
          >
            {t('recurringBuys.create')}
          </OnlineButton>
        )
      }
    >
      <QueryState
        query={query}
        skeleton={<OrderListSkeleton label={t('recurringBuys.loading')} />}
        failedTitle={t('recurringBuys.failedToLoad')}
        errorMessage={errorMessage}
        isEmpty={({ length }) => length === 0}
        empty={
          <EmptyState icon={<CalendarSync size={24} />} title={t('recurringBuys.emptyTitle')}>
            {t('recurringBuys.emptyText')}
          </EmptyState>
        }
      >
        {(loaded) => <BuyList buys={loaded} />}
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
  const removal = useOpenedFor('recurring-buy-delete', buys);
  return (
    <>
      <ul className={styles.list} aria-label={t('recurringBuys.title')}>
        {buys.map((buy) => (
          <RecurringBuyRow key={buy.id} buy={buy} onDelete={() => removal.open(buy)} />
        ))}
      </ul>
      {removal.item && (
        <DeleteDialog
          key={removal.key}
          buy={removal.item}
          isOpen={removal.isOpen}
          onClose={removal.close}
          onGiveUp={removal.close}
        />
      )}
    </>
  );
}

interface RecurringBuyRowProps {
  buy: RecurringBuy;
  onDelete: () => void;
}

function RecurringBuyRow({ buy, onDelete }: RecurringBuyRowProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const isOnline = useIsOnline();
  const { mutate: toggle, isPending, error } = useToggleRecurringBuy();
  const { fromCurrency, amount, toCurrency, every, state, nextAt } = buy;
  const order = t('recurringBuys.order', {
    amount: moneyText(amount, fromCurrency, formatTag),
    coin: toCurrency,
  });
  const isPaused = state === 'paused';
  return (
    <li className={styles.row} data-testid="recurring-buy" data-state={state}>
      <CoinMark asset={toCurrency} size={32} />
      <div className={styles.about}>
        <p className={styles.name}>
          {order}
          {isPaused && <Badge>{t('recurringBuys.paused')}</Badge>}
        </p>
        <p className={styles.detail}>
          {rhythmText({ every, at: nextAt === null ? null : new Date(nextAt) }, t, formatTag)}
        </p>
        {nextAt !== null && (
          <p className={styles.detail}>
            <time dateTime={nextAt}>
              {t('recurringBuys.nextAt', { time: formatDateTime(nextAt, formatTag, { hasTime: true }) })}
            </time>
          </p>
        )}
        <LastRun run={buy.lastRun} />
        {error && <ProblemLine>{errorMessage(error, t)}</ProblemLine>}
      </div>
      <OrderMenu label={t('recurringBuys.actions', { name: order })}>
        <MenuItem
          icon={isPaused ? <Play size={18} aria-hidden="true" /> : <Pause size={18} aria-hidden="true" />}
          isDisabled={!isOnline || isPending}
          onSelect={() => toggle(buy)}
        >
          {isPaused ? t('recurringBuys.resume') : t('recurringBuys.pause')}
        </MenuItem>
        <MenuItem
          tone="danger"
          icon={<Trash2 size={18} aria-hidden="true" />}
          isDisabled={!isOnline}
          onSelect={onDelete}
        >
          {t('recurringBuys.delete')}
        </MenuItem>
      </OrderMenu>
    </li>
  );
}

function LastRun({ run }: { run: RecurringBuy['lastRun'] }) {
  const { t } = useTranslation();
  if (run === null) return null;
  if (run.refusal === null) {
    return (
      <p className={styles.detail}>
        {t('recurringBuys.lastBought')} · <TimeAgo at={run.at} />
      </p>
    );
  }
  return (
    <p className={styles.detail} data-tone="warning">
      {t('recurringBuys.lastRefused', { reason: refusalWords(t, run.refusal) })} · <TimeAgo at={run.at} />
    </p>
  );
}
