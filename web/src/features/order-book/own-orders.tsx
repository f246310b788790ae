import type { Fill, Market } from '@mercury/contract/api/markets.ts';
import type { Order } from '@mercury/contract/api/orders.ts';
import { parseDecimal } from '@mercury/contract/money/decimal.ts';
import { divide } from '@mercury/contract/money/rounding.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { useOpenedBy } from '../../domain/opened-by.ts';
import { formatPercent } from '../../domain/prices.ts';
import { formatMoment, formatSecondOf } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Money } from '../../ui/money.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { Price, Quantity } from './figures.tsx';
import { endReason } from './order-words.ts';
import {
  isAmendable,
  isOpen,
  useCancelAllOrders,
  useCancelOrder,
  useFills,
  useOpenOrders,
  useOrderHistory,
} from './queries.ts';
import styles from './tables.module.css';

function Waiting() {
  const { t } = useTranslation();
  return (
    <SkeletonGroup label={t('orderBook.loadingOrders')}>
      <Skeleton height="3rem" shape="block" />
    </SkeletonGroup>
  );
}

interface ListProps<Item> {
  query: Parameters<typeof QueryState<readonly Item[]>>[0]['query'];
  empty: string;
  children: (items: readonly Item[]) => ReactNode;
}

function List<Item>({ query, empty, children }: ListProps<Item>) {
  const { t } = useTranslation();
  return (
    <QueryState
      query={query}
      skeleton={<Waiting />}
      failedTitle={t('orderBook.failedToLoad')}
      errorMessage={errorMessage}
      isEmpty={(items) => items.length === 0}
      empty={<p className={styles.empty}>{empty}</p>}
    >
      {children}
    </QueryState>
  );
}

interface OpenOrdersProps {
  market: Market;
  onAmend: (order: Order) => void;
}

export function OpenOrders({ market, onAmend }: OpenOrdersProps) {
  const { t } = useTranslation();
  const query = useOpenOrders(market.market);
  const cancel = useCancelOrder();
  return (
    <>
      <CancelAll market={market} isOffered={(query.data?.length ?? 0) > 1} />
      <List query={query} empty={t('orderBook.noOpenOrders')}>
        {(orders) => (
          <ul className={styles.list}>
            {orders.map((order) => (
              <OrderRow key={order.id} market={market} order={order}>
                <span className={styles.actions}>
                  {isAmendable(order) && (
                    <Button variant="secondary" size="small" onClick={() => onAmend(order)}>
                      {t('orderBook.edit')}
                    </Button>
                  )}
                  <OnlineButton
                    variant="secondary"
                    size="small"
                    isBusy={cancel.isPending && cancel.variables?.id === order.id}
                    onClick={() => cancel.mutate(order)}
                  >
                    {t('orderBook.cancel')}
                  </OnlineButton>
                </span>
              </OrderRow>
            ))}
          </ul>
        )}
      </List>
    </>
  );
}

