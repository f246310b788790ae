import type { Locator, Page } from '@playwright/test';
import { expect, test } from './test.ts';

/** By what it tells, in milliseconds. */
const lives = { success: 5000, info: 5000, warning: 6000, error: 7000, loading: 10_000 } as const;
type Kind = keyof typeof lives;
const kinds = Object.keys(lives) as Kind[];

const shownMax = 20;

/** Until something new is drawn. */
const frameMs = 50;

/** The page of all components lets each kind be shown as often as one likes; its time goes by only as it is told to. */
async function openSamples(page: Page, notifications: string): Promise<(kind: Kind) => Promise<void>> {
  await page.clock.install();
  await page.goto('/dev/ui');
  const samples = page.locator('#floating [data-panel-theme="light"]:lang(en)');
  await expect(samples.getByRole('button', { name: 'loading', exact: true })).toBeVisible();
  // What shows them is fetched with the first.
  await samples.getByRole('button', { name: 'info', exact: true }).press('Enter');
  await expect(shownIn(page, notifications)).toHaveCount(1);
  await page.clock.pauseAt(Date.now() + 60_000);
  return async (kind) => {
    // As a keyboard does: what has come up before is not in the way.
    await samples.getByRole('button', { name: kind, exact: true }).press('Enter');
    await page.clock.runFor(frameMs);
  };
}

/** Those that are on screen, the latest first; what is over the limit fades out. */
function shownIn(page: Page, notifications: string): Locator {
  return page.getByRole('region', { name: notifications }).locator('> [data-kind]:not([data-limited])');
}

test('a message stays for as long as its kind matters', async ({ page, texts: { t } }) => {
  const show = await openSamples(page, t('ui.notifications'));
  const shown = shownIn(page, t('ui.notifications'));
  for (const kind of kinds) {
    await show(kind);
    await expect(shown).toHaveCount(1);
    await expect(shown).toHaveAttribute('data-kind', kind);
    await page.clock.runFor(lives[kind] - 500);
    await expect(shown, `${kind} before its time`).toHaveCount(1);
    await page.clock.runFor(1000);
    await expect(shown, `${kind} after its time`).toHaveCount(0);
  }
});

test('of many messages the latest twenty are shown, in the order in which they came', async ({
  page,
  texts: { t },
}) => {
  const show = await openSamples(page, t('ui.notifications'));
  const shown = shownIn(page, t('ui.notifications'));
  const kindsShown = async () =>
    shown.evaluateAll((messages) => messages.map((message) => message.getAttribute('data-kind')));
  // The last of each five lives longest, and none dies meanwhile.
  const sent = Array.from({ length: shownMax + 4 }, (_, index) => kinds[index % kinds.length] ?? 'info');
  for (const kind of sent) await show(kind);
  await expect(shown).toHaveCount(shownMax);
  expect(await kindsShown()).toEqual(sent.slice(-shownMax).toReversed());

  // Where one goes, no older one comes back in its place out of order.
  await page.clock.runFor(lives.error + 500);
  await expect(shown).toHaveCount(sent.filter((kind) => kind === 'loading').length);
  expect(new Set(await kindsShown())).toEqual(new Set(['loading']));
});
