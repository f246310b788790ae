import { assetOf, type AssetCode } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { configQuery } from '../../domain/config-query.ts';
import { coinQuery, marketQuery } from '../../domain/market-query.ts';
import { ChangeText, PriceText } from '../../domain/price-text.tsx';

/** The price of a whole unit: a market's with its change of 24 hours, or the operator's. A dollar has none. */
export function AssetPrice({ currency }: { currency: AssetCode }) {
  const { marketId } = assetOf(currency);
  return marketId === null ? <FirmPrice currency={currency} /> : <MarketPrice marketId={marketId} />;
}

function FirmPrice({ currency }: { currency: AssetCode }) {
  const { data: config } = useQuery(configQuery);
  const price = currency === coinCode ? config?.coinPriceUsd : assetOf(currency).priceUsd;
  return price && <PriceText price={price} />;
}

function MarketPrice({ marketId }: { marketId: string }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { data: list } = useQuery(marketQuery);
  const listed = list?.coins.find(({ id }) => id === marketId);
  // The list has the largest coins. Any other is asked for by itself.
  const isAlone = list !== undefined && listed === undefined;
  const { data: alone } = useQuery({ ...coinQuery(marketId, queryClient), enabled: isAlone });
  const coin = listed ?? alone?.coin;
  if (!coin) return null;
  return (
    <>
      <PriceText price={coin.currentPrice} />
      <span>
        <ChangeText percent={coin.change24h} />{' '}
        <span className="visually-hidden">{t('market.in24Hours')}</span>
      </span>
    </>
  );
}
