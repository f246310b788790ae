import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { nextFrames } from './clock.ts';

export const field = (name: string): Locator => page.getByRole('textbox', { name });
export const checkbox = (name: string): Locator => page.getByRole('checkbox', { name });
export const button = (name: string): Locator => page.getByRole('button', { name });

/** Wrong, and a screen reader that comes to the field says why. */
export async function expectFieldError(control: Locator, text: string): Promise<void> {
  await expect.element(control).toHaveAccessibleDescription(expect.stringContaining(text));
  await expect.element(control).toHaveAttribute('aria-invalid', 'true');
}

export async function expectFieldRight(control: Locator): Promise<void> {
  await expect.element(control).not.toHaveAttribute('aria-invalid');
}

/** A message of the corner, by its heading. */
export async function expectToast(title: string): Promise<void> {
  await expect
    .element(page.getByRole('region', { name: 'Notifications' }).getByText(title).first())
    .toBeVisible();
}

/** A paragraph of the page, read aloud. A toast is none, and what reads it aloud is none either. */
export async function expectProblem(text: string): Promise<void> {
  const standing = () =>
    page
      .getByRole('alert')
      .elements()
      .filter(({ tagName, textContent }) => tagName === 'P' && textContent.includes(text));
  await expect.poll(() => standing().length).toBe(1);
}

/** All that the corner says: a later outcome takes the place of an earlier one. */
export async function expectOnlyToast(text: string): Promise<void> {
  await expect
    .poll(() => page.getByRole('region', { name: 'Notifications' }).element().textContent)
    .toBe(text);
}

/** Presses twice, as fast as a hand could, before anything is rendered anew. */
export function pressTwice(control: Locator): void {
  const element = control.element();
  if (!(element instanceof HTMLElement)) throw new TypeError('only an element of HTML is pressed');
  element.click();
  element.click();
}

/** Pastes into whatever has the focus. */
export async function paste(text: string): Promise<void> {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  document.activeElement?.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  );
  await nextFrames();
}

/** Types one text after the other, each in the place of the last, with no time in between. */
export function typeAtOnce(control: Locator, texts: readonly string[]): void {
  const input = control.element();
  for (const text of texts) {
    // Past the property that React watches, as a browser sets it.
    Reflect.set(HTMLInputElement.prototype, 'value', text, input);
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
}
