import { useState } from 'react';

interface PressedPart {
  /** The button was pressed: the part takes its place, and shows the button itself while it is on its way. */
  isPressed: boolean;
  /** The part could not be fetched: the button stands alone again. */
  giveUp: () => void;
  handlers: {
    onPointerEnter: () => void;
    onFocus: () => void;
    onClick: () => void;
  };
}

/**
 * For what opens at a button and is fetched when that is first pressed. A pointer or the focus on its way announces the
 * press; whether the fetch failed is told by the press itself.
 */
export function usePressedPart(load: () => Promise<unknown>): PressedPart {
  const [isPressed, setIsPressed] = useState(false);
  const preload = () => void load().catch(() => undefined);
  return {
    isPressed,
    giveUp: () => setIsPressed(false),
    handlers: { onPointerEnter: preload, onFocus: preload, onClick: () => setIsPressed(true) },
  };
}
