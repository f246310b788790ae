import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any page has. */
const stopsMax = 90;

/** Whether it has the focus, and shows that it has: a stop that can't be seen is no stop. */
async function isVisiblyFocused(target: Locator): Promise<boolean> {
  return target.evaluate(
    (element) => element === document.activeElement && element.matches(':focus-visible'),
  );
}

/** Goes on with the Tab key, as whoever has no pointer does, until it is there. */
export async function tabTo(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  await expect(target).toBeEnabled();
  const { keyboard } = target.page();
  for (let stops = 0; stops < stopsMax; stops += 1) {
    if (await isVisiblyFocused(target)) return;
    await keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not come to ${target.toString()}`);
}

/** Goes there and presses it. */
export async function tabAndPress(target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press(key);
}

export async function tabAndType(target: Locator, text: string): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.type(text);
}

/** A menu takes the focus as it opens, and gives it to its entries by the arrows. */
export async function expectFocusWithin(scope: Locator): Promise<void> {
  await expect
    .poll(
      async () =>
        (await scope.count()) === 1 && scope.evaluate((element) => element.contains(document.activeElement)),
    )
    .toBe(true);
}

/** The Tab key goes round within: behind the last stop a dialog puts the focus back on its first with the next frame. */
export async function expectTabToStayWithin(scope: Locator, pressCount: number): Promise<void> {
  for (let presses = 0; presses < pressCount; presses += 1) {
    await scope.page().keyboard.press('Tab');
    const isWithin = await scope.evaluate(async (element) => {
      await new Promise(requestAnimationFrame);
      return element.contains(document.activeElement);
    });
    expect(isWithin).toBe(true);
  }
}

interface Stop {
  name: string;
  top: number;
  bottom: number;
  /** From the side where lines begin. */
  start: number;
}

async function focusedWithin(scope: Locator): Promise<Stop | null> {
  return scope.evaluate((element) => {
    const focused = document.activeElement;
    if (focused === null || !element.contains(focused)) return null;
    // What is drawn in its place is where its reader sees it.
    const drawn = focused.clientWidth > 1 ? focused : (focused.closest('label') ?? focused);
    const { top, bottom, left, right } = drawn.getBoundingClientRect();
    const isMirrored = getComputedStyle(element).direction === 'rtl';
    const name = focused.getAttribute('aria-label') ?? focused.textContent;
    return { name, top: top + scrollY, bottom: bottom + scrollY, start: isMirrored ? -right : left };
  });
}

/** The stops of the Tab key from the present one on, for as long as it stays within and comes to new ones. */
export async function stopsWithin(page: Page, scope: Locator): Promise<readonly Stop[]> {
  const stops: Stop[] = [];
  for (;;) {
    const stop = await focusedWithin(scope);
    const first = stops[0];
    const isRound =
      stop !== null && stops.length > 1 && stop.top === first?.top && stop.start === first.start;
    if (stop === null || isRound || stops.length >= stopsMax) return stops;
    stops.push(stop);
    await page.keyboard.press('Tab');
  }
}

/** Those that come before what stands before them: in a line by its direction, and line after line. */
export function outOfOrder(stops: readonly Stop[]): readonly string[] {
  return stops.flatMap((stop, index) => {
    const before = stops[index - 1];
    if (before === undefined || stop.top >= before.bottom) return [];
    const isBeside = stop.bottom > before.top && stop.start > before.start;
    return isBeside ? [] : [`${stop.name} after ${before.name}`];
  });
}
