import {
  disableTwoFactor,
  renewRecoveryCodes,
  setUpTwoFactor,
  verifyTwoFactor,
} from '@mercury/contract/api/two-factor.ts';
import { getSecurity } from '@mercury/contract/api/security.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useSession } from '../../api/use-session.ts';
import { button, checkbox, expectFieldError, expectToast, field } from '../../test/fields.ts';
import { renderApp } from '../../test/render-app.tsx';
import { sara } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { TwoFactorCard } from './two-factor-card.tsx';

const careful = { ...sara, twoFactorEnabled: true };
const recoveryCodes = Array.from({ length: 10 }, (_, index) => `AAAA-BBBB-CCCC-000${index}`);
const code = () => field('Authenticator code');

async function openSetUp() {
  await renderApp(<TwoFactorCard user={sara} />, { as: sara });
  await button('Set up').click();
  await expect.element(field('Password')).toHaveFocus();
}

function serveSecret() {
  server.reply(setUpTwoFactor, {
    success: true,
    data: { secretKey: 'JBSWY3DPEHPK3PXP', qrCodeUrl: 'otpauth://totp/Mercury:sara?secret=JBSWY3DPEHPK3PXP' },
    message: '',
  });
}

async function goToCode() {
  await openSetUp();
  serveSecret();
  await field('Password').fill('Passw0rd!');
  await button('Continue').click();
  await expect.element(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await button('Verify').click();
  await expect.element(code()).toBeVisible();
}

describe('setting two-factor up', () => {
  it('begins with the password, and a wrong one is told at its field', async () => {
    await openSetUp();
    await button('Continue').click();
    await expectFieldError(field('Password'), 'This field is required');
    server.refuse(setUpTwoFactor, 'WrongPassword', { message: 'This is not your password.' });
    await field('Password').fill('wrong');
    await button('Continue').click();
    await expectFieldError(field('Password'), 'This is not your password.');
    await expect.element(field('Password')).toHaveFocus();
  });

  it('that gets no answer says so, keeps what was typed, and can be tried again', async () => {
    await openSetUp();
    server.loseAnswer(setUpTwoFactor);
    await field('Password').fill('Passw0rd!');
    await button('Continue').click();
    await expectToast('Network error. Please check your internet connection.');
    await expect.element(field('Password')).toHaveValue('Passw0rd!');
    serveSecret();
    await button('Continue').click();
    await expect.element(page.getByRole('dialog', { name: 'Connect your app' })).toBeVisible();
  });

  it('goes on with the app’s code, and a wrong one can be mended', async () => {
    await goToCode();
    await button('Verify and enable').click();
    await expectFieldError(code(), 'Enter the code from your authenticator app');
    server.refuse(verifyTwoFactor, 'InvalidTwoFactorCode', { message: 'Wrong code.' });
    await code().fill('123456');
    await button('Verify and enable').click();
    await expectFieldError(code(), 'This code is incorrect. Enter the one your app shows now.');
    await expect.element(code()).toHaveValue('123456');
  });

  it('ends with codes that have to be kept before they are gone', async () => {
    await goToCode();
    server.reply(verifyTwoFactor, { success: true, data: { user: careful, recoveryCodes }, message: '' });
    await code().fill('123456');
    await button('Verify and enable').click();
    await expect
      .poll(() =>
        page
          .getByRole('listitem')
          .elements()
          .map(({ textContent }) => textContent),
      )
      .toEqual(recoveryCodes);
    await expect.element(button('Done')).toBeDisabled();
    await checkbox('I’ve saved these codes in a safe place').click();
    await button('Done').click();
    await expect.element(page.getByRole('list', { name: 'Recovery codes' })).not.toBeInTheDocument();
  });
});

describe('turning two-factor off', () => {
  it('takes the password and a code, each asked for at its field; one attempt ends it', async () => {
    server.refuse(getSecurity, 'Busy');
    await renderApp(<TwoFactorCard user={careful} />, { as: careful });
    await button('Disable').click();
    const turnOff = button('Disable two-factor');
    await turnOff.click();
    await expectFieldError(field('Password'), 'This field is required');
    await expectFieldError(code(), 'Enter the code from your authenticator app');
    await code().fill('12');
    await expectFieldError(code(), 'Enter all 6 digits of the code');
    server.refuse(disableTwoFactor, 'InvalidTwoFactorCode', { message: 'Wrong code.' });
    await field('Password').fill('Passw0rd!');
    await code().fill('123456');
    await turnOff.click();
    await expectToast('Wrong code.');
    await expect.element(turnOff).not.toBeInTheDocument();
    await expect.element(button('Disable')).toHaveFocus();
  });

  it('is told, and leads back to where it can be set up', async () => {
    function Profile() {
      const { user } = useSession();
      return user && <TwoFactorCard user={user} />;
    }
    server.refuse(getSecurity, 'Busy');
    await renderApp(<Profile />, { as: careful });
    await button('Disable').click();
    server.reply(disableTwoFactor, { success: true, data: { user: sara }, message: '' });
    await field('Password').fill('Passw0rd!');
    await code().fill('123456');
    await button('Disable two-factor').click();
    await expectToast('Two-factor authentication disabled successfully');
    await expect
      .element(page.getByRole('dialog', { name: 'Disable two-factor authentication' }))
      .not.toBeInTheDocument();
    await expect.element(page.getByText('Disabled', { exact: true })).toBeVisible();
    await expect.element(button('Set up')).toHaveFocus();
  });
});

describe('new recovery codes', () => {
  it('take the password and a code, and what is wrong of them is told at its field', async () => {
    server.refuse(getSecurity, 'Busy');
    await renderApp(<TwoFactorCard user={careful} />, { as: careful });
    await button('New recovery codes').click();
    const make = button('Create new codes');
    server.refuse(renewRecoveryCodes, 'WrongPassword', { message: 'The password is wrong.' });
    await field('Password').fill('not the password');
    await code().fill('123456');
    await make.click();
    await expectFieldError(field('Password'), 'The password is wrong.');
    server.refuse(renewRecoveryCodes, 'InvalidTwoFactorCode', { message: 'Wrong code.' });
    await field('Password').fill('Passw0rd!');
    await make.click();
    await expectFieldError(code(), 'Wrong code.');
    server.reply(renewRecoveryCodes, { success: true, data: { recoveryCodes }, message: '' });
    await code().fill('654321');
    await make.click();
    await expectToast('Recovery codes generated successfully');
    await expect.element(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  });
});
