import { expect, type Page } from '@playwright/test';
import axeCore from 'axe-core';
import { settle } from './screens/settle.ts';

/** The narrowest screen that anything has to fit on, and a usual one. */
const narrow = { width: 320, height: 700 };
const wide = { width: 1280, height: 800 };
/** What is left of a usual screen when it is zoomed in twice. */
const zoomed = { width: 640, height: 400 };

/** Fails for what keeps somebody out, or nearly so. The dark appearance differs from the light one by its colours only. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await expectNothingSerious(page, screen);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNothingSerious(page, `${screen}, dark`, { runOnly: 'color-contrast' });
  await page.emulateMedia({ colorScheme: 'light' });
}

/**
 * The same on each width, where it also has to fit; and nothing moves for those who asked for that. Colours and what a small
 * screen leaves out are alike in every language, so that they are looked at in one.
 */
export async function expectAccessibleOnEachWidth(
  page: Page,
  screen: string,
  { isFirstLanguage = true }: { isFirstLanguage?: boolean } = {},
): Promise<void> {
  await (isFirstLanguage ? expectAccessible(page, screen) : expectNothingSerious(page, screen));
  expect.soft(await movingParts(page), `what moves on ${screen}`).toEqual([]);
  await page.setViewportSize(narrow);
  if (isFirstLanguage) await expectNothingSerious(page, `${screen}, narrow`);
  expect.soft(await sidewaysScroll(page), `what ${screen} hides at ${narrow.width} px`).toBe(0);
  await page.setViewportSize(zoomed);
  expect.soft(await sidewaysScroll(page), `what ${screen} hides at 200 %`).toBe(0);
  await page.setViewportSize(wide);
}

/** How many pixels of the page can be reached by scrolling sideways only. */
async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return Math.max(0, scrollWidth - clientWidth);
  });
}

/** The selectors of what goes on moving, in a browser that was asked to reduce motion. */
async function movingParts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    document.getAnimations().flatMap(({ effect, playState }) => {
      const isMoving = playState === 'running' && effect?.getComputedTiming().endTime === Infinity;
      return isMoving && effect instanceof KeyframeEffect ? [effect.target?.className.toString() ?? ''] : [];
    }),
  );
}

/**
 * A message that interrupts has been read out, and is hidden from the roles until somebody is at the messages: whoever
 * comes to it by the keyboard finds it again. Its library does so on purpose, and axe can't know.
 */
function isUrgentToast(html: string): boolean {
  return /class="[^"]*_toast_[^"]*"/.test(html) && html.includes('aria-hidden="true"');
}

async function expectNothingSerious(
  page: Page,
  screen: string,
  options: axeCore.RunOptions = everyRule,
): Promise<void> {
  await settle(page);
  const serious = (await violationsOn(page, options))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => ({
      id,
      where: nodes
        .filter(({ html }) => !isUrgentToast(html))
        .map(({ target, failureSummary }) => [target, failureSummary]),
    }))
    .filter(({ where }) => where.length > 0);
  // Whoever mends one thing wants to know of the others too.
  expect.soft(serious, `on ${screen}`).toEqual([]);
}

declare global {
  // The browser's own, once axe has been put there.
  var axe: typeof axeCore | undefined;
}

/**
 * Of the rules whose breach is never serious, which cost as much as the others. Axe itself tells the weight of a rule in
 * each result, and before that only in a table that its types leave out.
 */
function rulesOfNoWeight(): NonNullable<axeCore.RunOptions['rules']> {
  const { rules } = Reflect.get(axeCore, '_audit') as { rules: readonly { id: string; impact: string }[] };
  const light = rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate');
  return Object.fromEntries(light.map(({ id }) => [id, { enabled: false }]));
}

const everyRule: axeCore.RunOptions = { rules: rulesOfNoWeight() };

/** Axe is put into each page once: to read it costs more than to run it. */
async function violationsOn(page: Page, options: axeCore.RunOptions): Promise<readonly axeCore.Result[]> {
  const run = () =>
    page.evaluate(async (chosen) => {
      const ran = await globalThis.axe?.run(document, { resultTypes: ['violations'], ...chosen });
      return ran?.violations;
    }, options);
  const violations = await run();
  if (violations !== undefined) return violations;
  await page.evaluate(axeCore.source);
  return (await run()) ?? [];
}
