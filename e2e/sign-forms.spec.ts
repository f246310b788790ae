import type { Locator, Page } from '@playwright/test';
import { newRegistration, makePerson } from './accounts.ts';
import { field, fieldMessage, pressTwice, toast } from './people.ts';
import { expect, test } from './test.ts';

const loginPath = '/v1/auth/login';
const registerPath = '/v1/auth/register';

function formOn(page: Page): Locator {
  return page.getByRole('main');
}

test.describe('the sign-in form', () => {
  test('names what is wrong, takes it back once it is right, and shows the password on demand', async ({
    page,
    texts,
  }) => {
    const { t } = texts;
    await page.goto('/login');
    const form = formOn(page);
    const password = field(form, t('auth.fields.password'));
    const tooShort = fieldMessage(form, 'Password must be at least 8 characters');

    await form.getByRole('button', { name: t('auth.signIn.submit') }).click();
    await expect(fieldMessage(form, 'Please enter a valid email address')).toBeVisible();
    await expect(tooShort).toBeVisible();
    const email = field(form, t('auth.fields.email'));
    await expect(email).toBeFocused();
    await expect(email).toHaveAccessibleDescription('Please enter a valid email address');
    await email.fill('somebody@example.com');
    await expect(fieldMessage(form, 'Please enter a valid email address')).toHaveCount(0);
    await password.fill('1234567');
    await expect(tooShort).toBeVisible();
    await password.fill('12345678');
    await expect(tooShort).toHaveCount(0);

    await expect(password).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: t('ui.password.show') }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: t('ui.password.hide') }).click();
    await expect(password).toHaveAttribute('type', 'password');

    await form.getByRole('tab', { name: t('auth.signIn.byUsername') }).click();
    await field(form, t('auth.fields.username')).fill('ab');
    await password.fill('1234567');
    await form.getByRole('button', { name: t('auth.signIn.submit') }).click();
    await expect(fieldMessage(form, 'Username must be at least 3 characters')).toBeVisible();
    await expect(tooShort).toBeVisible();
  });

  test('says that email or username and password do not match, the same for a stranger', async ({
    page,
    texts,
    watch,
  }) => {
    watch.expectRefusal(401, loginPath);
    const { t } = texts;
    const known = await makePerson({ locale: 'en' });
    await page.goto('/login');
    const form = formOn(page);
    const submit = form.getByRole('button', { name: t('auth.signIn.submit') });
    for (const email of [known.email, newRegistration().email]) {
      await field(form, t('auth.fields.email')).fill(email);
      await field(form, t('auth.fields.password')).fill('not the password');
      await submit.click();
      await expect(toast(page, texts, 'Login failed')).toBeVisible();
      await expect(toast(page, texts, 'Invalid email or password')).toBeVisible();
    }
    await form.getByRole('tab', { name: t('auth.signIn.byUsername') }).click();
    await field(form, t('auth.fields.username')).fill(known.username);
    await submit.click();
    await expect(toast(page, texts, 'Invalid username or password')).toBeVisible();
    await expect(page).toHaveURL('/login');
  });

  test('tells of a lost connection, keeps what was typed, and signs in once it is back', async ({
    page,
    context,
    texts,
    watch,
  }) => {
    watch.expectLostConnection(loginPath);
    // What the page fetches ahead once it has come to rest.
    watch.expectLostConnection('/assets/');
    const { t } = texts;
    const { email, password } = await makePerson({ locale: 'en' });
    // Messages are shown by a part of the app that comes once the page has come to rest.
    const toasterArrived = page.waitForResponse(/\/assets\/toaster-.*\.js$/);
    await page.goto('/login');
    const form = formOn(page);
    await field(form, t('auth.fields.email')).fill(email);
    await field(form, t('auth.fields.password')).fill(password);
    await toasterArrived;
    await context.setOffline(true);
    await form.getByRole('button', { name: t('auth.signIn.submit') }).click();
    await expect(toast(page, texts, 'Network error. Please check your internet connection.')).toBeVisible();
    await expect(field(form, t('auth.fields.email'))).toHaveValue(email);
    await context.setOffline(false);
    await form.getByRole('button', { name: t('auth.signIn.submit') }).click();
    await expect(toast(page, texts, 'Login successful')).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
  });

  test('in the dialog leads to registering and back', async ({ page, texts }) => {
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
});

