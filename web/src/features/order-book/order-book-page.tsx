import type { CandleInterval, Market } from '@mercury/contract/api/markets.ts';
import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { liveQueryOptions } from '../../api/live.ts';
import { configQuery } from '../../domain/config-query.ts';
import { useOpenedFor } from '../../domain/opened-by.ts';
import { walletsQuery } from '../../domain/wallets-query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { PageSkeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AmendDialog } from './amend-dialog.tsx';
import { Balances } from './balances.tsx';
import { middleOf } from './book-rows.ts';
import { BookTable } from './book-table.tsx';
import { ChartCard } from './chart-card.tsx';
import { useMarketFacts } from './market-facts.ts';
import { useMarketFeed } from './market-feed.ts';
import { MarketHead } from './market-head.tsx';
import { unitsOf } from './market-numbers.ts';
import styles from './order-book-page.module.css';
import { ofKind } from './order-draft.ts';
import { type OrderFlow, useOrderFlow } from './order-flow.ts';
import { OrderPanel } from './order-panel.tsx';
import { OpenOrders, OrderHistory, OwnFills } from './own-orders.tsx';
import { isAmendable, useIsVisitor, useOpenOrders } from './queries.ts';
import { TradesList } from './trades-list.tsx';
import { useIsPhone } from './use-is-phone.ts';

interface OrderBookPageProps {
  /** "BTC-USD". */
  symbol: string;
  /** The links to the other way to trade. */
  modes: ReactNode;
}

type Feed = ReturnType<typeof useMarketFeed>;

/** Where people trade with one another: chart, book, orders. */
export function OrderBookPage({ symbol, modes }: OrderBookPageProps) {
  const { t } = useTranslation();
  const [interval, setInterval] = useState<CandleInterval>('15m');
  const feed = useMarketFeed(symbol, interval);
  // Amounts are read by the assets of the moment.
  useQuery(configQuery);
  return (
    <div className={styles.page}>
      <PageHead title={t('orderBook.title', { market: symbol })} />
      {modes}
      <QueryState
        query={{
          data: feed.market,
          error: feed.marketError,
          isFetching: false,
          refetch: feed.askMarketAgain,
        }}
        skeleton={<PageSkeleton />}
        failedTitle={t('orderBook.failedToLoad')}
        errorMessage={errorMessage}
      >
        {(market) => (
          <Screen
            key={market.market}
            market={market}
            feed={feed}
            interval={interval}
            onIntervalChange={setInterval}
          />
        )}
      </QueryState>
    </div>
  );
}

interface ScreenProps {
  market: Market;
  feed: Feed;
  interval: CandleInterval;
  onIntervalChange: (interval: CandleInterval) => void;
}

const stateNotices = { post_only: 'postOnly', cancel_only: 'cancelOnly', halted: 'halted' } as const;

function Screen({ market, feed, interval, onIntervalChange }: ScreenProps) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const isVisitor = useIsVisitor();
  const { data: balance } = useQuery({ ...walletsQuery, ...liveQueryOptions, enabled: !isVisitor });
  const flow = useOrderFlow(isPhone);
  const { draft, edit, sheet } = flow;
  const { data: orders } = useOpenOrders(market.market);
  const amending = useOpenedFor('order-amend', orders?.filter(isAmendable));
  const availableOf = (currency: string) =>
    balance && (balance.wallets.find((wallet) => wallet.currency === currency)?.availableBalance ?? '0');

  /** The side stays: whoever wants to sell may look at either. */
  function takePrice(price: string) {
    if (!flow.isLost) {
      edit({ ...(draft.kind === 'market' ? ofKind(draft, 'limit') : draft), price });
    }
    if (isPhone) sheet.open();
  }

  const facts = useMarketFacts(market, feed.book, orders);
  const panel = <OrderPanel {...{ facts, availableOf, flow }} />;
  const chart = (
    <ChartCard {...{ market, interval, onIntervalChange }} candles={feed.candles} book={feed.book} />
  );
  const book = (
    <>
      <BookTable
        {...{ market, book: feed.book, own: facts.own, status: feed.status, askedAtMs: feed.askedAtMs }}
        onPrice={takePrice}
      />
      {market.houseQuotes && <p className={styles.house}>{t('orderBook.houseQuotes')}</p>}
    </>
  );
  const trades = <TradesList market={market} trades={feed.trades} />;
  const own = !isVisitor && (
    <Card className={styles.own}>
      <OwnTabs market={market} wallets={balance?.wallets ?? noWallets} onAmend={amending.open} />
    </Card>
  );
  const notice = market.state === 'open' ? undefined : stateNotices[market.state];
  return (
    <>
      <MarketHead market={market} middle={feed.book && middleOf(feed.book, unitsOf(market))} />
      {notice && <Notice tone="warning">{t(`orderBook.notices.${notice}`)}</Notice>}
      {isPhone ? (
        <PhoneViews views={{ chart, book, trades }} />
      ) : (
        <Columns {...{ chart, book, trades, own }} form={panel} />
      )}
      {isPhone && own}
      {amending.item && (
        <AmendDialog
          key={amending.key}
          {...{ facts, order: amending.item }}
          available={availableOf(amending.item.side === 'BUY' ? market.quote : market.base)}
          isOpen={amending.isOpen}
          onClose={amending.close}
        />
      )}
      {isPhone && (
        <PhoneOrder market={market} flow={flow}>
          {panel}
        </PhoneOrder>
      )}
    </>
  );
}

