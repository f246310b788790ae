import { isAssetCode, type AssetCode } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { configQuery } from '../domain/config-query.ts';
import { useSession } from '../api/use-session.ts';
import { PriceAlertsCard } from '../features/price-alerts/price-alerts-card.tsx';
import { RecurringBuysCard } from '../features/recurring-buys/recurring-buys-card.tsx';
import { TradePage } from '../features/trade/trade-page.tsx';
import { DashboardDialogs, useDashboardDialogs } from './dashboard-dialogs.tsx';

export function TradeRoute() {
  const { user } = useSession();
  const { data: config } = useQuery(configQuery);
  const dialogs = useDashboardDialogs();
  const [search] = useSearchParams();
  // The coin that the person comes from.
  const asked = search.get('to');
  const currency = isAssetCode(asked) ? asked : undefined;

  function addMoney(currency: AssetCode) {
    const { canTopUp } = config?.rail ?? { canTopUp: true };
    if (currency === 'USD') {
      return canTopUp ? () => dialogs.open({ kind: 'topUp', creditCurrency: 'USD' }) : undefined;
    }
    if (currency === coinCode) return canTopUp ? () => dialogs.open({ kind: 'topUp' }) : undefined;
    const canDeposit = config?.assets.some(({ code, ...asset }) => code === currency && asset.canDeposit);
    return canDeposit ? () => dialogs.open({ kind: 'deposit', currency }) : undefined;
  }

  // The guards let only signed-in people through. While the session ends, there is nobody to show.
  if (!user) return null;
  return (
    <>
      <TradePage
        onAddMoney={addMoney}
        aside={
          <>
            <RecurringBuysCard currency={currency} />
            <PriceAlertsCard currency={currency} />
          </>
        }
      />
      <DashboardDialogs {...dialogs} hasTwoFactor={user.twoFactorEnabled} />
    </>
  );
}
