import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { type Person, signInByApi } from './accounts.ts';
import { Authenticator, signInByRecoveryCode, turnOnTwoFactor, withTwoFactor } from './authenticator.ts';
import { readClipboard } from './clipboard.ts';
import { field, fieldMessage, toast } from './people.ts';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';

const recoveryCode = /^[A-Z0-9]{4}(-[A-Z0-9]{4}){3}$/;
const setUpPath = '/v1/users/2fa/setup';
const verifyPath = '/v1/users/2fa/verify';

function cardOf(page: Page, { t }: Texts): Locator {
  const heading = page.getByRole('heading', { name: t('twoFactor.title') });
  // The innermost: a group of cards is a section too.
  return page.getByRole('main').locator('section').filter({ has: heading }).last();
}

function dialogOf(page: Page, title: string): Locator {
  return page.getByRole('dialog', { name: title });
}

/** Up to the secret, which the person's app then knows. */
async function beginSetUp(page: Page, texts: Texts, person: Person): Promise<Authenticator> {
  const { t } = texts;
  const begin = dialogOf(page, t('twoFactor.passwordTitle'));
  await field(begin, t('twoFactor.password')).fill(person.password);
  await begin.getByRole('button', { name: t('twoFactor.continue') }).click();
  const connect = dialogOf(page, t('twoFactor.secretTitle'));
  const shown = await connect.getByLabel(t('twoFactor.secretKey')).textContent();
  return new Authenticator(person, (shown ?? '').replaceAll(' ', ''));
}

async function enterCode(page: Page, texts: Texts, code: string): Promise<Locator> {
  const { t } = texts;
  const dialog = dialogOf(page, t('twoFactor.codeTitle'));
  await field(dialog, t('twoFactor.code')).fill(code);
  await dialog.getByRole('button', { name: t('twoFactor.enable') }).click();
  return dialog;
}

/** The ten codes on screen, put away as the dialog asks. */
async function keepCodes(page: Page, texts: Texts): Promise<string[]> {
  const { t } = texts;
  const dialog = dialogOf(page, t('twoFactor.codesTitle'));
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const codes = await dialog.getByRole('listitem').allTextContents();
  await dialog.getByRole('checkbox', { name: t('twoFactor.codesKept') }).check();
  await dialog.getByRole('button', { name: t('twoFactor.done') }).click();
  await expect(dialog).toHaveCount(0);
  return codes;
}

