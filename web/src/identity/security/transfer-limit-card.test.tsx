import { getSecurity, prove } from '@mercury/contract/api/security.ts';
import { setTransferLimit } from '@mercury/contract/api/wallets.ts';
import type { Locale } from '@mercury/contract/locales.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  button,
  expectFieldError,
  expectFieldRight,
  expectToast,
  field,
  pressTwice,
} from '../../test/fields.ts';
import { proofDialog, showPassword, wantProof } from '../../test/proofs.ts';
import { renderApp } from '../../test/render-app.tsx';
import { sara, securityOf } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { ProofDialogHost } from '../proof/proof-dialog-host.tsx';
import { TransferLimitCard } from './transfer-limit-card.tsx';

const limit = () => field('Daily limit');
const change = () => button('Change limit');
const changed = (transferLimitUsd: string) => ({ success: true, transferLimitUsd }) as const;

async function open(locale: Locale = 'en', twoFactorEnabled = false) {
  server.reply(getSecurity, securityOf({ twoFactorEnabled }));
  await renderApp(
    <>
      <TransferLimitCard />
      <ProofDialogHost user={sara} />
    </>,
    { as: sara, locale },
  );
}

it('says what the limit is, in the reader’s digits, and begins with it', async () => {
  await open('fa');
  await expect.element(page.getByText('۱٬۰۰۰٫۰۰', { exact: false })).toBeVisible();
  await expect.element(page.getByRole('textbox')).toHaveValue('۱۰۰۰');
});

it('says when the password is asked for, which is not so soon after it was shown', async () => {
  await open();
  await expect
    .element(page.getByText('ask for your password, unless you entered it or signed in', { exact: false }))
    .toBeVisible();
});

it('says of an account with two-factor that every transfer asks for its code', async () => {
  await open('en', true);
  await expect.element(page.getByText('Every transfer needs a code', { exact: false })).toBeVisible();
  await expect.element(page.getByText('unless you entered one or signed in', { exact: false })).toBeVisible();
});

it('is lowered once however fast it is pressed, and shown from then on', async () => {
  await open();
  await expect.element(page.getByText('1,000.00', { exact: false })).toBeVisible();
  const held = server.hold(setTransferLimit, changed('50.00'));
  await limit().fill('50');
  pressTwice(change());
  await expect.element(change()).toHaveAttribute('aria-busy', 'true');
  server.reply(getSecurity, securityOf({ transferLimitUsd: '50.00' }));
  held.release();
  await expectToast('Limit changed');
  await expect.element(page.getByText('50.00', { exact: false })).toBeVisible();
  await expect.element(limit()).toHaveValue('50');
  expect(server.calls(setTransferLimit).map(({ body }) => body)).toEqual([{ amountUsd: '50' }]);
});

it('may be nothing, and no more than the product allows', async () => {
  await open();
  await limit().fill('');
  await change().click();
  await expectFieldError(limit(), 'Enter an amount up to \u20661,000,000.00\u00a0USD\u2069.');
  await limit().fill('1000000.01');
  await expectFieldError(limit(), 'Enter an amount up to \u20661,000,000.00\u00a0USD\u2069.');
  expect(server.callCount(setTransferLimit)).toBe(0);
  server.reply(setTransferLimit, changed('0.00'));
  await limit().fill('0');
  await expectFieldRight(limit());
  await change().click();
  await expectToast('Limit changed');
});

it('is raised once the password was shown', async () => {
  await open();
  wantProof(setTransferLimit, changed('5000.00'));
  await limit().fill('5000');
  await change().click();
  await expect.element(proofDialog()).toBeVisible();
  await showPassword();
  await expectToast('Limit changed');
  expect(server.callCount(prove)).toBe(1);
});

it('that is refused says so, and keeps what was typed', async () => {
  await open();
  server.refuse(setTransferLimit, 'Busy', { message: 'Not now.' });
  await limit().fill('5');
  await change().click();
  await expectToast('Not now.');
  await expect.element(limit()).toHaveValue('5');
});
