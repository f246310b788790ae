import { signInPasskeyOptions, signInWithPassword } from '@mercury/contract/console/access.ts';
import { listRoles } from '@mercury/contract/console/roles.ts';
import { listStaff } from '@mercury/contract/console/staff.ts';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { button, expectFieldError, expectProblem, field, pressTwice } from '../../test/fields.ts';
import { meAs, openConsole } from '../../test/console.tsx';
import { currentPath } from '../../test/render-app.tsx';
import { server } from '../../test/stand-in-server.ts';

const submit = () => page.getByRole('button', { name: 'Sign in', exact: true });

async function fillIn(): Promise<void> {
  await field('Email').fill('sara@staff.example');
  await field('Password').fill('Correct-Horse-7');
  await field('Authenticator code').fill('123456');
}

describe('signing in to the console', () => {
  it('leads back to the page that was wanted, once however fast it is pressed', async () => {
    server.reply(listStaff, { success: true, staff: [], invitations: [] });
    server.reply(listRoles, { success: true, roles: [] });
    await openConsole('/console/staff');
    await expect.element(submit()).toBeVisible();
    expect(currentPath()).toBe('/console/sign-in');
    const held = server.hold(signInWithPassword, { success: true, me: meAs('owner') });
    await fillIn();
    pressTwice(submit());
    held.release();
    await expect.element(page.getByRole('heading', { name: 'Staff', level: 1 })).toBeVisible();
    expect(server.calls(signInWithPassword).map(({ body }) => body)).toEqual([
      { email: 'sara@staff.example', password: 'Correct-Horse-7', twoFactorCode: '123456' },
    ]);
  });

  it('tells at each field what is missing, and sends nothing', async () => {
    await openConsole('/console/sign-in');
    await submit().click();
    await expectFieldError(field('Password'), 'This field is required');
    await expectFieldError(field('Authenticator code'), 'Enter the code from your authenticator app');
    expect(server.callCount(signInWithPassword)).toBe(0);
  });

  it('refused keeps email and password, and wants another code', async () => {
    await openConsole('/console/sign-in');
    server.refuse(signInWithPassword, 'InvalidCredentials', { message: 'One of these is wrong.' });
    await fillIn();
    await submit().click();
    await expectProblem('One of these is wrong.');
    await expect.element(field('Email')).toHaveValue('sara@staff.example');
    await expect.element(field('Password')).toHaveValue('Correct-Horse-7');
    await expect.element(field('Authenticator code')).toHaveValue('');
  });

  it('by passkey says nothing where the person closes the prompt', async () => {
    await openConsole('/console/sign-in');
    server.reply(signInPasskeyOptions, {
      success: true,
      options: { challenge: 'AAAA' },
      challengeToken: 'a-token',
    });
    vi.spyOn(navigator.credentials, 'get').mockRejectedValue(new DOMException('', 'NotAllowedError'));
    await button('Sign in with a passkey').click();
    await expect.poll(() => server.callCount(signInPasskeyOptions)).toBe(1);
    await expect.element(button('Sign in with a passkey')).not.toHaveAttribute('aria-busy');
    expect(page.getByRole('alert').query()).toBeNull();
  });
});

describe('a session that ends while its person works', () => {
  it('is told, and the next sign-in leads back', async () => {
    server.reply(listStaff, { success: true, staff: [], invitations: [] });
    server.reply(listRoles, { success: true, roles: [] });
    await openConsole('/console', 'support');
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/Sara Ahmadi/);
    server.refuse(listStaff, 'Unauthenticated');
    await page.getByRole('link', { name: 'Staff', exact: true }).click();
    await expect.element(page.getByText(/Your session has ended/)).toBeVisible();
    server.reply(listStaff, { success: true, staff: [], invitations: [] });
    server.reply(signInWithPassword, { success: true, me: meAs('support') });
    await fillIn();
    await submit().click();
    await expect.element(page.getByRole('heading', { name: 'Staff', level: 1 })).toBeVisible();
  });
});
