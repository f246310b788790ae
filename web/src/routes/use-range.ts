import { useSharedSearch } from '../domain/shared-search.ts';

/** The range is part of the address, so it survives a reload and can be shared. The first range needs no mention. */
export function useRange<Range extends string>(ranges: readonly [Range, ...Range[]]) {
  const { search, changeSearch } = useSharedSearch();
  const asked = search.get('range');
  const range = ranges.find((known) => known === asked) ?? ranges[0];
  const chooseRange = (chosen: Range) => {
    changeSearch((latest) => {
      const next = new URLSearchParams(latest);
      if (chosen === ranges[0]) next.delete('range');
      else next.set('range', chosen);
      return next;
    });
  };
  return { range, chooseRange };
}
