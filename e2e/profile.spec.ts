import type { Locator, Page } from '@playwright/test';
import { newRegistration, signInByApi } from './accounts.ts';
import { withTwoFactor } from './authenticator.ts';
import { codeIn, mailTo } from './mails.ts';
import { codeBoxes, field, fieldMessage, toast } from './people.ts';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';

const profilePath = '/v1/users/profile';
const passwordPath = '/v1/users/password';
const emailPath = '/v1/users/email';
const newPassword = 'Tidal-meadow 41';

function cardOf(page: Page, title: string): Locator {
  const heading = page.getByRole('heading', { name: title, exact: true });
  // The innermost: a group of cards is a section too.
  return page.getByRole('main').locator('section').filter({ has: heading }).last();
}

interface PasswordEntry {
  current: string;
  next: string;
  confirm?: string;
}

/** Fills in the card's form and sends it; answers the card. */
async function changePassword(page: Page, { t }: Texts, entry: PasswordEntry): Promise<Locator> {
  const card = cardOf(page, t('profile.passwordTitle'));
  await field(card, t('profile.currentPassword')).fill(entry.current);
  await field(card, t('profile.newPassword')).fill(entry.next);
  await field(card, t('profile.confirmPassword')).fill(entry.confirm ?? entry.next);
  await card.getByRole('button', { name: t('profile.changePassword') }).click();
  return card;
}

test.describe('the name', () => {
  test('changes in every open tab', async ({ signedIn, texts, request }) => {
    const { t } = texts;
    const { person, page } = await signedIn();
    const opened = page.waitForResponse('**/v1/events');
    await page.goto('/profile');
    await opened;
    await request.put(profilePath, {
      headers: { authorization: `Bearer ${person.token}` },
      data: { name: 'Sara Karimi' },
    });
    await expect(field(cardOf(page, t('profile.personalTitle')), t('profile.name'))).toHaveValue(
      'Sara Karimi',
    );
    const header = page.getByRole('banner');
    await expect(header.getByRole('button', { name: t('nav.account') })).toHaveText('S');
  });
});

test.describe('the password', () => {
  test('is changed by the present one: the form is empty again, and only this session goes on', async ({
    signedIn,
    texts,
    request,
    watch,
  }) => {
    watch.expectRefusal(422, passwordPath);
    const { t } = texts;
    const { person, page } = await signedIn();
    const otherToken = await signInByApi(request, person);
    await page.goto('/profile');
    const card = await changePassword(page, texts, { current: 'not the password', next: newPassword });
    await expect(fieldMessage(card, 'The password is wrong.')).toBeVisible();
    await expect(toast(page, texts, 'The password is wrong.')).toBeVisible();
    await expect(page).toHaveURL('/profile');

    await changePassword(page, texts, { current: person.password, next: newPassword });
    await expect(toast(page, texts, 'Password updated successfully')).toBeVisible();
    for (const label of ['currentPassword', 'newPassword', 'confirmPassword'] as const)
      await expect(field(card, t(`profile.${label}`))).toHaveValue('');
    await expect(card.getByRole('meter')).toHaveCount(0);

    const asked = await request.get(profilePath, { headers: { authorization: `Bearer ${otherToken}` } });
    expect(asked.status()).toBe(401);
    await page.reload();
    await expect(card).toBeVisible();
    await signInByApi(request, { ...person, password: newPassword });
  });
});

