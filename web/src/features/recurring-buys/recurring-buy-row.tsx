import type { RecurringBuy } from '@mercury/contract/api/recurring-buys.ts';
import { Pause, Play, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useIsOnline } from '../../connection.ts';
import { formatDateTime } from '../../i18n/formats.ts';
import { refusalWords } from '../../i18n/refusal-words.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Badge } from '../../ui/badge.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { MenuItem } from '../../ui/menu.tsx';
import { moneyText } from '../../ui/money-text.ts';
import { OrderMenu } from '../../ui/order-menu.tsx';
import styles from '../../ui/order-list.module.css';
import { TimeAgo } from '../../ui/time-text.tsx';
import { rhythmText } from './rhythm.ts';
import { useToggleRecurringBuy } from './use-recurring-buys.ts';

interface RecurringBuyRowProps {
  buy: RecurringBuy;
  onDelete: () => void;
}

export function RecurringBuyRow({ buy, onDelete }: RecurringBuyRowProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const isOnline = useIsOnline();
  const { mutate: toggle, isPending } = useToggleRecurringBuy();
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
