import { marketRanges } from '@mercury/contract/api/market.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../domain/config-query.ts';
import { useDialogAddress } from '../domain/dialog-address.ts';
import { CoinChart } from '../features/market/coin-chart.tsx';
import { PriceAlertsCard } from '../features/price-alerts/price-alerts-card.tsx';
import { RecurringBuysCard } from '../features/recurring-buys/recurring-buys-card.tsx';
import { TradePage } from '../features/trade/trade-page.tsx';
import { TradeModes } from '../features/order-book/trade-modes.tsx';
import { useRange } from './use-range.ts';

export function TradeRoute() {
  const { data: config } = useQuery(configQuery);
  const { open } = useDialogAddress();
  const { range, chooseRange } = useRange(marketRanges);

  function addMoney(currency: AssetCode) {
    const { canTopUp } = config?.rail ?? { canTopUp: true };
    if (currency === 'USD') {
      return canTopUp ? () => open({ kind: 'top-up', credit: 'USD' }) : undefined;
    }
    if (currency === coinCode) return canTopUp ? () => open({ kind: 'top-up' }) : undefined;
    const canDeposit = config?.assets.some(({ code, ...asset }) => code === currency && asset.canDeposit);
    return canDeposit ? () => open({ kind: 'deposit', currency }) : undefined;
  }

  return (
    <TradePage
      renderModes={(coin) => <TradeModes shown="simple" coin={coin} />}
      onAddMoney={addMoney}
      onShowWays={(currency) => open({ kind: 'add-money', currency })}
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
