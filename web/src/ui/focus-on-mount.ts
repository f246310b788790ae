/**
 * A ref for what replaces the part of a dialog that had the focus: the keyboard and a screen reader go on from there.
 * The element needs a tabIndex of -1.
 */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
