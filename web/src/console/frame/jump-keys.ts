import { useEffect, useEffectEvent } from 'react';
import { readStored, removeStored, writeStored } from '../../storage.ts';

const jumpWithinMs = 1500;
/** Keys of one letter can be turned off: speech input would press them (WCAG 2.1.4). */
const offKey = 'consoleKeysOff';

export const areKeysOn = (): boolean => readStored(offKey) === null;

export function turnKeys(isOn: boolean): void {
  if (isOn) removeStored(offKey);
  else writeStored(offKey, 'off');
}

type Press = Pick<KeyboardEvent, 'key' | 'code'>;

/** Where letters are not Latin, the key is known by its place. */
export function letterOf({ key, code }: Press): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? '';
}

const asksForKeys = ({ key }: Press): boolean => key === '?' || key === '؟' || key === '？';

/** While a person types, or a dialog or menu is open, keys belong to it. */
function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null) return true;
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}

interface JumpKeys {
  /** By the key after G. */
  destinations: ReadonlyMap<string, string>;
  onJump: (path: string) => void;
  onAskForKeys: () => void;
}

/** G and then a letter leads to a page; ? shows which. */
export function useJumpKeys({ destinations, onJump, onAskForKeys }: JumpKeys): void {
  const press = useEffectEvent((event: KeyboardEvent, isAfterG: boolean) => {
    if (asksForKeys(event)) {
      event.preventDefault();
      onAskForKeys();
      return;
    }
    const path = isAfterG ? destinations.get(letterOf(event)) : undefined;
    if (path === undefined) return;
    event.preventDefault();
    onJump(path);
  });
  useEffect(() => {
    let pressedGAtMs = -Infinity;
    function listen(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey || !areKeysOn() || isElsewhere(event.target)) return;
      const isAfterG = event.timeStamp - pressedGAtMs < jumpWithinMs;
      pressedGAtMs = letterOf(event) === 'g' ? event.timeStamp : -Infinity;
      press(event, isAfterG);
    }
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
