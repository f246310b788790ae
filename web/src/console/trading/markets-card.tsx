import type { TradingMarket } from '@mercury/contract/console/trading.ts';
import { ListOrdered } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { useMay } from '../api/me.ts';
import consoleStyles from '../console.module.css';
import queueStyles from '../queue.module.css';
import { RowButton } from '../row-button.tsx';
import { useItemDialog } from '../use-item-dialog.ts';
import { MarketStateDialog } from './market-state-dialog.tsx';

export function MarketsCard({ markets }: { markets: readonly TradingMarket[] }) {
  const { t } = useTranslation('console');
  const mayChange = useMay('trading.halt');
  const changing = useItemDialog<TradingMarket>();
  return (
    <Card title={t('trading.markets')}>
      {markets.length === 0 && <EmptyState icon={<ListOrdered size={24} />} title={t('trading.noMarkets')} />}
      <ul className={consoleStyles.list}>
        {markets.map((market) => (
          <li key={market.market} className={queueStyles.row} data-testid={`market-${market.market}`}>
            <MarketFacts market={market} />
            {mayChange && (
              <RowButton
                label={t('trading.changeState')}
                name={t('trading.changeStateOf', { market: market.market })}
                onClick={() => changing.open(market)}
              />
            )}
          </li>
        ))}
      </ul>
      {changing.item && (
        <MarketStateDialog
          key={changing.opening}
          market={changing.item}
          isOpen={changing.isOpen}
          onClose={changing.close}
        />
      )}
    </Card>
  );
}

const tones = { open: 'completed', post_only: 'warning', cancel_only: 'warning', halted: 'neutral' } as const;

function MarketFacts({
  market: { market, quote, state, inForce, lastPrice, houseQuotes },
}: {
  market: TradingMarket;
}) {
  const { t } = useTranslation('console');
  const formatTag = useFormatTag();
  return (
    <div className={queueStyles.about}>
      <p className={consoleStyles.name}>
        <bdi dir="ltr">{market}</bdi>
        <Badge tone={tones[inForce]}>{t(`trading.marketStates.${inForce}`)}</Badge>
      </p>
      <p className={queueStyles.meta}>
        {state !== inForce && (
          <>
            {t('trading.setTo')} {t(`trading.marketStates.${state}`)}
            {' · '}
          </>
        )}
        {lastPrice !== null && (
          <>
            {t('trading.lastPrice')} <Money amount={lastPrice} asset={quote} precision="exact" />
            {' · '}
          </>
        )}
        {houseQuotes.isOn
          ? t('trading.quotesOn', {
              bids: formatCount(houseQuotes.bids, formatTag),
              asks: formatCount(houseQuotes.asks, formatTag),
            })
          : t('trading.quotesOff')}
      </p>
    </div>
  );
}
