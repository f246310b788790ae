import { insertPasskey, type Person, makePerson, signInByApi } from './accounts.ts';
import { withTwoFactor } from './authenticator.ts';
import { addPasskeyDevice } from './passkey-device.ts';
import { linkIn, mailTo } from './mails.ts';
import { field, fieldMessage, Newcomer, toast } from './people.ts';
import { SecurityPage } from './security-page.ts';
import { enterPassword, SecondFactorDialog } from './sign-in.ts';
import { expect, test as base } from './test.ts';

const passkeysPath = '/v1/users/passkeys';

interface PasskeyFixtures {
  /** Somebody who has just typed their password, whom nothing asks for it again. */
  freshPerson: Person;
}

const test = base.extend<PasskeyFixtures>({
  freshPerson: async ({ language }, use) => use(await makePerson({ locale: language, isProved: true })),
});

test('a passkey is added, signs its person in without a name or a password, and signs nobody in once it is removed', async ({
  signedIn,
  freshPerson,
  texts,
  watch,
}) => {
  watch.expectRefusal(401, '/v1/auth/passkey');
  const { t } = texts;
  const { person, page } = await signedIn(freshPerson);
  await addPasskeyDevice(page);
  const here = new SecurityPage(page, texts);
  await here.open();
  await expect(page.getByText(t('security.passkeys.emptyTitle'))).toBeVisible();
  const dialog = await here.addPasskey('My laptop');
  await here.prove(person.password);
  await expect(dialog).toBeHidden();
  await expect(here.passkeys).toHaveCount(1);
  await expect(here.passkeys).toContainText('My laptop');
  await expect(here.passkeys).toContainText(t('security.passkeys.neverUsed'));
  await expect(here.events.first()).toContainText(t('security.events.kinds.passkey_added'));

  await new Newcomer(page, texts, person).signOut();
  await page
    .getByRole('banner')
    .getByRole('button', { name: t('nav.login') })
    .click();
  await page.getByRole('button', { name: t('auth.signIn.withPasskey') }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText(person.username)).toBeVisible();

  await here.open();
  await expect(here.passkeys).not.toContainText(t('security.passkeys.neverUsed'));

  await here.passkeys.getByRole('button').click();
  const question = page.getByRole('dialog', { name: t('security.passkeys.removeTitle') });
  await question.getByRole('button', { name: t('common.cancel') }).click();
  await expect(here.passkeys).toHaveCount(1);
  await expect(await here.removePasskey('My laptop')).toBeHidden();
  await expect(toast(page, texts, 'Passkey removed')).toBeVisible();
  await expect(here.passkeys).toHaveCount(0);
  await expect(here.events.first()).toContainText(t('security.events.kinds.passkey_removed'));
  await new Newcomer(page, texts, person).signOut();
  await page.goto('/login');
  await page.getByRole('button', { name: t('auth.signIn.withPasskey') }).click();
  await expect(toast(page, texts, 'We don’t recognize this passkey.')).toBeVisible();
  await expect(page).toHaveURL('/login');
});

