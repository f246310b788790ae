import { expect } from 'vitest';
import { commands, type Locator, page } from 'vitest/browser';
import { nextFrames } from './clock.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** The mouse goes to a point of the window and presses there. See vitest.config.ts. */
    pressAt: (x: number, y: number) => Promise<void>;
  }
}

/** The one element that is meant, or why nobody could use it now. */
function usable(locator: Locator): Element | string {
  const [element, ...others] = locator.elements();
  if (element === undefined) return 'is not there';
  if (others.length > 0) return `is one of ${others.length + 1}`;
  const isShown =
    element.getClientRects().length > 0 && element.checkVisibility({ visibilityProperty: true });
  if (!isShown) return 'is hidden';
  const isOff = element.matches(':disabled') || element.closest('[aria-disabled="true"]') !== null;
  return isOff ? 'is disabled' : element;
}

function middleOf(element: Element): DOMPoint {
  // A text over more than one line has the middle of its box elsewhere.
  const { left, top, width, height } = element.getClientRects()[0] ?? new DOMRect();
  return new DOMPoint(left + width / 2, top + height / 2);
}

function isWithin(element: Element, hit: EventTarget | null): boolean {
  const whole = element.closest('a, button, [role="button"], [role="link"]') ?? element;
  return hit instanceof Node && whole.contains(hit);
}

/** Lets nothing happen of a press that arrives elsewhere: something may have moved since. Answers whether it arrived. */
async function pressAt({ x, y }: DOMPoint, element: Element): Promise<boolean> {
  let isRight = false;
  const watching = new AbortController();
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) {
    const check = (event: Event) => {
      if (type === 'pointerdown') isRight = isWithin(element, event.target);
      if (isRight) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener(type, check, { capture: true, signal: watching.signal });
  }
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect();
  await commands.pressAt(frame.left + x, frame.top + y);
  watching.abort();
  return isRight;
}

/** Presses the middle of an element that stands still with nothing above it, else says why not. */
async function press(locator: Locator): Promise<string | null> {
  const element = usable(locator);
  if (typeof element === 'string') return element;
  const before = middleOf(element);
  await nextFrames();
  const point = middleOf(element);
  if (point.x !== before.x || point.y !== before.y) return 'moves';
  const above = document.elementFromPoint(point.x, point.y);
  if (!isWithin(element, above)) {
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    return `is out of sight, or below ${above?.outerHTML.slice(0, 100)}`;
  }
  return (await pressAt(point, element)) ? null : 'moved away under the press';
}

/** As somebody who marks all that stands in a field and types, in one piece, else says why not. */
function typeOver(locator: Locator, text: string): string | null {
  const element = usable(locator);
  if (typeof element === 'string') return element;
  if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return 'is no field';
  if (element.readOnly) return 'is read-only';
  element.select();
  if (document.activeElement !== element) return 'takes no focus';
  document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
  return null;
}

/**
 * Playwright takes 55 ms of computing for a press and 30 for a text, most of it for its way to the page and back, again and again.
 * Here the page itself looks whether a person could do it, as long as `expect.poll` does. It comes frames later than the last
 * look, as no hand is faster than what a form does once it is there. Once for all files: set-up.ts runs anew for each.
 */
const actions: Pick<Locator, 'click' | 'fill'> = Object.getPrototypeOf(page.getByRole('button'));
const { click, fill } = actions;

actions.click = async function quickClick(this: Locator, options) {
  if (options) return click.call(this, options);
  await expect.poll(() => press(this), { message: this.asLocator() }).toBeNull();
};

actions.fill = async function quickFill(this: Locator, text, options) {
  const isPicked = this.elements()[0]?.matches('input[type^="date"]');
  if (options || isPicked) return fill.call(this, text, options);
  await nextFrames();
  await expect.poll(() => typeOver(this, text), { message: this.asLocator() }).toBeNull();
  await nextFrames();
};