type Part = 'chart' | 'book' | 'trades' | 'form' | 'own';

function Columns({ chart, book, trades, form, own }: Readonly<Record<Part, ReactNode>>) {
  return (
    <div className={styles.columns}>
      <Card className={styles.chart}>{chart}</Card>
      <Card className={styles.book}>
        <BookOrTrades book={book} trades={trades} />
      </Card>
      <Card className={styles.form}>{form}</Card>
      {own}
    </div>
  );
}

function BookOrTrades({ book, trades }: { book: ReactNode; trades: ReactNode }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<'book' | 'trades'>('book');
  return (
    <Tabs
      label={t('orderBook.bookAndTrades')}
      tabs={(['book', 'trades'] as const).map((value) => ({ value, label: t(`orderBook.${value}`) }))}
      value={shown}
      onChange={setShown}
    >
      {shown === 'book' ? book : trades}
    </Tabs>
  );
}

type View = 'chart' | 'book' | 'trades';

function PhoneViews({ views }: { views: Readonly<Record<View, ReactNode>> }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<View>('chart');
  return (
    <Card className={styles.views}>
      <Tabs
        label={t('orderBook.views')}
        tabs={(['chart', 'book', 'trades'] as const).map((value) => ({
          value,
          label: t(`orderBook.${value}`),
        }))}
        value={shown}
        onChange={setShown}
      >
        {views[shown]}
      </Tabs>
    </Card>
  );
}

interface PhoneOrderProps {
  market: Market;
  flow: OrderFlow;
  children: ReactNode;
}

/** At the thumb: the two buttons, and the form as a sheet. */
function PhoneOrder({ market, flow: { sheet, place }, children }: PhoneOrderProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className={styles.bar} data-sheet="">
        <Button data-side="BUY" className={styles.side} onClick={() => sheet.openSheet('BUY')} isFullWidth>
          {t('orderBook.buy')}
        </Button>
        <Button data-side="SELL" className={styles.side} onClick={() => sheet.openSheet('SELL')} isFullWidth>
          {t('orderBook.sell')}
        </Button>
      </div>
      <Modal
        isOpen={sheet.isOpen}
        onClose={sheet.close}
        title={`${market.base}/${market.quote}`}
        dismissal={place.isPending ? 'none' : 'free'}
        dismissWarning={t('orderBook.cannotClose')}
      >
        {children}
      </Modal>
    </>
  );
}

const noWallets: Parameters<typeof Balances>[0]['wallets'] = [];

type OwnTab = 'openOrders' | 'history' | 'fills' | 'balances';
const ownTabs: readonly OwnTab[] = ['openOrders', 'history', 'fills', 'balances'];

type OwnTabsProps = Parameters<typeof Balances>[0] & Pick<Parameters<typeof OpenOrders>[0], 'onAmend'>;

const OwnTabs = memo(function OwnTabs({ market, wallets, onAmend }: OwnTabsProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<OwnTab>('openOrders');
  return (
    <Tabs
      label={t('orderBook.own')}
      tabs={ownTabs.map((value) => ({ value, label: t(`orderBook.tabs.${value}`) }))}
      value={shown}
      onChange={setShown}
    >
      {shown === 'openOrders' && <OpenOrders market={market} onAmend={onAmend} />}
      {shown === 'history' && <OrderHistory market={market} />}
      {shown === 'fills' && <OwnFills market={market} />}
      {shown === 'balances' && <Balances market={market} wallets={wallets} />}
    </Tabs>
  );
});
