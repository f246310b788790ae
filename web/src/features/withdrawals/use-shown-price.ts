import { parsePrice, type Price } from '@mercury/contract/money/price.ts';
import { useQuery } from '@tanstack/react-query';
import { type AssetOffer, configQuery } from '../../domain/config-query.ts';
import { marketQuery } from '../../domain/market-query.ts';

/** The US dollar price of a whole unit, to be shown only; undefined where nobody says one. */
export function useShownPrice({ code, priceUsd, marketId }: AssetOffer): Price | undefined {
  const { data: config } = useQuery(configQuery);
  const { data: market } = useQuery({ ...marketQuery, enabled: marketId !== null });
  const ofOperator = code === config?.coin ? config.coinPriceUsd : priceUsd;
  const text = ofOperator ?? market?.coins.find(({ id }) => id === marketId)?.currentPrice;
  return text === undefined ? undefined : parsePrice(code, text);
}