test('two-factor is set up by password, secret and code, ends with ten codes, and ends other sessions', async ({
  signedIn,
  texts,
  request,
  watch,
}) => {
  watch.expectRefusal(422, setUpPath);
  watch.expectRefusal(422, verifyPath);
  const { t } = texts;
  const { person, page } = await signedIn();
  const otherToken = await signInByApi(request, person);
  await page.goto('/profile');
  const card = cardOf(page, texts);
  await expect(card.getByText(t('twoFactor.disabled'), { exact: true })).toBeVisible();
  await card.getByRole('button', { name: t('twoFactor.setUp') }).click();

  await test.step('a wrong password is told under its field, and signs nobody out', async () => {
    const begin = dialogOf(page, t('twoFactor.passwordTitle'));
    await begin.getByRole('button', { name: t('twoFactor.continue') }).click();
    await expect(fieldMessage(begin, t('validation.required'))).toBeVisible();
    await field(begin, t('twoFactor.password')).fill('not the password');
    await begin.getByRole('button', { name: t('twoFactor.continue') }).click();
    await expect(fieldMessage(begin, 'The password is wrong.')).toBeVisible();
    await expect(toast(page, texts, 'The password is wrong.')).toBeVisible();
  });

  const authenticator = await beginSetUp(page, texts, person);
  await expect(toast(page, texts, 'Two-factor authentication setup initiated')).toBeVisible();
  await test.step('the secret is shown as a QR code of 220 pixels, and for entry by hand', async () => {
    const connect = dialogOf(page, t('twoFactor.secretTitle'));
    await expect(connect.getByRole('listitem')).toHaveCount(3);
    const qrCode = connect.getByRole('img', { name: t('twoFactor.qrCode') });
    expect(await qrCode.boundingBox()).toMatchObject({ width: 220, height: 220 });
    expect(authenticator.secretKey).toMatch(/^[A-Z2-7]{32}$/);
    await page.context().grantPermissions(['clipboard-write']);
    await connect.getByRole('button', { name: t('twoFactor.copySecret') }).click();
    expect(await readClipboard(page)).toBe(authenticator.secretKey);
    await connect.getByRole('button', { name: t('twoFactor.verify'), exact: true }).click();
  });

  await test.step('the code is needed, has six digits, and must be right', async () => {
    const dialog = await enterCode(page, texts, '');
    await expect(fieldMessage(dialog, t('validation.twoFactorCodeRequired'))).toBeVisible();
    const code = field(dialog, t('twoFactor.code'));
    await code.pressSequentially('12a45');
    await expect(code).toHaveValue('1245');
    await expect(fieldMessage(dialog, 'Enter all 6 digits of the code')).toBeVisible();
    await code.fill('12345678');
    await expect(code).toHaveValue('123456');
    await enterCode(page, texts, authenticator.wrongCode());
    await expect(fieldMessage(dialog, t('twoFactor.invalidToken'))).toBeVisible();
    await expect(code).toBeFocused();
  });

  await enterCode(page, texts, await authenticator.nextCode());
  await expect(toast(page, texts, 'Two-factor authentication enabled successfully')).toBeVisible();
  await test.step('the codes can not be closed by accident', async () => {
    const dialog = dialogOf(page, t('twoFactor.codesTitle'));
    await expect(dialog.getByRole('listitem').first()).toHaveText(recoveryCode);
    await page.keyboard.press('Escape');
    await expect(toast(page, texts, t('twoFactor.keepCodesFirst'))).toBeVisible();
    await expect(dialog.getByRole('button', { name: t('ui.close') })).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: t('twoFactor.done') })).toBeDisabled();
  });
  const codes = await keepCodes(page, texts);
  expect(new Set(codes).size).toBe(10);
  await expect(card.getByText(t('twoFactor.enabled'), { exact: true })).toBeVisible();
  await expect(card.getByText(t('twoFactor.codesLeft', { left: '10', total: '10' }))).toBeVisible();
  await expect(card.getByRole('button', { name: t('twoFactor.disable'), exact: true })).toBeFocused();
  await expect(toast(page, texts, 'The password is wrong.'), 'a mended mistake is told no more').toHaveCount(
    0,
  );

  const asked = await request.get('/v1/users/profile', {
    headers: { authorization: `Bearer ${otherToken}` },
  });
  expect(asked.status(), 'another session has ended').toBe(401);
  await page.reload();
  await expect(card.getByText(t('twoFactor.enabled'), { exact: true })).toBeVisible();
});

test('recovery codes can be copied, downloaded and printed alone', async ({ signedIn, texts }) => {
  const { t } = texts;
  const { person, page } = await signedIn();
  const { authenticator } = await withTwoFactor(person);
  await page.goto('/profile');
  await cardOf(page, texts)
    .getByRole('button', { name: t('twoFactor.newCodes') })
    .click();
  const ask = dialogOf(page, t('twoFactor.newCodesTitle'));
  await field(ask, t('twoFactor.password')).fill(person.password);
  await field(ask, t('twoFactor.code')).fill(await authenticator.nextCode());
  await ask.getByRole('button', { name: t('twoFactor.makeNewCodes') }).click();
  await expect(toast(page, texts, 'Recovery codes generated successfully')).toBeVisible();
  const dialog = dialogOf(page, t('twoFactor.codesTitle'));
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const codes = await dialog.getByRole('listitem').allTextContents();

  await page.context().grantPermissions(['clipboard-write']);
  await dialog.getByRole('button', { name: t('twoFactor.copyCodes') }).click();
  expect((await readClipboard(page)).split('\n')).toEqual(codes);

  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: t('twoFactor.downloadCodes') }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('mercury-recovery-codes.txt');
  const lines = (await readFile(await download.path(), 'utf8')).split('\n');
  expect(lines.filter((line) => recoveryCode.test(line))).toEqual(codes);
  expect(lines).toContain(person.email);

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-was-printed', '');
  });
  await dialog.getByRole('button', { name: t('twoFactor.printCodes') }).click();
  await expect(page.locator('body')).toHaveAttribute('data-was-printed');
  await page.emulateMedia({ media: 'print' });
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('main')).toBeHidden();
  const printed = page.locator('[data-printed]');
  await expect(printed).toBeVisible();
  await expect(printed).toContainText(codes.join('\n'));
  await page.emulateMedia({ media: 'screen' });
  await expect(printed).toBeHidden();
  await keepCodes(page, texts);
});

