import { marketRanges } from '@mercury/contract/api/market.ts';
import { CoinChart } from '../features/market/coin-chart.tsx';
import { PriceAlertsCard } from '../features/price-alerts/price-alerts-card.tsx';
import { RecurringBuysCard } from '../features/recurring-buys/recurring-buys-card.tsx';
import { TradePage } from '../features/trade/trade-page.tsx';
import { TradeModes } from '../features/order-book/trade-modes.tsx';
import { useRange } from './use-range.ts';

export function TradeRoute() {
  const { range, chooseRange } = useRange(marketRanges);
  return (
    <TradePage
      renderModes={(coin) => <TradeModes shown="simple" coin={coin} />}
      renderChart={(coin) => <CoinChart asset={coin} range={range} onRangeChange={chooseRange} />}
      renderAside={(coin) => (
        <>
          <RecurringBuysCard currency={coin} />
          <PriceAlertsCard currency={coin} />
        </>
      )}
    />
  );
}