test('a passkey answers for the second factor', async ({ signedIn, freshPerson, texts }) => {
  const { t } = texts;
  const { person, page } = await signedIn(freshPerson);
  await addPasskeyDevice(page);
  const here = new SecurityPage(page, texts);
  await here.open();
  await here.addPasskey('My laptop');
  await here.prove(person.password);
  await expect(here.passkeys).toHaveCount(1);
  await withTwoFactor(person);
  await new Newcomer(page, texts, person).signOut();

  await page
    .getByRole('banner')
    .getByRole('button', { name: t('nav.login') })
    .click();
  await enterPassword(page.getByRole('dialog', { name: t('auth.signIn.title') }), texts, person);
  const { dialog } = new SecondFactorDialog(page, texts);
  await dialog.getByRole('button', { name: t('auth.twoFactor.withPasskey') }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('what the server refuses, or does not answer, is told in the dialog, a prompt that is closed is not; a device that holds one already is told of', async ({
  signedIn,
  freshPerson,
  texts,
  watch,
}) => {
  watch.expectLostConnection(passkeysPath);
  watch.expectRefusal(422, passkeysPath);
  const { t } = texts;
  const { person, page } = await signedIn(freshPerson);
  const device = await addPasskeyDevice(page);
  const here = new SecurityPage(page, texts);
  await here.open();

  const optionsPath = `**${passkeysPath}/options`;
  await page.route(optionsPath, (route) => route.abort());
  const dialog = await here.addPasskey('My laptop');
  await here.prove(person.password);
  await expect(here.proof.getByRole('alert')).toHaveText(t('errors.NetworkError'));
  await page.unroute(optionsPath);
  // No ten devices are at hand: the server's words for it stand in for them.
  await page.route(optionsPath, (route) =>
    route.fulfill({
      status: 422,
      json: { success: false, error: 'TooManyPasskeys', message: 'No more passkeys', requestId: 'test' },
    }),
  );
  await here.prove(person.password);
  await expect(here.proof.getByRole('alert')).toHaveText('No more passkeys');
  await page.unroute(optionsPath);

  await device.refuse();
  await here.prove(person.password);
  await expect(here.proof).toBeHidden();
  const goOn = dialog.getByRole('button', { name: t('security.passkeys.continue') });
  await expect(goOn).not.toHaveAttribute('aria-busy');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await device.accept();
  await goOn.click();
  await expect(here.passkeys).toHaveCount(1);

  await here.addPasskey('My laptop again');
  await here.prove(person.password);
  await expect(dialog.getByRole('alert')).toHaveText(t('security.passkeys.alreadyHere'));
  await expect(here.passkeys).toHaveCount(1);
});

test('a passkey has a name of one character to 80, and begins with the one of its device', async ({
  signedIn,
  freshPerson,
  texts,
  request,
}) => {
  const { t } = texts;
  // Signed in from this browser, which gives its name.
  const token = await signInByApi(request, freshPerson);
  const { page } = await signedIn({ ...freshPerson, token });
  const here = new SecurityPage(page, texts);
  await here.open();
  await page.getByRole('button', { name: t('security.passkeys.add') }).click();
  const dialog = page.getByRole('dialog', { name: t('security.passkeys.addTitle') });
  const name = dialog.getByLabel(t('security.passkeys.name'), { exact: true });
  await expect(name).not.toHaveValue('');
  await expect(here.sessions.first()).toContainText(await name.inputValue());
  await name.fill(' ');
  await page.keyboard.press('Enter');
  await expect(fieldMessage(dialog, t('validation.required'))).toBeVisible();
  await name.fill('x'.repeat(81));
  await expect(fieldMessage(dialog, t('validation.tooLong'))).toBeVisible();
  await name.fill('\u202Egnp.exe');
  await expect(fieldMessage(dialog, t('validation.namePattern'))).toBeVisible();
});

test('of the passkeys, a reset of the password keeps the one that is ticked', async ({
  signedIn,
  freshPerson,
  texts,
  request,
  watch,
}) => {
  watch.expectRefusal(401, '/v1/');
  const { t } = texts;
  const { person, page } = await signedIn(freshPerson);
  await addPasskeyDevice(page);
  const here = new SecurityPage(page, texts);
  await here.open();
  await here.addPasskey('My laptop');
  await here.prove(person.password);
  await expect(here.passkeys).toHaveCount(1);
  await insertPasskey(person, 'Of a stranger');

  await request.post('/v1/auth/forgot-password', { data: { email: person.email } });
  await page.goto(linkIn(await mailTo(request, person.email, { holding: '/reset-password?' })));
  const passkeys = page.getByRole('group', { name: t('security.passkeys.keepTitle') });
  await expect(passkeys.getByRole('checkbox')).toHaveCount(2);
  await expect(passkeys.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await passkeys.getByText('My laptop').click();
  await field(page.getByRole('main'), t('resetPassword.newPassword')).fill('Another-silver 8');
  await field(page.getByRole('main'), t('resetPassword.confirmPassword')).fill('Another-silver 8');
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('resetPassword.doneTitle'))).toBeVisible();

  await page.goto('/login');
  await page.getByRole('button', { name: t('auth.signIn.withPasskey') }).click();
  await expect(page).toHaveURL('/dashboard');
  await here.open();
  await expect(here.passkeys).toHaveCount(1);
  await expect(here.passkeys).toContainText('My laptop');
});
