import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { holdClock, passTime } from '../../test/clock.ts';
import { button, expectToast, field } from '../../test/fields.ts';
import { renderApp } from '../../test/render-app.tsx';
import { sara } from '../../test/samples.ts';
import { expectListenersRemoved } from '../../test/window-listeners.ts';
import { AuthDialogHost } from './auth-dialog-host.tsx';
import { closeAuthDialog, openAuthDialog } from './auth-dialog.ts';
import { AuthDialogs } from './auth-dialogs.tsx';

it.each([
  ['escape-key', () => userEvent.keyboard('{Escape}')],
  ['outside-press', () => userEvent.click(document.body, { position: { x: 4, y: 4 } })],
])(
  'the question for a mailed code is not dismissed by %s: it warns, and its button closes it',
  async (reason, dismiss) => {
    await renderApp(<AuthDialogs />);
    openAuthDialog('verifyEmail', { email: sara.email, username: sara.username });
    const dialog = page.getByRole('dialog', { name: 'Verify email' });
    await expect.element(dialog.getByText(sara.email)).toBeVisible();
    await dismiss();
    await expect.element(dialog).toHaveAttribute('data-shake', reason);
    await expectToast('Please verify your email to continue');
    await expect.element(dialog).toBeVisible();
    await button('Close').click();
    await expect.element(dialog).not.toBeInTheDocument();
  },
);

it('stays where it is opened right after another was closed, and is gone a moment after it is closed itself', async () => {
  await renderApp(<AuthDialogs />);
  holdClock();
  openAuthDialog('login');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  closeAuthDialog();
  openAuthDialog('forgotPassword');
  await passTime(1000);
  await expect.element(page.getByRole('dialog', { name: 'Forgot password' })).toBeVisible();
  closeAuthDialog();
  await passTime(1000);
  expect(page.getByRole('dialog').query()).toBeNull();
});

it('is closed by the back button', async () => {
  await renderApp(<AuthDialogHost />);
  openAuthDialog('forgotPassword');
  await expect.element(field('Email')).toBeVisible();
  dispatchEvent(new PopStateEvent('popstate'));
  await expect.element(field('Email')).not.toBeInTheDocument();
});

it('leaves no listener behind', () => expectListenersRemoved(<AuthDialogHost />, ['popstate']));
