import type { CoinStatistics } from '@mercury/contract/api/market.ts';
import { formatPrice } from '@mercury/contract/money/price.ts';
import * as z from 'zod';
import { scaledSchema } from './read-numbers.ts';

/** Zero stands for what the service does not know. What can't be used counts as unsaid, and spoils nothing else. */
const figureSchema = scaledSchema
  .refine((scaled) => scaled > 0n)
  .optional()
  .catch(undefined);

/** What CoinGecko says of a coin beyond its price, in the answer that has the price. */
export const statisticsFields = {
  market_cap_rank: z
    .string()
    .regex(/^[1-9][0-9]{0,5}$/)
    .transform(Number)
    .optional()
    .catch(undefined),
  market_cap: figureSchema,
  total_volume: figureSchema,
  high_24h: figureSchema,
  low_24h: figureSchema,
  ath: figureSchema,
  ath_date: z.iso.datetime({ offset: true }).optional().catch(undefined),
  circulating_supply: figureSchema,
};
const statisticsSchema = z.object(statisticsFields);

export function presentStatistics(said: z.output<typeof statisticsSchema>): CoinStatistics {
  const { ath, ath_date: athDate } = said;
  return {
    rank: said.market_cap_rank,
    marketValue: presentFigure(said.market_cap),
    volume24h: presentFigure(said.total_volume),
    high24h: presentFigure(said.high_24h),
    low24h: presentFigure(said.low_24h),
    allTimeHigh:
      ath === undefined || athDate === undefined
        ? undefined
        : { price: formatPrice({ scaledUsd: ath }), at: new Date(athDate).toISOString() },
    circulatingSupply: presentFigure(said.circulating_supply),
  };
}

function presentFigure(scaledUsd: bigint | undefined): string | undefined {
  return scaledUsd === undefined ? undefined : formatPrice({ scaledUsd });
}
