import { verifyCode, verifyEmail } from '@mercury/contract/api/auth.ts';
import { getProfile } from '@mercury/contract/api/users.ts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { holdClock, nextFrames, passTime } from '../../test/clock.ts';
import { session } from '../../api/session.ts';
import { useSession } from '../../api/use-session.ts';
import { button, expectToast, field, paste } from '../../test/fields.ts';
import { currentPath, renderApp, signIn } from '../../test/render-app.tsx';
import { omid, sara, signedInAs, success } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { expectListenersRemoved } from '../../test/window-listeners.ts';
import { AuthDialogHost } from './auth-dialog-host.tsx';
import { keepVerification } from '../session/kept-verification.ts';
import { closeAuthDialog, openAuthDialog, useAuthDialog } from '../session/auth-dialog.ts';
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

it.each([
  ['/register?next=%2Fprofile%3Ftab%3Dsecurity', '/profile?tab=security'],
  ['/register?next=https%3A%2F%2Fevil.example', '/dashboard'],
  ['/register', '/dashboard'],
])('goes on from %s to %s once the code is right', async (at, target) => {
  server.reply(verifyCode, signedInAs(sara));
  await renderApp(<AuthDialogs />, { at });
  openAuthDialog('verifyEmail', { email: sara.email, username: sara.username });
  const box = page.getByRole('dialog', { name: 'Verify email' }).getByRole('textbox').first();
  await box.click();
  await paste('ABC234');
  await expect.poll(currentPath).toBe(target);
});

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

it.each(['login', 'register', 'forgotPassword', 'resetPassword', 'verifyEmail', 'twoFactor'] as const)(
  'of the kind %s is closed when a session begins, wherever that was',
  async (type) => {
    await renderApp(<AuthDialogHost />);
    openAuthDialog(type, {
      email: sara.email,
      pendingSignIn: { tempToken: 'temporary', methods: ['code'], destination: '/' },
    });
    await expect.element(page.getByRole('dialog')).toBeVisible();
    signIn({ ...omid, emailVerified: false });
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  },
);

it('that names a person is closed with their session', async () => {
  await renderApp(<AuthDialogHost />, { as: { ...sara, emailVerified: false } });
  openAuthDialog('verifyEmail', { email: sara.email });
  await expect.element(page.getByText(sara.email)).toBeVisible();
  session.end('signedOut');
  await expect.element(page.getByText(sara.email)).not.toBeInTheDocument();
});

function Known() {
  return <p>Known: {useSession().user?.username}</p>;
}

it('with what a mailed link has brought stays when it is known who is here', async () => {
  server.hold(verifyEmail, success());
  server.reply(getProfile, { success: true, data: { user: sara } });
  session.begin('token-of-sara');
  openAuthDialog('verifyEmail', { token: 'mailed' });
  await renderApp(
    <>
      <AuthDialogHost />
      <Known />
    </>,
  );
  await expect.element(page.getByText('Known: sara')).toBeVisible();
  await nextFrames();
  await expect.element(page.getByRole('dialog')).toBeVisible();
});

it.each([
  ['Sign in', undefined],
  ['Go to dashboard', sara],
] as const)('after a link that verified says where its button leads: %s', async (name, as) => {
  server.reply(verifyEmail, success());
  server.reply(getProfile, { success: true, data: { user: sara } });
  openAuthDialog('verifyEmail', { token: 'mailed' });
  await renderApp(<AuthDialogHost />, as && { as });
  await page.getByRole('dialog').getByRole('button', { name }).click();
  await expect.poll(currentPath).toBe('/dashboard');
});

it('leaves no listener behind', () => expectListenersRemoved(<AuthDialogHost />, ['popstate']));

/** What a reload leaves: the tab's storage, and nothing of the page. */
async function reload(options: Parameters<typeof renderApp>[1] = {}) {
  const kept = sessionStorage.getItem('verifyingEmail');
  closeAuthDialog();
  await cleanup();
  if (kept !== null) sessionStorage.setItem('verifyingEmail', kept);
  await renderApp(<AuthDialogHost />, options);
}

const question = () => page.getByRole('dialog', { name: 'Verify email' });
const keptText = () => sessionStorage.getItem('verifyingEmail');

describe('the question for a mailed code, when the page is loaded again', () => {
  it('stays, with the email that it is about, whoever has just registered', async () => {
    await renderApp(<AuthDialogHost />);
    openAuthDialog('verifyEmail', { email: sara.email, username: sara.username });
    await expect.element(question()).toBeVisible();
    await reload();
    await expect.element(question().getByText(sara.email)).toBeVisible();
    expect(useAuthDialog.getState()).toMatchObject({
      email: sara.email,
      username: sara.username,
      token: null,
    });
  });

  it('stays for whoever has signed in without having verified it', async () => {
    const unverified = { ...sara, emailVerified: false };
    await renderApp(<AuthDialogHost />, { as: unverified });
    openAuthDialog('verifyEmail', { email: sara.email });
    await expect.element(question()).toBeVisible();
    await reload({ as: unverified });
    await expect.element(question().getByText(sara.email)).toBeVisible();
  });

  it.each([
    ['another page', { at: '/elsewhere' }, { pathname: '/elsewhere' }],
    ['another person', { as: { ...omid, emailVerified: false } }, {}],
    ['who is verified by now', { as: sara }, {}],
  ] as const)('is gone for %s', async (_, options, changed) => {
    const { pathname } = window.location;
    keepVerification({ email: sara.email, username: null, pathname, ...changed });
    await renderApp(<AuthDialogHost />, options);
    await expect.poll(keptText).toBeNull();
    expect(question().elements()).toHaveLength(0);
  });

  it('gives way to what a mailed link has brought', async () => {
    server.hold(verifyEmail, success());
    const { pathname } = window.location;
    openAuthDialog('verifyEmail', { token: 'mailed' });
    keepVerification({ email: sara.email, username: null, pathname });
    await renderApp(<AuthDialogHost />);
    await nextFrames();
    expect(useAuthDialog.getState()).toMatchObject({ token: 'mailed', email: null });
    expect(keptText()).toBeNull();
  });

  it('is forgotten when it is closed, and when the session ends', async () => {
    await renderApp(<AuthDialogHost />, { as: { ...sara, emailVerified: false } });
    openAuthDialog('verifyEmail', { email: sara.email });
    await expect.element(question()).toBeVisible();
    expect(keptText()).not.toBeNull();
    await question().getByRole('button', { name: 'Close' }).click();
    expect(keptText()).toBeNull();
    openAuthDialog('verifyEmail', { email: sara.email });
    expect(keptText()).not.toBeNull();
    session.end('signedOut');
    expect(keptText()).toBeNull();
  });
});
