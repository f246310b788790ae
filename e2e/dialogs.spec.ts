import type { Locator, Page } from '@playwright/test';
import { balanceOf, giveMoney, makePerson } from './accounts.ts';
import { hold } from './calls.ts';
import { expectTabToStayWithin } from './keyboard.ts';
import { addPasskeyDevice } from './passkey-device.ts';
import { field, toast } from './people.ts';
import { SecurityPage } from './security-page.ts';
import { expect, test } from './test.ts';
import { walkOn, walkTo } from './walk.ts';

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

function dialogIn(page: Page): Locator {
  return page.getByRole('dialog');
}

test.describe('a dialog is a place', () => {
  const address = 'mrcy1nobody';

  for (const { screen, viewport } of [
    { screen: 'a wide screen', viewport: { width: 1280, height: 800 } },
    { screen: 'a phone, as a sheet', viewport: { width: 360, height: 740 } },
  ]) {
    test(`on ${screen}: Back closes it where the page stood, a reload brings back what was typed, and a new opening begins anew`, async ({
      signedIn,
      texts,
    }) => {
      const { t } = texts;
      const { person, page } = await signedIn(undefined, { viewport });
      await giveMoney(person, 'MRCY', '100');
      await page.goto('/about');
      await page.goto('/dashboard');
      const opener = page.getByRole('button', { name: t('wallet.transfer'), exact: true });
      await opener.click();
      const dialog = page.getByRole('dialog', { name: t('transfer.title') });
      await expect(page).toHaveURL('/dashboard?dialog=transfer');
      await field(dialog, t('transfer.amount')).fill('12.5');
      await field(dialog, t('transfer.recipientAddress')).fill(address);

      await page.reload();
      await expect(field(dialog, t('transfer.amount'))).toHaveValue('12.5');
      await expect(field(dialog, t('transfer.recipientAddress'))).toHaveValue(address);
      await page.goBack();
      await expect(dialog).toBeHidden();
      await expect(page).toHaveURL('/dashboard');
      await page.goForward();
      await expect(field(dialog, t('transfer.amount'))).toHaveValue('12.5');
      await dialog.getByRole('button', { name: t('ui.close') }).click();
      await expect(dialog).toBeHidden();
      await expect(page).toHaveURL('/dashboard');

      await opener.click();
      await expect(field(dialog, t('transfer.amount'))).toHaveValue('');
      await page.goBack();
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
      await page.evaluate(() => scrollTo(0, 60));
      const scrolled = await scrolledBy(page);
      expect(scrolled).toBeGreaterThan(0);
      await opener.click();
      await expect(dialog).toBeVisible();
      await page.goBack();
      await expect(dialog).toBeHidden();
      expect(await scrolledBy(page)).toBe(scrolled);
      // No entry is left behind that would open one again.
      await page.goBack();
      await expect(page).toHaveURL('/about');
      await expect(dialogIn(page)).toHaveCount(0);
    });

    test(`on ${screen}: the sign-in closes by Back and leaves the page below`, async ({
      openBrowser,
      texts,
    }) => {
      const { t } = texts;
      const page = await (await openBrowser({ viewport })).newPage();
      await page.goto('/');
      await walkTo(page, '/about');
      await walkOn(page, '/?auth=login');
      const dialog = page.getByRole('dialog', { name: t('auth.signIn.title') });
      await expect(dialog).toBeVisible();
      await page.goBack();
      await expect(dialog).toBeHidden();
      await expect(page).toHaveURL('/about');
    });
  }

  test('one dialog leads to another in its place, and from there Back to the page', async ({
    signedIn,
    texts,
  }) => {
    const { t } = texts;
    const { page } = await signedIn();
    await page.goto('/dashboard');
    await page
      .getByRole('button', { name: t('wallet.withdraw'), exact: true })
      .first()
      .click();
    await page
      .getByRole('dialog', { name: t('withdraw.title') })
      .getByRole('button', { name: t('wallet.deposit') })
      .click();
    const deposit = page.getByRole('dialog', { name: t('deposit.title') });
    await expect(deposit).toBeVisible();
    await page.goBack();
    await expect(deposit).toBeHidden();
    await expect(page).toHaveURL('/dashboard');
  });

  test('Back does not leave a transfer that is under way: it warns, and the outcome is shown', async ({
    signedIn,
    texts,
    request,
  }) => {
    const { t } = texts;
    const { person, page } = await signedIn();
    await giveMoney(person, 'MRCY', '100');
    const other = await makePerson({ locale: 'en' });
    await page.goto('/dashboard');
    await page.getByRole('button', { name: t('wallet.transfer'), exact: true }).click();
    const form = page.getByRole('dialog', { name: t('transfer.title') });
    await field(form, t('transfer.amount')).fill('12.5');
    await field(form, t('transfer.recipientAddress')).fill(other.address);
    await form.getByRole('button', { name: t('transfer.review') }).click();
    const release = await hold(page, '**/v1/wallets/transfer');
    const confirm = page.getByRole('button', { name: t('transfer.confirm') });
    await confirm.click();
    await expect(confirm).toHaveAttribute('aria-busy', 'true');
    await page.evaluate(() => history.back());
    await expect(toast(page, texts, t('transfer.cannotClose'))).toBeVisible();
    await expect(page).toHaveURL(/dialog=transfer/);
    await release();
    await expect(page.getByText(t('transfer.completedText'))).toBeVisible();
    expect(await balanceOf(request, person)).toBe('87.50000000');
    // A reload finds no empty form that looks as if nothing had been sent.
    await page.reload();
    await expect(page.getByTestId('balance')).toHaveAttribute('data-amount', '87.50000000');
    await expect(dialogIn(page)).toHaveCount(0);
  });

  test('a secret that is shown once does not come back: Back closes it, a reload shows the page', async ({
    signedIn,
    texts,
  }) => {
    const { t } = texts;
    const { person, page } = await signedIn();
    await page.goto('/profile');
    const opener = page.getByRole('button', { name: t('twoFactor.setUp'), exact: true });
    await opener.click();
    const ask = page.getByRole('dialog', { name: t('twoFactor.passwordTitle') });
    await field(ask, t('twoFactor.password')).fill(person.password);
    await ask.getByRole('button', { name: t('twoFactor.continue') }).click();
    const secret = page.getByRole('dialog', { name: t('twoFactor.secretTitle') });
    await expect(secret.getByLabel(t('twoFactor.secretKey'))).toBeVisible();
    await page.reload();
    await expect(opener).toBeVisible();
    await expect(page).toHaveURL('/profile');
    await expect(dialogIn(page)).toHaveCount(0);
    await opener.click();
    await expect(ask).toBeVisible();
    await page.goBack();
    await expect(ask).toBeHidden();
    await expect(page).toHaveURL('/profile');
  });

  test('what one person typed is not there for the next one', async ({ signedIn, texts }) => {
    const { t } = texts;
    const { page } = await signedIn();
    await page.goto('/dashboard?dialog=contact-add');
    const dialog = page.getByRole('dialog', { name: t('contacts.addTitle') });
    await field(dialog, t('contacts.name')).fill('Grandmother');
    expect(await page.evaluate(() => sessionStorage.getItem('drafts'))).toContain('Grandmother');
    await page.evaluate(() => {
      localStorage.removeItem('token');
      dispatchEvent(new Event('storage'));
    });
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('drafts'))).toBeNull();
  });
});
