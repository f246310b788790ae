import type { Page } from '@playwright/test';

declare global {
  var seenElements: WeakSet<Element> | undefined;
}

/** From now on, what can be seen at present is nothing new. */
export async function noteSeen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const all = [...document.querySelectorAll('*')];
    globalThis.seenElements = new WeakSet(
      all.filter((element) => element.checkVisibility({ visibilityProperty: true })),
    );
  });
}

/**
 * Whether something is seen that wasn't seen when it was noted, or something scrolls that no key reaches. What stands around every
 * page doesn't count, as it is looked at by itself (shell.spec.ts), nor do the strokes of a drawing.
 */
export function seesMore(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const control = '[tabindex], button, input, select, textarea, a[href]';

    function isNew(element: Element): boolean {
      if (globalThis.seenElements?.has(element) === true) return false;
      const isKnown = element.closest('header, footer, nav:not(main nav), svg *') !== null;
      const isBehind = element.closest('[inert], [aria-hidden="true"]') !== null;
      return !isKnown && !isBehind && element.checkVisibility({ visibilityProperty: true });
    }

    function isOutOfReach(element: Element): boolean {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      if (scrollWidth <= clientWidth && scrollHeight <= clientHeight) return false;
      const { overflowX, overflowY } = getComputedStyle(element);
      const isScrolling = /auto|scroll/.test(`${overflowX} ${overflowY}`);
      return isScrolling && !element.matches(control) && element.querySelector(control) === null;
    }

    return [...document.body.querySelectorAll('*')].some(
      (element) => isNew(element) || isOutOfReach(element),
    );
  });
}
