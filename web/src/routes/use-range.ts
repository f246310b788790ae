import { useSearchParams } from 'react-router';

/** The range is part of the address, so it survives a reload and can be shared. The first range needs no mention. */
export function useRange<Range extends string>(ranges: readonly [Range, ...Range[]]) {
  const [searchParams, setSearchParams] = useSearchParams();
  const asked = searchParams.get('range');
  const range = ranges.find((known) => known === asked) ?? ranges[0];
  const chooseRange = (chosen: Range) => {
    const next = new URLSearchParams(searchParams);
    if (chosen === ranges[0]) next.delete('range');
    else next.set('range', chosen);
    setSearchParams(next, { replace: true, preventScrollReset: true });
  };
  return { range, chooseRange };
}