/** The question stays while orders come and go. */
function CancelAll({ market, isOffered }: { market: Market; isOffered: boolean }) {
  const { t } = useTranslation();
  const { isOpen, open, close } = useOpenedBy('orders-cancel');
  const cancelAll = useCancelAllOrders(market.market);
  return (
    <>
      {isOffered && (
        <div className={styles.all}>
          <Button variant="ghost" size="small" onClick={() => open()}>
            {t('orderBook.cancelAll')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isOpen}
        onClose={close}
        title={t('orderBook.cancelAllTitle', { market: market.market })}
        description={t('orderBook.cancelAllText')}
        confirmLabel={t('orderBook.cancelAll')}
        keepLabel={t('orderBook.keep')}
        isBusy={cancelAll.isPending}
        problem={cancelAll.error && errorMessage(cancelAll.error, t)}
        onConfirm={() => cancelAll.mutate(undefined, { onSuccess: close })}
        needsConnection
      />
    </>
  );
}

export function OrderHistory({ market }: { market: Market }) {
  const { t } = useTranslation();
  const query = useOrderHistory(market.market);
  return (
    <List query={query} empty={t('orderBook.noHistory')}>
      {(orders) => (
        <ul className={styles.list}>
          {orders.map((order) => (
            <OrderRow key={order.id} market={market} order={order}>
              <span className={styles.end} title={endReason(order.reason, t)}>
                {t(`orderBook.statuses.${order.status}`)}
              </span>
            </OrderRow>
          ))}
        </ul>
      )}
    </List>
  );
}

// More than any price or amount has.
const decimals = 18;

/** Of a budget, what was spent of it. One that traded in full may leave less than the next lot costs. */
function tradedPercent({ status, quantity, budget, filled, averagePrice }: Order): number {
  if (status === 'FILLED') return 100;
  const exact = (text: string | null) => parseDecimal(text ?? '0', decimals) ?? 0n;
  const whole = exact(quantity ?? budget);
  if (whole === 0n) return 0;
  const spent = (exact(filled) * exact(averagePrice)) / 10n ** BigInt(decimals);
  const traded = quantity === null ? spent : exact(filled);
  if (traded === 0n) return 0;
  return Math.min(99, Math.max(1, Number(divide(traded * 100n, whole, 'half-even'))));
}

interface OrderRowProps {
  market: Market;
  order: Order;
  /** What can be done, or what became of it. */
  children: ReactNode;
}

function OrderRow({ market, order, children }: OrderRowProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const kind = order.type === 'LIMIT' ? 'limit' : order.type === 'MARKET' ? 'market' : 'stop';
  const reason = isOpen(order) ? undefined : endReason(order.reason, t);
  return (
    <li className={styles.order} data-testid="own-order" data-status={order.status}>
      <span className={styles.facts}>
        <span className={styles.word} data-side={order.side}>
          {t(order.side === 'BUY' ? 'orderBook.buy' : 'orderBook.sell')} · {t(`orderBook.kinds.${kind}`)}
        </span>
        <span>
          {order.quantity === null ? (
            <Money amount={order.budget ?? '0'} asset={market.quote} precision="short" />
          ) : (
            <Quantity value={order.quantity} market={market} hasUnit />
          )}
        </span>
        {order.quantity === null && (
          <span>
            {t(order.side === 'BUY' ? 'orderBook.bought' : 'orderBook.sold')}:{' '}
            <Quantity value={order.filled} market={market} hasUnit />
          </span>
        )}
        {order.stopPrice !== null && (
          <span>
            {t('orderBook.stopPrice')}: <Price value={order.stopPrice} market={market} hasUnit />
          </span>
        )}
        {order.price !== null && (
          <span>
            {t('orderBook.price')}: <Price value={order.price} market={market} hasUnit />
          </span>
        )}
        {order.averagePrice !== null && (
          <span className={styles.quiet}>
            {t('orderBook.averagePrice')}: <Price value={order.averagePrice} market={market} hasUnit />
          </span>
        )}
        <span className={styles.quiet}>
          {t('orderBook.filledShare', { percent: formatPercent(String(tradedPercent(order)), formatTag) })}
        </span>
        <time className={styles.quiet} dateTime={order.createdAt}>
          {formatMoment(order.createdAt, formatTag)}
        </time>
        {reason && <span className={styles.quiet}>{reason}</span>}
      </span>
      {children}
    </li>
  );
}

export function OwnFills({ market }: { market: Market }) {
  const { t } = useTranslation();
  const query = useFills(market.market);
  return (
    <List query={query} empty={t('orderBook.noFills')}>
      {(fills) => (
        <ul className={styles.list}>
          {fills.map((fill) => (
            <FillRow key={`${fill.seq} ${fill.orderId}`} market={market} fill={fill} />
          ))}
        </ul>
      )}
    </List>
  );
}

function FillRow({ market, fill }: { market: Market; fill: Fill }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  return (
    <li className={styles.order} data-testid="own-fill">
      <span className={styles.facts}>
        <span className={styles.word} data-side={fill.side}>
          {t(fill.side === 'BUY' ? 'orderBook.bought' : 'orderBook.sold')}
        </span>
        <Quantity value={fill.quantity} market={market} hasUnit />
        <span>
          {t('orderBook.tradePrice')}: <Price value={fill.price} market={market} hasUnit />
        </span>
        <span className={styles.quiet}>
          {t('orderBook.fee')}: <Money amount={fill.fee} asset={fill.feeCurrency} precision="short" />
        </span>
        <span className={styles.quiet}>{t(fill.isMaker ? 'orderBook.maker' : 'orderBook.taker')}</span>
      </span>
      <time className={styles.end} dateTime={fill.tradedAt}>
        {formatSecondOf(fill.tradedAt, formatTag)}
      </time>
    </li>
  );
}
