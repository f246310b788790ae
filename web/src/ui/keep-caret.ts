import type { ChangeEvent } from 'react';

/**
 * Writes the typed text as it shall be shown. It is set here, before React sets it, because React would move the caret to the
 * end. The rewriting keeps the number of characters. A text that an input method is still composing is left alone.
 */
export function changeKeepingCaret(
  { target, nativeEvent }: ChangeEvent<HTMLInputElement>,
  rewrite: (text: string) => string,
): string {
  if ('isComposing' in nativeEvent && nativeEvent.isComposing === true) return target.value;
  const text = rewrite(target.value);
  setKeepingCaret(target, text, target.selectionStart ?? text.length);
  return text;
}

export function setKeepingCaret(input: HTMLInputElement, text: string, caret: number): void {
  if (input.value === text) return;
  input.value = text;
  input.setSelectionRange(caret, caret);
}