test.describe('the register form', () => {
  test('names what is wrong with each field, and measures the password as it is typed', async ({
    page,
    texts,
  }) => {
    const { t } = texts;
    await page.goto('/register');
    const form = formOn(page);
    const username = field(form, t('auth.fields.username'));
    await username.fill('ab');
    await field(form, t('auth.fields.email')).fill('somebody@');
    await field(form, t('auth.fields.password')).fill('short');
    await field(form, t('auth.fields.confirmPassword')).fill('shorter');
    await form.getByRole('button', { name: t('auth.signUp.submit') }).click();
    await expect(fieldMessage(form, 'Username must be at least 3 characters')).toBeVisible();
    await expect(fieldMessage(form, 'Please enter a valid email address')).toBeVisible();
    await expect(fieldMessage(form, 'Password must be at least 8 characters')).toBeVisible();
    await expect(fieldMessage(form, 'Passwords do not match')).toBeVisible();
    await username.fill('sara.k');
    await expect(
      fieldMessage(form, 'Username can only contain letters, digits and underscore'),
    ).toBeVisible();
    await username.fill('sara_k');
    await expect(username).toHaveAccessibleDescription(t('auth.signUp.usernameHint'));

    // Passwords that differ are found as soon as the first one changes too.
    const [password, confirm] = [
      field(form, t('auth.fields.password')),
      field(form, t('auth.fields.confirmPassword')),
    ];
    await password.fill('Quick-silver 7');
    await confirm.fill('Quick-silver 8');
    await expect(fieldMessage(form, 'Passwords do not match')).toBeVisible();
    await password.fill('Quick-silver 8');
    await expect(fieldMessage(form, 'Passwords do not match')).toHaveCount(0);

    for (const [typed, label, score] of [
      ['abcdefgh', 'Weak password', '0/5'],
      ['Abcdefghi', 'Weak password', '2/5'],
      ['Abcdefgh1', 'Medium password', '3/5'],
      ['Abcdefgh-1', 'Strong password', '4/5'],
      ['Abcdefghijk-1', 'Strong password', '5/5'],
    ] as const) {
      await password.fill(typed);
      await expect(form.getByText(label)).toBeVisible();
      await expect(form.getByText(score)).toBeVisible();
    }
  });

  test('says that a username is taken, at the field and once', async ({ page, texts, watch }) => {
    watch.expectRefusal(409, registerPath);
    const { t } = texts;
    const taken = await makePerson({ locale: 'en' });
    const registration = newRegistration();
    await page.goto('/register');
    const form = formOn(page);
    await field(form, t('auth.fields.username')).fill(taken.username);
    await field(form, t('auth.fields.email')).fill(registration.email);
    await field(form, t('auth.fields.password')).fill(registration.password);
    await field(form, t('auth.fields.confirmPassword')).fill(registration.password);
    await form.getByRole('button', { name: t('auth.signUp.submit') }).click();
    await expect(toast(page, texts, 'Registration failed')).toBeVisible();
    await expect(field(form, t('auth.fields.username'))).toHaveAccessibleDescription(
      /^This username is taken\./,
    );
  });

  test('sends one registration however often it is pressed', async ({ page, texts }) => {
    const { t } = texts;
    const registration = newRegistration();
    let sentCount = 0;
    page.on('request', (request) => {
      if (request.url().endsWith(registerPath)) sentCount += 1;
    });
    await page.goto('/register');
    const form = formOn(page);
    await field(form, t('auth.fields.username')).fill(registration.username);
    await field(form, t('auth.fields.email')).fill(registration.email);
    await field(form, t('auth.fields.password')).fill(registration.password);
    await field(form, t('auth.fields.confirmPassword')).fill(registration.password);
    await form.getByRole('button', { name: t('auth.signUp.submit') }).evaluate(pressTwice);
    await expect(page.getByRole('dialog', { name: t('auth.verification.title') })).toBeVisible();
    expect(sentCount).toBe(1);
  });
});
