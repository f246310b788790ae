import { assetOf, assetOfMarket, type AssetCode } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AssetLabel } from '../../domain/asset-label.tsx';
import { configQuery } from '../../domain/config-query.ts';
import { marketQuery } from '../../domain/market-query.ts';
import { formatPrice } from '../../domain/prices.ts';
import { assetName } from '../../i18n/coin-name.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Money } from '../../ui/money.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { TransferSource } from './draft.ts';

interface SourceFieldProps {
  sources: readonly TransferSource[];
  currency: AssetCode;
  onChange: (currency: AssetCode) => void;
}

/** What to send: each by its name, its balance and its price. */
export function SourceField({ sources, currency, onChange }: SourceFieldProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const priceOf = usePrices();
  return (
    <SelectField
      label={t('transfer.currency')}
      value={currency}
      onChange={onChange}
      options={sources.map((source) => {
        const name = assetName(t, source.currency);
        const price = priceOf(source.currency);
        return {
          value: source.currency,
          text: `${name} ${source.currency}`,
          content: (
            <AssetLabel
              asset={source.currency}
              name={name}
              // All 18 decimals would be wider than a phone. "Max" fills in every digit.
              detail={<Money amount={source.availableBalance} asset={source.currency} precision="short" />}
              trailing={price !== undefined && <bdi dir="ltr">{formatPrice(price, formatTag)}</bdi>}
            />
          ),
        };
      })}
    />
  );
}

/** The US dollar price of a whole unit, as a decimal; undefined where none is known, and for the dollar. */
function usePrices(): (currency: AssetCode) => string | undefined {
  const { data: config } = useQuery(configQuery);
  const { data: market } = useQuery(marketQuery);
  return (currency) => {
    if (currency === coinCode) return config?.coinPriceUsd;
    const own = assetOf(currency).priceUsd;
    if (own !== null) return own;
    return market?.coins.find(({ id }) => assetOfMarket(id)?.code === currency)?.currentPrice;
  };
}
