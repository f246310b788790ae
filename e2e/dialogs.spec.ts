import type { Locator, Page } from '@playwright/test';
import { makePerson } from './accounts.ts';
import { expectTabToStayWithin } from './keyboard.ts';
import { addPasskeyDevice } from './passkey-device.ts';
import { field, toast } from './people.ts';
import { SecurityPage } from './security-page.ts';
import { expect, test } from './test.ts';

/** Beside every dialog, at the upper corner of the screen. */
async function pressBackdrop(page: Page): Promise<void> {
  await page.mouse.click(4, 4);
}

function scrolledBy(page: Page): Promise<number> {
  return page.evaluate(() => window.scrollY);
}

/** The layers that darken the page. */
function countBackdrops(page: Page): Promise<number> {
  return page
    .locator('[role="presentation"]')
    .evaluateAll(
      (layers) =>
        layers.filter((layer) => getComputedStyle(layer).backgroundColor !== 'rgba(0, 0, 0, 0)').length,
    );
}

/** What the dialog did at each refusal, for how long, and what for: half a second may be over before it is looked at. */
async function recordMotions(dialog: Locator): Promise<() => Promise<string[]>> {
  const recorded = await dialog.evaluateHandle((element) => {
    const motions: string[] = [];
    // As the style has it, whether a frame is drawn in time or not: on a busy machine the motion may be over by then.
    new MutationObserver(() => {
      const reason = element.getAttribute('data-shake');
      const { animationName, animationDuration } = getComputedStyle(element);
      const name = animationName.includes('flash') ? 'flash' : 'shake';
      if (reason !== null) motions.push(`${reason} ${name} ${animationDuration}`);
    }).observe(element, { attributeFilter: ['data-shake'] });
    return motions;
  });
  return () => recorded.jsonValue();
}

test('a dialog that must not be dismissed warns, and shakes or flashes its edge, for as long as the way in which it was tried', async ({
  signedIn,
  texts,
}) => {
  const { t } = texts;
  const { page } = await signedIn(await makePerson({ locale: 'en', isVerified: false }));
  await page.clock.install();
  await page.goto('/dashboard');
  const dialog = page.getByRole('dialog', { name: t('auth.verification.title') });
  // Then it listens to keys, too.
  await expect(dialog.locator(':focus')).toBeVisible();
  const motions = await recordMotions(dialog);
  const expected: string[] = [];
  for (const { reducedMotion, kind } of [
    { reducedMotion: 'no-preference', kind: 'shake' },
    { reducedMotion: 'reduce', kind: 'flash' },
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.keyboard.press('Escape');
    expected.push(`escape-key ${kind} 0.5s`);
    await expect.poll(motions).toEqual(expected);
    await expect(toast(page, texts, t('auth.verification.cannotDismiss'))).toBeVisible();
    await page.clock.fastForward(500);
    await expect(dialog).not.toHaveAttribute('data-shake');
    await pressBackdrop(page);
    expected.push(`outside-press ${kind} 1s`);
    await expect.poll(motions).toEqual(expected);
    await page.clock.fastForward(1000);
    await expect(dialog).not.toHaveAttribute('data-shake');
    await expect(dialog).toBeVisible();
  }
});

test('a dialog keeps the page still; one above it hides it, darkens the page no further, and is the only one that Escape or a press beside it closes', async ({
  signedIn,
  texts,
}) => {
  const { t } = texts;
  const { person, page } = await signedIn();
  await addPasskeyDevice(page);
  const here = new SecurityPage(page, texts);
  await here.open();
  const opener = page.getByRole('button', { name: t('security.passkeys.add') });
  await opener.click();
  const lower = page.getByRole('dialog', { name: t('security.passkeys.addTitle') });
  const name = field(lower, t('security.passkeys.name'));
  await expect(name).toBeFocused();
  const scrolledBefore = await scrolledBy(page);
  await page.mouse.wheel(0, -600);
  await expectTabToStayWithin(lower, 8);
  expect(await scrolledBy(page)).toBe(scrolledBefore);
  await name.fill('Laptop');
  await name.press('Enter');
  const password = field(here.proof, t('auth.fields.password'));
  await expect(password).toBeFocused();
  // It is hidden from the roles too.
  await expect(page.locator('[data-sheet]').first()).toHaveCSS('opacity', '0');
  expect(await countBackdrops(page)).toBe(1);
  await page.keyboard.press('Escape');
  await expect(here.proof).toBeHidden();
  await expect(lower).toHaveCSS('opacity', '1');
  await expect(lower.getByRole('alert')).toHaveCount(0);
  await expect(name).toHaveValue('Laptop');

  const goOn = lower.getByRole('button', { name: t('security.passkeys.continue') });
  await goOn.click();
  await expect(password).toBeFocused();
  await pressBackdrop(page);
  await expect(here.proof).toBeHidden();
  await expect(lower).toBeVisible();

  await goOn.click();
  await here.prove(person.password);
  await expect(lower).toBeHidden();
  await expect(here.passkeys).toContainText('Laptop');
  await expect(opener).toBeFocused();
  await page.mouse.wheel(0, -600);
  await expect.poll(() => scrolledBy(page)).toBeLessThan(scrolledBefore);
});

test.describe('messages', () => {
  for (const { language, side } of [
    { language: 'en', side: 'right' },
    { language: 'fa', side: 'left' },
  ] as const) {
    test.describe(`in ${language}`, () => {
      test.use({ language });

      test(`stand at the ${side} below, and go when their time is over`, async ({ page, texts, watch }) => {
        watch.expectRefusal(401, '/v1/auth/login');
        const { t } = texts;
        await page.clock.install();
        await page.goto('/login');
        const form = page.getByRole('main');
        await field(form, t('auth.fields.email')).fill('nobody@example.com');
        await field(form, t('auth.fields.password')).fill('not the password');
        await form.getByRole('button', { name: t('auth.signIn.submit') }).click();
        await page.clock.runFor(100);
        const message = toast(page, texts, t('toast.invalidEmailOrPassword'));
        await expect(message).toBeVisible();
        const box = await message.boundingBox();
        const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
        const middle = (box?.x ?? 0) + (box?.width ?? 0) / 2;
        expect(side === 'right' ? middle > width / 2 : middle < width / 2).toBe(true);
        expect(box?.y ?? 0).toBeGreaterThan(height / 2);
        // An error stays for seven seconds, some of which may have gone by.
        await page.mouse.move(width / 2, 10);
        await page.clock.runFor(7000);
        await expect(message).toHaveCount(0);
      });
    });
  }
});
