import type { Locator, Page } from '@playwright/test';
import { makePerson } from './accounts.ts';
import { expectTabToStayWithin } from './keyboard.ts';
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

/** What the dialog did at each refusal, for how long, and what for: half a second may be over before it is looked at. */
async function recordMotions(dialog: Locator): Promise<() => Promise<string[]>> {
  const recorded = await dialog.evaluateHandle((element) => {
    const motions: string[] = [];
    element.addEventListener('animationstart', (event) => {
      if (!(event instanceof AnimationEvent)) return;
      const name = event.animationName.includes('flash') ? 'flash' : 'shake';
      const { animationDuration } = getComputedStyle(element);
      motions.push(`${element.getAttribute('data-shake')} ${name} ${animationDuration}`);
    });
    return motions;
  });
  return () => recorded.jsonValue();
}

test('a dialog begins at its first field, keeps the page still, and gives the focus back', async ({
  page,
  texts: { t },
}) => {
  await page.goto('/');
  const opener = page.getByRole('banner').getByRole('button', { name: t('nav.login') });
  const dialog = page.getByRole('dialog', { name: t('auth.signIn.title') });
  for (const dismiss of [
    () => page.keyboard.press('Escape'),
    () => pressBackdrop(page),
    () => dialog.getByRole('button', { name: t('ui.close') }).click(),
  ]) {
    await opener.click();
    await expect(field(dialog, t('auth.fields.email'))).toBeFocused();
    await page.mouse.wheel(0, 600);
    expect(await scrolledBy(page)).toBe(0);
    await expectTabToStayWithin(dialog, 14);
    await dismiss();
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  }
  await page.mouse.wheel(0, 600);
  await expect.poll(() => scrolledBy(page)).toBeGreaterThan(0);
});

test('a dialog without fields begins at its heading where its action can not be undone', async ({
  signedIn,
  texts: { t },
  request,
}) => {
  const { person, page } = await signedIn();
  const other = await makePerson({ locale: 'en' });
  const saved = await request.post('/v1/contacts', {
    headers: { authorization: `Bearer ${person.token}` },
    data: { name: 'Ada', walletAddress: other.address },
  });
  expect(saved.ok()).toBe(true);
  await page.goto('/dashboard');
  const opener = page.getByRole('button', { name: t('contacts.remove', { name: 'Ada' }) });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: t('contacts.removeTitle') });
  await expect(dialog.getByRole('heading', { name: t('contacts.removeTitle') })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('a dialog that must not be dismissed warns, and shakes or flashes its edge, for as long as the way in which it was tried', async ({
  signedIn,
  texts,
}) => {
  const { t } = texts;
  const { page } = await signedIn(await makePerson({ locale: 'en', isVerified: false }));
  await page.goto('/dashboard');
  const dialog = page.getByRole('dialog', { name: t('auth.verification.title') });
  await expect(dialog).toBeVisible();
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
    await expect(dialog).not.toHaveAttribute('data-shake');
    await pressBackdrop(page);
    expected.push(`outside-press ${kind} 1s`);
    await expect.poll(motions).toEqual(expected);
    await expect(dialog).not.toHaveAttribute('data-shake');
    await expect(dialog).toBeVisible();
  }
});

test('a dialog over a dialog hides it, darkens the page once, and is the only one that Escape closes', async ({
  signedIn,
  texts,
  watch,
}) => {
  const { t } = texts;
  watch.expectRefusal(403, '/v1/users/');
  const { page } = await signedIn();
  const here = new SecurityPage(page, texts);
  await here.open();
  const opener = page.getByRole('button', { name: t('security.passkeys.add') });
  await opener.click();
  const lower = page.getByRole('dialog', { name: t('security.passkeys.addTitle') });
  await field(lower, t('security.passkeys.name')).fill('Laptop');
  await page.keyboard.press('Enter');
  await expect(here.proof).toBeVisible();
  // It is hidden from the roles too.
  await expect(page.locator('[data-sheet]').first()).toHaveCSS('opacity', '0');
  await page.keyboard.press('Escape');
  await expect(here.proof).toBeHidden();
  await expect(lower).toHaveCSS('opacity', '1');
  await expect(field(lower, t('security.passkeys.name'))).toHaveValue('Laptop');
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
        // An error stays for seven seconds.
        await page.mouse.move(width / 2, 10);
        await page.clock.runFor(6500);
        await expect(message).toBeVisible();
        await page.clock.runFor(1500);
        await expect(message).toHaveCount(0);
      });
    });
  }
});
