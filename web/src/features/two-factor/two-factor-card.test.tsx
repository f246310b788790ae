import { disableTwoFactor, setUpTwoFactor, verifyTwoFactor } from '@mercury/contract/api/two-factor.ts';
import { getSecurity } from '@mercury/contract/api/security.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
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

async function goToCode() {
  await openSetUp();
  server.reply(setUpTwoFactor, {
    success: true,
    data: { secretKey: 'JBSWY3DPEHPK3PXP', qrCodeUrl: 'otpauth://totp/Mercury:sara?secret=JBSWY3DPEHPK3PXP' },
    message: '',
  });
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

  it('goes on with the app’s code, and a wrong one can be mended', async () => {
    await goToCode();
    await button('Verify and enable').click();
    await expectFieldError(code(), 'Enter the code of your authenticator app');
    server.refuse(verifyTwoFactor, 'InvalidTwoFactorCode', { message: 'Wrong code.' });
    await code().fill('123456');
    await button('Verify and enable').click();
    await expectFieldError(code(), 'This code is not right. Please enter the one that the app shows now.');
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
    await checkbox('I have kept these codes in a safe place').click();
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
    await expectFieldError(code(), 'Enter the code of your authenticator app');
    server.refuse(disableTwoFactor, 'InvalidTwoFactorCode', { message: 'Wrong code.' });
    await field('Password').fill('Passw0rd!');
    await code().fill('123456');
    await turnOff.click();
    await expectToast('Wrong code.');
    await expect.element(turnOff).not.toBeInTheDocument();
    await expect.element(button('Disable')).toHaveFocus();
  });
});
