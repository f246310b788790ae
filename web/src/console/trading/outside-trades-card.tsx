import type { OutsideTrade } from '@mercury/contract/console/trading.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { DateText } from '../../ui/time-text.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { useMay } from '../api/me.ts';
import consoleStyles from '../console.module.css';
import { PagedList } from '../paged-list.tsx';
import { bookTransferPath } from '../paths.ts';
import { OutsideTradeDialog } from './outside-trade-dialog.tsx';
import { outsideTradesQuery } from './queries.ts';

/** What the house traded elsewhere. */
export function OutsideTradesCard() {
  const { t } = useTranslation('console');
  const mayBook = useMay('trading.hedge');
  const query = useInfiniteQuery(outsideTradesQuery);
  const booking = useDialog();
  return (
    <Card
      title={t('trading.outside')}
      action={
        mayBook && (
          <Button variant="secondary" size="small" aria-haspopup="dialog" onClick={booking.open}>
            {t('trading.book')}
          </Button>
        )
      }
    >
      <p className={consoleStyles.quiet}>{t('trading.outsideText')}</p>
      <PagedList
        query={query}
        itemsOf={({ trades }) => trades}
        loadingLabel={t('trading.outsideLoading')}
        failedTitle={t('trading.outsideFailed')}
        empty={
          <EmptyState icon={<ArrowLeftRight size={24} />} title={t('trading.noOutside')}>
            {t('trading.noOutsideText')}
          </EmptyState>
        }
      >
        {(trades) => (
          <ul className={consoleStyles.list}>
            {trades.map((trade) => (
              <TradeRow key={trade.id} trade={trade} />
            ))}
          </ul>
        )}
      </PagedList>
      {mayBook && <OutsideTradeDialog key={booking.key} isOpen={booking.isOpen} onClose={booking.close} />}
    </Card>
  );
}

function TradeRow({ trade }: { trade: OutsideTrade }) {
  const { t } = useTranslation('console');
  const mayReadBooks = useMay('books.read');
  const { transferId, venue, reference, tradedAt, bookedBy, isReversed } = trade;
  return (
    <li className={consoleStyles.row} data-testid="outside-trade">
      <div className={consoleStyles.about}>
        <p className={consoleStyles.name}>
          <Money amount={`-${trade.givenAmount}`} asset={trade.givenCurrency} precision="exact" />
          <Money
            amount={trade.receivedAmount}
            asset={trade.receivedCurrency}
            signs="always"
            precision="exact"
          />
          {isReversed && <Badge tone="warning">{t('trading.reversed')}</Badge>}
        </p>
        <p className={consoleStyles.meta}>
          <bdi>{venue}</bdi> · <bdi dir="ltr">{reference}</bdi> · <DateText at={tradedAt} />
        </p>
        <p className={consoleStyles.meta}>
          {t('trading.bookedBy')} <bdi>{bookedBy}</bdi>
        </p>
      </div>
      {mayReadBooks && <Link to={bookTransferPath(transferId)}>{t('trading.toBooks')}</Link>}
    </li>
  );
}
