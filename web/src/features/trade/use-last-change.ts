import type { Quote } from '@mercury/contract/api/trade.ts';
import { useState } from 'react';
import { termsOf } from './draft.ts';

/** The offer that stood here before, where this one says something else; undefined where nothing has changed. */
export function useLastChange(quote: Quote): Quote | undefined {
  const [seen, setSeen] = useState<{ quote: Quote; before: Quote | undefined }>({
    quote,
    before: undefined,
  });
  if (seen.quote.id === quote.id) return seen.before;
  const before = termsOf(seen.quote) === termsOf(quote) ? undefined : seen.quote;
  setSeen({ quote, before });
  return before;
}
