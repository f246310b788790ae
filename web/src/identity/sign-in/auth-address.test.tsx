import { login, register, verifyCode } from '@mercury/contract/api/auth.ts';
import { getProfile } from '@mercury/contract/api/users.ts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { session } from '../../api/session.ts';
import { enter, expectPath, onBrowserHistory, shownEntry } from '../../test/browser-history.ts';
import { button, expectToast, field, paste } from '../../test/fields.ts';
import { renderApp, signIn } from '../../test/render-app.tsx';
import { omid, sara, signedInAs } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { type AuthForm, useOpenAuthForm } from '../session/auth-address.ts';
import { useAuthDialog } from '../session/auth-dialog.ts';
import { AuthDialogHost } from './auth-dialog-host.tsx';
// Fetched when the first dialog opens: here before the test, whose patience is not for that.
import './auth-dialogs.tsx';

onBrowserHistory('/markets?sort=price');

const below = '/markets?sort=price';
const addressOf = (name: string) => `${below}&auth=${name}`;
const dialogIn = (name: string) => page.getByRole('dialog', { name });
const password = 'Passw0rd!';
const wish = '/dashboard/trade?type=BUY&to=BTC';
const { username, email } = sara;
const registered = {
  success: true,
  data: { user: { username, email, name: sara.name, emailVerified: false, twoFactorEnabled: false } },
  message: 'Look into your mails.',
} as const;

function Site() {
  const openForm = useOpenAuthForm();
  const forms = ['login', 'register', 'forgotPassword'] as const satisfies AuthForm[];
  return (
    <>
      {forms.map((form) => (
        <button key={form} type="button" onClick={() => openForm(form)}>
          {`Open ${form}`}
        </button>
      ))}
      <button type="button" onClick={() => openForm('register', wish)}>
        Buy
      </button>
      <AuthDialogHost />
    </>
  );
}

const show = () => renderApp(<Site />, { isInBrowser: true });

/** The page and its state are gone; what the tab stores is not. */
async function reload(rendered: Awaited<ReturnType<typeof show>>) {
  await rendered.unmount();
  useAuthDialog.setState(useAuthDialog.getInitialState());
  return show();
}

async function openBy(form: AuthForm, title: string) {
  const rendered = await show();
  await button(`Open ${form}`).click();
  await expect.element(dialogIn(title)).toBeVisible();
  return rendered;
}

/** A message in the corner is a dialog too, to those who can not see it. */
const sheets = () => document.querySelectorAll('[data-sheet]').length;

async function expectPageBelow() {
  await expectPath(below);
  await expect.poll(sheets).toBe(0);
  expect(shownEntry()).toBe(1);
}

describe('a dialog to come in by', () => {
  it.each([
    ['login', 'Sign in', 'login'],
    ['register', 'Sign up', 'register'],
    ['forgotPassword', 'Forgot password', 'forgot-password'],
  ] as const)(
    'has an address of its own above the page: %s, and Back closes it',
    async (form, title, name) => {
      await openBy(form, title);
      await expectPath(addressOf(name));
      expect(shownEntry()).toBe(2);
      history.back();
      await expectPageBelow();
    },
  );

  it.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['the backdrop', () => userEvent.click(document.body, { position: { x: 4, y: 4 } })],
    ['its button', () => button('Close').click()],
  ])('goes back to the page below when it is closed by %s', async (_, dismiss) => {
    await openBy('register', 'Sign up');
    await dismiss();
    await expectPageBelow();
  });

  it('that a link opened leaves nothing in the address that would open it again', async () => {
    enter(addressOf('login'));
    await show();
    await expect.element(dialogIn('Sign in')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expectPageBelow();
  });

  it('replaces no address that the browser is already at', async () => {
    enter(addressOf('login'));
    await show();
    await expect.element(dialogIn('Sign in')).toBeVisible();
    history.replaceState({ idx: 1, key: 'elsewhere' }, '', '/about');
    await userEvent.keyboard('{Escape}');
    await expect.poll(sheets).toBe(0);
    await expectPath('/about');
  });

  it('takes the place of another, from which Back leads to the page', async () => {
    await openBy('login', 'Sign in');
    await button('Create an account').click();
    await expect.element(dialogIn('Sign up')).toBeVisible();
    await expectPath(addressOf('register'));
    expect(shownEntry()).toBe(2);
    history.back();
    await expectPageBelow();
  });

  it('is not for somebody who is signed in, and goes out of their address', async () => {
    enter(addressOf('login'));
    session.begin('token-of-sara');
    const held = server.hold(getProfile, { success: true, data: { user: sara } });
    await show();
    await expect.poll(() => server.callCount(getProfile)).toBeGreaterThan(0);
    expect(sheets()).toBe(0);
    held.release();
    await expectPageBelow();
  });

  it('goes with its address when a session begins in another tab', async () => {
    await openBy('register', 'Sign up');
    signIn(omid);
    await expectPageBelow();
  });
});