test('another tab sees that two-factor is on', async ({ signedIn, texts, request }) => {
  const { t } = texts;
  const { person, page } = await signedIn();
  // Awaited from before it can be made: the page listens by then.
  const listening = page.waitForRequest('**/v1/events');
  await page.goto('/profile');
  await expect(cardOf(page, texts).getByText(t('twoFactor.disabled'), { exact: true })).toBeVisible();
  await listening;
  await turnOnTwoFactor(request, person);
  await expect(cardOf(page, texts).getByText(t('twoFactor.enabled'), { exact: true })).toBeVisible();
});

test.describe('whoever came in with a recovery code', () => {
  test('is offered to set two-factor up anew, at once', async ({ openBrowser, signedIn, texts, request }) => {
    const { t } = texts;
    const { person } = await signedIn();
    const { recoveryCodes } = await withTwoFactor(person);
    const token = await signInByRecoveryCode(request, person, recoveryCodes[0] ?? '');
    const page = await (await openBrowser({ stored: { token } })).newPage();
    await arriveWithRecoveryCode(page);
    const offer = dialogOf(page, t('twoFactor.renewTitle'));
    await offer.getByRole('button', { name: t('twoFactor.renew') }).click();
    const authenticator = await beginSetUp(page, texts, person);
    await dialogOf(page, t('twoFactor.secretTitle'))
      .getByRole('button', { name: t('twoFactor.verify'), exact: true })
      .click();
    await enterCode(page, texts, await authenticator.nextCode());
    const codes = await keepCodes(page, texts);
    expect(codes).toHaveLength(10);
    expect(codes).not.toContain(recoveryCodes[1]);
    await page.reload();
    await expect(page.getByTestId('balance')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('can put it off, and finds the offer in the profile', async ({
    openBrowser,
    signedIn,
    texts,
    request,
  }) => {
    const { t } = texts;
    const { person } = await signedIn();
    const { recoveryCodes } = await withTwoFactor(person);
    const token = await signInByRecoveryCode(request, person, recoveryCodes[0] ?? '');
    const page = await (await openBrowser({ stored: { token } })).newPage();
    await arriveWithRecoveryCode(page);
    await page.getByRole('button', { name: t('twoFactor.notNow') }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.reload();
    await expect(page.getByTestId('balance')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goto('/profile');
    const card = cardOf(page, texts);
    await expect(card.getByText(t('twoFactor.codesLeft', { left: '9', total: '10' }))).toBeVisible();
    await card.getByRole('button', { name: t('twoFactor.renew') }).click();
    await expect(dialogOf(page, t('twoFactor.passwordTitle'))).toBeVisible();
  });
});

/** As the sign-in leads on after a recovery code: with the wish in the history's entry. */
async function arriveWithRecoveryCode(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.evaluate(() => {
    history.replaceState({ usr: { renewsTwoFactor: true }, key: 'arrival', idx: 0 }, '');
  });
  await page.reload();
}

test.describe('in Persian', () => {
  test.use({ language: 'fa' });

  test('two-factor is set up by the keyboard alone, with Persian digits', async ({ signedIn, texts }) => {
    const { t } = texts;
    const { person, page } = await signedIn();
    await page.goto('/profile');
    await cardOf(page, texts)
      .getByRole('button', { name: t('twoFactor.setUp') })
      .press('Enter');
    const begin = dialogOf(page, t('twoFactor.passwordTitle'));
    await expect(field(begin, t('twoFactor.password'))).toBeFocused();
    await page.keyboard.type(person.password);
    await page.keyboard.press('Enter');
    const connect = dialogOf(page, t('twoFactor.secretTitle'));
    const shown = await connect.getByLabel(t('twoFactor.secretKey')).textContent();
    const authenticator = new Authenticator(person, (shown ?? '').replaceAll(' ', ''));
    const next = connect.getByRole('button', { name: t('twoFactor.verify'), exact: true });
    await expect(async () => {
      await page.keyboard.press('Tab');
      await expect(next).toBeFocused({ timeout: 100 });
    }).toPass();
    await page.keyboard.press('Enter');
    await expect(field(dialogOf(page, t('twoFactor.codeTitle')), t('twoFactor.code'))).toBeFocused();
    const code = await authenticator.nextCode();
    await page.keyboard.type(code.replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'.charAt(Number(digit))));
    await page.keyboard.press('Enter');
    await keepCodes(page, texts);
    await expect(cardOf(page, texts).getByText('۱۰ از ۱۰')).toBeVisible();
  });
});
