import { makePerson } from './accounts.ts';
import { field, toast } from './people.ts';
import { expect, test } from './test.ts';
import { walkTo } from './walk.ts';

test('the sign-in form says that email and password do not match, and signs in with those that do', async ({
  page,
  texts,
  watch,
}) => {
  watch.expectRefusal(401, '/v1/auth/login');
  const { t } = texts;
  const { email, password } = await makePerson({ locale: 'en' });
  await page.goto('/login');
  const form = page.getByRole('main');
  const submit = form.getByRole('button', { name: t('auth.signIn.submit') });
  await field(form, t('auth.fields.email')).fill(email);
  await field(form, t('auth.fields.password')).fill('not the password');
  await submit.click();
  await expect(toast(page, texts, 'Login failed')).toBeVisible();
  await expect(toast(page, texts, 'Invalid email or password')).toBeVisible();
  await expect(page).toHaveURL('/login');
  await field(form, t('auth.fields.password')).fill(password);
  await submit.click();
  await expect(toast(page, texts, 'Login successful')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
});

test('the sign-in form in the dialog leads to registering and back', async ({ page, texts }) => {
  const { t } = texts;
  await page.goto('/?auth=login');
  // Named by its dialog: the page beneath has a button of the same name, which is there first.
  const signIn = page.getByRole('dialog', { name: t('auth.signIn.title') });
  await signIn.getByRole('button', { name: t('auth.signIn.registerLink') }).click();
  const signUp = page.getByRole('dialog', { name: t('auth.signUp.title') });
  await expect(field(signUp, t('auth.fields.username'))).toBeFocused();
  await signUp.getByRole('button', { name: t('auth.signUp.loginLink') }).click();
  await expect(signIn).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/');
});

test('the form that the header opens has an address: a reload keeps it and what was typed, and Back leads to the page below', async ({
  page,
  texts,
}) => {
  const { t } = texts;
  await page.goto('/about');
  await walkTo(page, '/markets');
  await page
    .getByRole('banner')
    .getByRole('button', { name: t('nav.register') })
    .click();
  const signUp = page.getByRole('dialog', { name: t('auth.signUp.title') });
  await field(signUp, t('auth.fields.username')).fill('newcomer');
  await field(signUp, t('auth.fields.email')).fill('newcomer@example.com');
  await field(signUp, t('auth.fields.password')).fill('Passw0rd!');
  await expect(page).toHaveURL('/markets?auth=register');
  await page.reload();
  await expect(field(signUp, t('auth.fields.username'))).toHaveValue('newcomer');
  await expect(field(signUp, t('auth.fields.email'))).toHaveValue('newcomer@example.com');
  await expect(field(signUp, t('auth.fields.password'))).toHaveValue('');
  await signUp.getByRole('button', { name: t('auth.signUp.loginLink') }).click();
  const signIn = page.getByRole('dialog', { name: t('auth.signIn.title') });
  await expect(field(signIn, t('auth.fields.email'))).toBeFocused();
  await expect(page).toHaveURL('/markets?auth=login');
  await page.goBack();
  await expect(signIn).toBeHidden();
  await expect(page).toHaveURL('/markets');
  await page.goBack();
  await expect(page).toHaveURL('/about');
});
