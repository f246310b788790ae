import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Fails for what keeps somebody out, or nearly so. The dark appearance differs from the light one by its colours only. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await expectNothingSerious(page, screen, (axe) => axe);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNothingSerious(page, `${screen}, dark`, (axe) => axe.withRules('color-contrast'));
  await page.emulateMedia({ colorScheme: 'light' });
}

async function expectNothingSerious(
  page: Page,
  screen: string,
  configure: (axe: AxeBuilder) => AxeBuilder,
): Promise<void> {
  // Half faded in, every text is too pale.
  await page.evaluate(async () => {
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
  });
  // There are no frames to look into, which the other mode opens a page of its own for.
  const { violations } = await configure(new AxeBuilder({ page }).setLegacyMode()).analyze();
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => ({
      id,
      where: nodes.map(({ target, failureSummary }) => [target, failureSummary]),
    }));
  expect(serious, `on ${screen}`).toEqual([]);
}
