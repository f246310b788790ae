import type { Autocomplete } from '@base-ui/react/autocomplete';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SearchEntry } from './search-entry.ts';

interface EnterOptions {
  query: string;
  /** As they are listed. */
  finds: readonly SearchEntry[];
  /** More may be found in a moment. */
  isLoading: boolean;
  onChoose: (entry: SearchEntry) => void;
}

/** A press by the field's own handler: the library's would choose by the place in a list that may have changed since. */
type FieldPress = KeyboardEvent<HTMLInputElement> & { preventBaseUIHandler: () => void };

const isPlain = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) =>
  !(altKey || ctrlKey || metaKey || shiftKey);

/** The Enter that ends a composition is the keyboard's own. Safari tells it by its code alone, the composition being over. */
const isOfComposition = ({ nativeEvent, which }: FieldPress) => nativeEvent.isComposing || which === 229;

/**
 * Enter chooses the marked find. While more is on its way for what was typed, it waits for that, unless the person has moved the
 * mark: what they had in mind may not be listed yet.
 */
export function useEnter({ query, finds, isLoading, onChoose }: EnterOptions) {
  const marked = useRef<SearchEntry>(undefined);
  const movedIn = useRef<string>(undefined);
  const [awaitedFor, setAwaitedFor] = useState<string>();
  const isAwaited = awaitedFor === query;

  function chooseMarked() {
    const entry = finds.find(({ id }) => id === marked.current?.id) ?? finds[0];
    if (entry) onChoose(entry);
  }
  const goOn = useEffectEvent(chooseMarked);
  useEffect(() => {
    if (isAwaited && !isLoading) goOn();
  }, [isAwaited, isLoading]);

  return {
    isAwaited: isAwaited && isLoading,
    onHighlight: (entry: SearchEntry | undefined, { reason }: Autocomplete.Root.HighlightEventDetails) => {
      marked.current = entry;
      if (reason === 'keyboard') movedIn.current = query;
    },
    onKeyDown: (press: FieldPress) => {
      if (press.key !== 'Enter' || isOfComposition(press) || !isPlain(press)) return;
      press.preventBaseUIHandler();
      press.preventDefault();
      if (isLoading && query.trim() !== '' && movedIn.current !== query) setAwaitedFor(query);
      else chooseMarked();
    },
  };
}
