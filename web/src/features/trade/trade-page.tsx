import type { Wallet } from '@mercury/contract/api/wallets.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { liveQueryOptions } from '../../api/live.ts';
import { type Config, configQuery } from '../../domain/config-query.ts';
import { useDraft } from '../../domain/drafts.ts';
import { formatBps } from '../../domain/prices.ts';
import { useSharedSearch } from '../../domain/shared-search.ts';
import { walletsQuery } from '../../domain/wallets-query.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Card } from '../../ui/card.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { FormSkeleton, QueryState } from '../../ui/query-state.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import {
  coinOf,
  completePair,
  type Draft,
  draftOf,
  emptyDraft,
  isKeptFor,
  keptOf,
  offeredTypes,
  type Pair,
  readWantedPair,
  type Typed,
  typeKeys,
  withType,
  writePair,
} from './draft.ts';
import { TradeForm } from './trade-form.tsx';
import styles from './trade.module.css';

interface TradePageProps {
  /** Above the page: the other ways to trade that coin. */
  renderModes: (coin: AssetCode) => ReactNode;
  /** The price of the coin that the trade is about. */
  renderChart: (coin: AssetCode) => ReactNode;
  /** Below the chart: other actions about that coin. */
  renderAside: (coin: AssetCode) => ReactNode;
}

/** Buying, selling and exchanging at a firm price. */
export function TradePage({ renderModes, renderChart, renderAside }: TradePageProps) {
  const { t } = useTranslation();
  const balance = useQuery({ ...walletsQuery, ...liveQueryOptions });
  const config = useQuery(configQuery);
  const { pair } = usePair(balance.data?.wallets ?? []);
  return (
    <Page title={t('trade.title')}>
      {renderModes(coinOf(pair))}
      <div className={styles.columns}>
        <Card className={styles.ticket}>
          <QueryState
            query={{
              data: config.data && balance.data,
              error: balance.error ?? config.error,
              isFetching: balance.isFetching || config.isFetching,
              refetch: () => {
                if (!balance.data) void balance.refetch();
                if (!config.data) void config.refetch();
              },
            }}
            skeleton={
              <FormSkeleton label={t('trade.loading')} heights={['2.625rem', '11rem', '7rem', '3.25rem']} />
            }
            failedTitle={t('trade.failedToLoad')}
            errorMessage={errorMessage}
          >
            {({ wallets }) => <TradePanel wallets={wallets} />}
          </QueryState>
        </Card>
        <div className={styles.beside}>
          {renderChart(coinOf(pair))}
          <div className={styles.aside}>{renderAside(coinOf(pair))}</div>
        </div>
        {config.data && <TradeTerms terms={config.data.trade} />}
      </div>
    </Page>
  );
}

/** The pair is part of the address, so it survives a reload and can be shared or linked to. */
function usePair(wallets: readonly Wallet[]) {
  const { search, changeSearch } = useSharedSearch();
  const held = wallets
    .filter(({ availableBalance }) => /[1-9]/.test(availableBalance))
    .map(({ currency }) => currency);
  const pair = completePair(readWantedPair(search), held);
  return { search, changeSearch, held, pair };
}

/** What the person trades, and at which price. */
export function TradePanel({ wallets }: { wallets: readonly Wallet[] }) {
  const { t } = useTranslation();
  const { search, changeSearch, held, pair } = usePair(wallets);
  const { values: kept } = useDraft('trade', keptOf(emptyDraft, pair.from), {
    isUsable: (values) => isKeptFor(values, pair),
  });
  const [typed, setTyped] = useState<Typed>({ draft: kept, asset: kept.asset });

  function show(next: Pair) {
    changeSearch((latest) => writePair(next, latest));
  }

  function type(draft: Draft) {
    setTyped({ draft, asset: pair[draft.side] });
    // From now on the address names the pair: the defaults depend on balances, which this trade will change.
    if (search.get('from') !== pair.from || search.get('to') !== pair.to) show(pair);
  }

  return (
    <Tabs
      label={t('trade.tabs')}
      tabs={offeredTypes().map((type) => ({ value: type, label: t(`trade.type.${typeKeys[type]}`) }))}
      value={pair.type}
      onChange={(next) => show(withType(pair, next, held))}
    >
      <TradeForm
        pair={pair}
        draft={draftOf(typed, pair)}
        wallets={wallets}
        held={held}
        onPairChange={show}
        onDraftChange={type}
        onTraded={() => setTyped({ draft: emptyDraft, asset: pair.from })}
      />
    </Tabs>
  );
}

/** The operator's terms of trade, shown before anything is typed. */
function TradeTerms({ terms }: { terms: Config['trade'] }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  return (
    <Card title={t('trade.terms')}>
      <p className={styles.quiet}>{t('trade.termsText')}</p>
      <DetailList>
        <Detail label={t('trade.fee')}>{formatBps(terms.feeBps, formatTag)}</Detail>
        <Detail label={t('trade.spreadAtLeast')}>{formatBps(terms.spreadBps, formatTag)}</Detail>
        <Detail label={t('trade.orderMin')}>
          <Money amount={terms.orderUsdMin} asset="USD" />
        </Detail>
        <Detail label={t('trade.orderMax')}>
          <Money amount={terms.orderUsdMax} asset="USD" />
        </Detail>
        <Detail label={t('trade.dayMax')}>
          <Money amount={terms.dayUsdMax} asset="USD" />
        </Detail>
      </DetailList>
    </Card>
  );
}
