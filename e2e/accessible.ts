import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, type ViewportSize } from '@playwright/test';
import type { Locale } from '@mercury/contract/locales.ts';
import axeCore from 'axe-core';
import { paleTexts } from './contrast.ts';
import { showIn } from './language.ts';
import { outOfSight } from './out-of-sight.ts';
import { settle } from './screens/settle.ts';
import { noteSeen, seesMore } from './seen.ts';

/** The narrowest screen that everything must fit on. */
const narrow = { width: 320, height: 700 };
/** A usual screen, zoomed in twice. */
const zoomed = { width: 640, height: 400 };

/** Fails for serious violations only. The dark appearance has other colours and nothing else. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await expectNothingSerious(page, screen);
  await expectLegibleInDark(page, screen);
}

/**
 * Everything must fit on each width in each of these languages, and nothing may move with reduced motion. Axe looks in the language
 * that is there: names, roles and colours are alike in all, and no text of any is empty (repo.test.ts). The wide screen is light
 * and the small one dark. On the small one axe looks again only where that shows something else. It leaves the page small, dark and
 * in the last language: to show it as it was (`showAsBefore`) costs less once something lesser is on the screen.
 */
export async function expectAccessibleOnEachWidth(
  page: Page,
  screen: string,
  { alsoIn = [] }: { alsoIn?: readonly Locale[] } = {},
): Promise<void> {
  await expectNothingSerious(page, screen, colorless);
  await expectLegible(page, screen);
  expect.soft(await movingParts(page), `what moves on ${screen}`).toEqual([]);
  await noteSeen(page);
  await page.setViewportSize(narrow);
  await page.emulateMedia({ colorScheme: 'dark' });
  await settle(page);
  await expectLegible(page, `${screen}, dark`);
  if (await seesMore(page)) await expectNothingSerious(page, `${screen}, narrow`, colorless);
  await expectFitting(page, screen, alsoIn);
}

/** Light, in this language and size. */
export async function showAsBefore(page: Page, language: Locale, size: ViewportSize): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await showIn(page, language);
  await page.setViewportSize(size);
}

/** From the narrow screen on. Each change of size or language renders the page again, so each step changes one of them. */
async function expectFitting(page: Page, screen: string, alsoIn: readonly Locale[]): Promise<void> {
  let [present, next] = [narrow, zoomed];
  const expectBothSizes = async (name: string) => {
    await expectNothingHidden(page, name);
    [present, next] = [next, present];
    await page.setViewportSize(present);
    await expectNothingHidden(page, name);
  };
  await expectBothSizes(screen);
  for (const language of alsoIn) {
    await showIn(page, language);
    await expectBothSizes(`${screen} in ${language}`);
  }
}

async function expectNothingHidden(page: Page, screen: string): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {};
  // What follows a measured place, such as the mark of a tab, moves once the screen has been drawn.
  await expect
    .configure({ soft: true })
    .poll(() => outOfSight(page), { message: `what ${screen} hides at ${width} px` })
    .toEqual([]);
}

async function expectLegibleInDark(page: Page, screen: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await settle(page);
  await expectLegible(page, `${screen}, dark`);
  await page.emulateMedia({ colorScheme: 'light' });
}

async function expectLegible(page: Page, screen: string): Promise<void> {
  expect.soft(await paleTexts(page), `what is too pale on ${screen}`).toEqual([]);
}

/** With reduced motion. */
async function movingParts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    document.getAnimations().flatMap(({ effect, playState }) => {
      const isMoving = playState === 'running' && effect?.getComputedTiming().endTime === Infinity;
      return isMoving && effect instanceof KeyframeEffect ? [effect.target?.className.toString() ?? ''] : [];
    }),
  );
}

/**
 * After it is read out, the library hides an urgent message from the roles until the focus is at the messages. Axe can't know.
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
  // Reports all violations at once.
  expect.soft(serious, `on ${screen}`).toEqual([]);
}

declare global {
  var axe: typeof axeCore | undefined;
}

/** Some rules are never serious, and cost as much as others. Axe has their weight only in a table that its types leave out. */
function rulesOfNoWeight(): NonNullable<axeCore.RunOptions['rules']> {
  const { rules } = Reflect.get(axeCore, '_audit') as { rules: readonly { id: string; impact: string }[] };
  const light = rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate');
  return Object.fromEntries(light.map(({ id }) => [id, { enabled: false }]));
}

const everyRule: axeCore.RunOptions = { rules: rulesOfNoWeight() };
const colorRules = ['color-contrast', 'link-in-text-block'];
/** What axe itself says of colours. */
export const onlyColors: axeCore.RunOptions = { runOnly: colorRules };
/** Colours take axe longer than all the rest; what looks for pale texts stands in for it. */
const colorless: axeCore.RunOptions = {
  rules: { ...everyRule.rules, ...Object.fromEntries(colorRules.map((id) => [id, { enabled: false }])) },
};
/** Half as long to read as the one that the library itself gives to pages. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Of an open dialog it alone: what stands behind is seen on a screen of its own, and nobody reaches it now. Axe is read once per
 * page, which costs more than running it.
 */
export async function violationsOn(
  page: Page,
  options: axeCore.RunOptions,
): Promise<readonly axeCore.Result[]> {
  const run = () =>
    page.evaluate(async (chosen) => {
      const isBehind =
        document.querySelector(
          '[inert] main, [aria-hidden="true"] main, main[inert], main[aria-hidden="true"]',
        ) !== null;
      const dialog = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1);
      const scope = isBehind && dialog !== undefined ? dialog : document;
      const ran = await globalThis.axe?.run(scope, { resultTypes: ['violations'], ...chosen });
      return ran?.violations;
    }, options);
  const violations = await run();
  if (violations !== undefined) return violations;
  await page.evaluate(source);
  return (await run()) ?? [];
}