describe('a reload opens the dialog again', () => {
  const drafts = () => sessionStorage.getItem('drafts') ?? '';

  it('to register, with the names as they were typed and no password', async () => {
    const rendered = await openBy('register', 'Sign up');
    await field('Username').fill(username);
    await field('Email').fill(email);
    await field('Password').fill(password);
    await field('Confirm password').fill(password);
    await reload(rendered);
    await expect.element(field('Username')).toHaveValue(username);
    await expect.element(field('Email')).toHaveValue(email);
    await expect.element(field('Password')).toHaveValue('');
    expect(drafts()).toContain(email);
    expect(drafts()).not.toContain(password);
  });

  it('to sign in, in the way that was chosen, with both names', async () => {
    const rendered = await openBy('login', 'Sign in');
    const tab = (name: string) => page.getByRole('tab', { name });
    await field('Email').fill(email);
    await field('Password').fill(password);
    await tab('Username').click();
    const again = await reload(rendered);
    await expect.element(field('Password')).toHaveValue('');
    await field('Username').fill(username);
    await reload(again);
    await expect.element(field('Username')).toHaveValue(username);
    await tab('Email').click();
    await expect.element(field('Email')).toHaveValue(email);
    expect(drafts()).not.toContain(password);
  });

  it('for a forgotten password, with its email', async () => {
    const rendered = await openBy('forgotPassword', 'Forgot password');
    await field('Email').fill(email);
    await reload(rendered);
    await expect.element(field('Email')).toHaveValue(email);
  });
});

describe('whoever wanted something that needs an account', () => {
  async function wishFor() {
    await show();
    await button('Buy').click();
    await expect.element(dialogIn('Sign up')).toBeVisible();
  }

  it('gets there by registering', async () => {
    server.reply(register, registered);
    server.reply(verifyCode, signedInAs(sara));
    await wishFor();
    await fillInSignUp();
    await question().getByRole('textbox').first().click();
    await paste('ABC234');
    await expectPath(wish);
    history.back();
    await expectPageBelow();
  });

  it('gets there by signing in instead', async () => {
    server.reply(login, signedInAs(sara));
    await wishFor();
    await dialogIn('Sign up').getByRole('button', { name: 'Sign in' }).click();
    await fillInSignIn();
    await expectPath(wish);
  });

  it('leaves nothing of it behind by closing', async () => {
    await wishFor();
    await button('Close').click();
    await expectPageBelow();
  });
});

async function fillInSignIn() {
  await field('Email').fill(email);
  await field('Password').fill(password);
  await dialogIn('Sign in').getByRole('button', { name: 'Sign in', exact: true }).click();
}

describe('a sign-in in the dialog', () => {
  it.each(['a press', 'a link'])('opened by %s takes its place: Back leads to the page below', async (by) => {
    server.reply(login, signedInAs(sara));
    if (by === 'a press') {
      await openBy('login', 'Sign in');
    } else {
      enter(addressOf('login'));
      await show();
    }
    await fillInSignIn();
    await expectPath('/dashboard');
    expect(shownEntry()).toBe(2);
    history.back();
    await expectPageBelow();
  });

  it('that needs a second factor asks for it at the same place, and goes back when that is closed', async () => {
    server.reply(login, {
      success: true,
      requiresTwoFactor: true,
      tempToken: 'temporary',
      twoFactorMethods: ['code'],
      message: '',
    });
    await openBy('login', 'Sign in');
    await fillInSignIn();
    await expect.element(dialogIn('Two-factor authentication')).toBeVisible();
    await expectPath(addressOf('login'));
    await button('Close').click();
    await expectPageBelow();
  });
});

const question = () => dialogIn('Verify email');
const keptText = () => sessionStorage.getItem('verifyingEmail');

async function fillInSignUp() {
  await field('Username').fill(username);
  await field('Email').fill(email);
  await field('Password').fill(password);
  await field('Confirm password').fill(password);
  await button('Create account').click();
  await expect.element(question().getByText(email)).toBeVisible();
}

async function signUp() {
  server.reply(register, registered);
  await fillInSignUp();
  await expectPath(addressOf('verify-email'));
  expect(shownEntry()).toBe(2);
}

describe('the question for the mailed code', () => {
  it.each(['a press', 'a link'])(
    'takes the place of a registration opened by %s, and Back closes it within the site',
    async (by) => {
      if (by === 'a press') {
        await openBy('register', 'Sign up');
      } else {
        enter(addressOf('register'));
        await show();
      }
      await signUp();
      history.back();
      await expectPageBelow();
      expect(keptText()).toBeNull();
    },
  );

  it('stays through a reload, without a code or password, and leaves nothing typed behind', async () => {
    const rendered = await openBy('register', 'Sign up');
    await signUp();
    expect([...new URLSearchParams(keptText() ?? '').keys()].toSorted()).toEqual([
      'email',
      'pathname',
      'username',
    ]);
    await reload(rendered);
    await expect.element(question().getByText(email)).toBeVisible();
    await button('Close').click();
    await expectPageBelow();
    expect(JSON.stringify(sessionStorage)).not.toContain(email);
  });

  it('goes out of an address where nothing is known to ask about', async () => {
    enter(addressOf('verify-email'));
    await show();
    await expectPageBelow();
  });

  it('once answered leads on, and its message takes the place of the one about the registration', async () => {
    server.reply(verifyCode, signedInAs(sara));
    await openBy('register', 'Sign up');
    await signUp();
    await expectToast('Look into your mails.');
    await question().getByRole('textbox').first().click();
    await paste('ABC234');
    await expectPath('/dashboard');
    await expectToast('Email verified successfully');
    await expect.element(page.getByText('Look into your mails.')).not.toBeInTheDocument();
    history.back();
    await expectPageBelow();
  });
});
