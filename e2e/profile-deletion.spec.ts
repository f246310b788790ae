import { giveMoney } from './accounts.ts';
import { withTwoFactor } from './authenticator.ts';
import { field, fieldMessage, toast } from './people.ts';
import { expect, test } from './test.ts';

const accountPath = '/v1/users/account';

test.describe('deleting the account', () => {
  test('is confirmed, takes the password, and ends at the landing page', async ({
    signedIn,
    texts,
    request,
    watch,
  }) => {
    watch.expectRefusal(422, accountPath);
    const { t } = texts;
    const { person, page } = await signedIn();
    await page.goto('/profile');
    await page.getByRole('button', { name: t('profile.deleteAccount') }).click();
    const dialog = page.getByRole('dialog', { name: t('profile.deleteQuestion') });
    const confirm = dialog.getByRole('button', { name: t('profile.confirmDelete') });
    await expect(confirm).toBeDisabled();
    await dialog.getByRole('checkbox', { name: t('profile.deleteUnderstood') }).check();
    await confirm.click();
    await expect(fieldMessage(dialog, t('validation.required'))).toBeVisible();
    await field(dialog, t('profile.password')).fill('not the password');
    await confirm.click();
    await expect(fieldMessage(dialog, 'The password is wrong.')).toBeVisible();
    await expect(page).toHaveURL('/profile?dialog=account-delete');

    await dialog.getByLabel(t('profile.deleteReason')).fill('I have\ntwo accounts.');
    await field(dialog, t('profile.password')).fill(person.password);
    await confirm.click();
    await expect(toast(page, texts, 'Account deleted successfully')).toBeVisible();
    await expect(page).toHaveURL('/');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    const { email, password } = person;
    const again = await request.post('/v1/auth/login', { data: { email, password } });
    expect(again.status()).toBe(401);
  });

  test('waits for the money to be gone, and leads to it', async ({ signedIn, texts, watch }) => {
    watch.expectRefusal(422, accountPath);
    const { t } = texts;
    const { person, page } = await signedIn();
    await giveMoney(person, 'MRCY', '100');
    await page.goto('/profile');
    await page.getByRole('button', { name: t('profile.deleteAccount') }).click();
    const dialog = page.getByRole('dialog', { name: t('profile.deleteQuestion') });
    await field(dialog, t('profile.password')).fill(person.password);
    await dialog.getByRole('checkbox', { name: t('profile.deleteUnderstood') }).check();
    await dialog.getByRole('button', { name: t('profile.confirmDelete') }).click();
    await expect(
      dialog.getByText('This account still holds money. Withdraw or transfer it first.'),
    ).toBeVisible();
    await dialog.getByRole('link', { name: t('profile.toDashboard') }).click();
    await expect(page).toHaveURL('/dashboard');
  });

  test('gives up what is too little to withdraw only when told to, and takes a code where two-factor is on', async ({
    signedIn,
    texts,
    watch,
  }) => {
    watch.expectRefusal(422, accountPath);
    const { t } = texts;
    const { person, page } = await signedIn();
    await giveMoney(person, 'MRCY', '0.5');
    const { authenticator } = await withTwoFactor(person);
    await page.goto('/profile');
    await page.getByRole('button', { name: t('profile.deleteAccount') }).click();
    const dialog = page.getByRole('dialog', { name: t('profile.deleteQuestion') });
    const confirm = dialog.getByRole('button', { name: t('profile.confirmDelete') });
    await field(dialog, t('profile.password')).fill(person.password);
    await field(dialog, t('twoFactor.code')).fill(await authenticator.nextCode());
    await dialog.getByRole('checkbox', { name: t('profile.deleteUnderstood') }).check();
    await confirm.click();
    await expect(dialog.getByText('This account still holds money.')).toBeVisible();
    const giveUp = dialog.getByRole('checkbox', { name: t('profile.giveUpLeftovers') });
    await expect(dialog.getByText(texts.money('0.5', 'MRCY'))).toBeVisible();
    await giveUp.check();
    await field(dialog, t('twoFactor.code')).fill(await authenticator.nextCode());
    await confirm.click();
    await expect(toast(page, texts, 'Account deleted successfully')).toBeVisible();
    await expect(page).toHaveURL('/');
  });
});
