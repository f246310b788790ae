/**
 * A ref for content that replaces the focused part of a dialog: keyboard and screen reader continue there. The element needs a
 * tabIndex of -1.
 */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