test.describe('the email', () => {
  test('changes once the code of the new address is entered', async ({ signedIn, texts, request, watch }) => {
    watch.expectRefusal(422, emailPath);
    const { t } = texts;
    const { person, page } = await signedIn();
    const { email: newEmail } = newRegistration();
    await page.goto('/profile');
    const card = cardOf(page, t('profile.emailTitle'));
    await card.getByRole('button', { name: t('profile.changeEmail') }).click();
    const dialog = page.getByRole('dialog', { name: t('profile.changeEmailTitle') });
    const send = dialog.getByRole('button', { name: t('profile.sendEmailCode') });

    await test.step('the form names what is wrong', async () => {
      await field(dialog, t('profile.newEmail')).fill('no email');
      await send.click();
      await expect(fieldMessage(dialog, t('validation.invalidEmail'))).toBeVisible();
      await expect(fieldMessage(dialog, t('validation.required'))).toBeVisible();
      await field(dialog, t('profile.newEmail')).fill(newEmail);
      await field(dialog, t('profile.password')).fill('not the password');
      await send.click();
      await expect(fieldMessage(dialog, 'The password is wrong.')).toBeVisible();
    });

    await field(dialog, t('profile.password')).fill(person.password);
    await send.click();
    await expect(toast(page, texts, 'Verification email sent to your new address')).toBeVisible();
    const verify = page.getByRole('dialog', { name: t('profile.verifyEmailTitle') });
    await expect(verify.getByText(newEmail)).toBeVisible();

    await test.step('closed, it waits on the card', async () => {
      await page.keyboard.press('Escape');
      await expect(card.getByText(newEmail)).toBeVisible();
      await expect(card.getByText(t('profile.emailWaiting'))).toBeVisible();
      await card.getByRole('button', { name: t('profile.enterEmailCode') }).click();
    });

    await test.step('a wrong code empties the boxes and takes the focus back', async () => {
      await expect(codeBoxes(page, texts).first()).toBeFocused();
      await page.keyboard.type('222222');
      await expect(toast(page, texts, t('auth.verification.invalidCode'))).toBeVisible();
      await expect(codeBoxes(page, texts).first()).toBeFocused();
      await expect(codeBoxes(page, texts).first()).toHaveValue('');
    });

    await page.keyboard.type(codeIn(await mailTo(request, newEmail)));
    await expect(toast(page, texts, 'Email address updated successfully')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(field(page.getByRole('main'), t('profile.email'))).toHaveValue(newEmail);
    await expect(card.getByText(t('profile.emailWaiting'))).toHaveCount(0);
    await signInByApi(request, { ...person, email: newEmail });
  });

  test('that is the present one is refused, and another can be asked for', async ({
    signedIn,
    texts,
    watch,
  }) => {
    watch.expectRefusal(400, emailPath);
    const { t } = texts;
    const { person, page } = await signedIn();
    const { authenticator } = await withTwoFactor(person);
    await page.goto('/profile');
    await cardOf(page, t('profile.emailTitle'))
      .getByRole('button', { name: t('profile.changeEmail') })
      .click();
    const dialog = page.getByRole('dialog', { name: t('profile.changeEmailTitle') });
    await field(dialog, t('profile.newEmail')).fill(person.email);
    await field(dialog, t('profile.password')).fill(person.password);
    await field(dialog, t('twoFactor.code')).fill(await authenticator.nextCode());
    await dialog.getByRole('button', { name: t('profile.sendEmailCode') }).click();
    await expect(fieldMessage(dialog, `${t('validation.emailUnchanged')}.`)).toBeVisible();

    const { email: newEmail } = newRegistration();
    await field(dialog, t('profile.newEmail')).fill(newEmail);
    await field(dialog, t('twoFactor.code')).fill(await authenticator.nextCode());
    await dialog.getByRole('button', { name: t('profile.sendEmailCode') }).click();
    await page.getByRole('button', { name: t('profile.askEmailAgain') }).click();
    await expect(field(dialog, t('profile.newEmail'))).toHaveValue(newEmail);
    await expect(field(dialog, t('profile.newEmail'))).toBeFocused();
  });
});

test.describe('in Persian', () => {
  test.use({ language: 'fa' });

  test('the password is changed by the keyboard alone, and the meter counts in Persian digits', async ({
    signedIn,
    texts,
  }) => {
    const { t } = texts;
    const { person, page } = await signedIn();
    await page.goto('/profile');
    const card = cardOf(page, t('profile.passwordTitle'));
    await field(card, t('profile.currentPassword')).focus();
    for (const typed of [person.password, newPassword, newPassword]) {
      await page.keyboard.type(typed);
      // Past the button that shows the password.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
    }
    await expect(card.getByText('۱۰۰٪')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(toast(page, texts, t('toast.passwordUpdated'))).toBeVisible();
  });
});
