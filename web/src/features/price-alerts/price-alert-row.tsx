import type { PriceAlert } from '@mercury/contract/api/price-alerts.ts';
import { Pause, Play, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useIsOnline } from '../../connection.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Badge } from '../../ui/badge.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { MenuItem } from '../../ui/menu.tsx';
import { OrderMenu } from '../../ui/order-menu.tsx';
import styles from '../../ui/order-list.module.css';
import { formatPrice } from '../../ui/price-format.ts';
import { TimeAgo } from '../../ui/time-text.tsx';
import { useDeletePriceAlert, useTogglePriceAlert } from './use-price-alerts.ts';

export function PriceAlertRow({ alert }: { alert: PriceAlert }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const isOnline = useIsOnline();
  const toggle = useTogglePriceAlert();
  const removal = useDeletePriceAlert();
  const { id, currency, direction, price, state, triggeredAt } = alert;
  const line = t(`priceAlerts.line.${direction}`, {
    coin: currency,
    price: `\u2066${formatPrice(price, formatTag)}\u2069`,
  });
  const isBusy = toggle.isPending || removal.isPending;
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
          onSelect={() => toggle.mutate(alert)}
        >
          {state === 'active' ? t('priceAlerts.pause') : t('priceAlerts.resume')}
        </MenuItem>
        <MenuItem
          tone="danger"
          icon={<Trash2 size={18} aria-hidden="true" />}
          isDisabled={!isOnline || isBusy}
          onSelect={() => removal.mutate(id)}
        >
          {t('priceAlerts.delete')}
        </MenuItem>
      </OrderMenu>
    </li>
  );
}
