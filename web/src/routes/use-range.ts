import { type MarketRange, marketRanges } from '@mercury/contract/api/market.ts';
import { useSearchParams } from 'react-router';

/** The range is part of the address, so it survives a reload and can be shared. */
export function useRange() {
  const [searchParams, setSearchParams] = useSearchParams();
  const asked = searchParams.get('range');
  const range = marketRanges.find((known) => known === asked) ?? 'day';
  const chooseRange = (chosen: MarketRange) => {
    setSearchParams(chosen === 'day' ? {} : { range: chosen }, { replace: true, preventScrollReset: true });
  };
  return { range, chooseRange };
}
