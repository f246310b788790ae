import { listContacts } from '@mercury/contract/api/contacts.ts';
import { getProfile } from '@mercury/contract/api/users.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { Route, Routes } from 'react-router';
import { call } from '../../api/client.ts';
import { session } from '../../api/session.ts';
import { expectToast } from '../../test/fields.ts';
import { currentPath, renderApp, signIn } from '../../test/render-app.tsx';
import { omid, sara } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { expectListenersRemoved } from '../../test/window-listeners.ts';
import { Redirect, RequireSession, RequireVerifiedEmail, WelcomeVisitors } from './guards.tsx';
// The second guard loads this module. Loaded here, it costs the test no time.
import './verify-code.tsx';

/** Every page is behind both guards. */
function Site() {
  return (
    <Routes>
      <Route path="/" element={null} />
      <Route path="/login" element={null} />
      <Route element={<RequireSession />}>
        <Route element={<RequireVerifiedEmail />}>
          <Route
            path="*"
            element={
              <p>
                A page of one’s own <input aria-label="Draft" />
              </p>
            }
          />
        </Route>
      </Route>
    </Routes>
  );
}

const ownPage = () => page.getByText('A page of one’s own');
const sessionEnded = 'Your session has ended. Please sign in again.';
const wanted = '/dashboard/transactions?type=TRANSFER&page=2';

it('lets in who is signed in and verified', async () => {
  await renderApp(<Site />, { at: wanted, as: sara });
  await expect.element(ownPage()).toBeVisible();
});

it('welcomes a visitor where a page is for everybody, but nobody whose email is not proved', async () => {
  const open = (
    <Routes>
      <Route element={<WelcomeVisitors />}>
        <Route path="*" element={<p>A page of one’s own</p>} />
      </Route>
    </Routes>
  );
  await renderApp(open, { at: '/trade/BTC-USD' });
  await expect.element(ownPage()).toBeVisible();
  signIn({ ...sara, emailVerified: false });
  await expect.element(ownPage()).not.toBeInTheDocument();
});

it('passes nothing that one person has begun to another who comes in their place', async () => {
  await renderApp(<Site />, { at: wanted, as: sara });
  await page.getByRole('textbox').fill('for Omid alone');
  signIn(omid);
  await expect.element(page.getByRole('textbox')).toHaveValue('');
});

it('says so where the server can not be asked who is here, and waits for it', async () => {
  session.begin('token-of-sara');
  server.loseAnswer(getProfile);
  await renderApp(<Site />, { at: wanted });
  await expect.element(page.getByText('Network error. Please check your internet connection.')).toBeVisible();
  await expect.poll(currentPath).toBe(wanted);
});

it('asks who is not verified for that, and shows no page', async () => {
  await renderApp(<Site />, { at: wanted, as: { ...sara, emailVerified: false } });
  await expect.element(page.getByText(sara.email)).toBeVisible();
  expect(ownPage().query()).toBeNull();
});

it('leads nobody to the sign-in, with all of where they wanted to go', async () => {
  await renderApp(<Site />, { at: wanted });
  await expect.poll(currentPath).toBe(`/login?next=${encodeURIComponent(wanted)}`);
});

it.each([
  ['signedOut', '/profile', '/'],
  ['lost', '/dashboard', '/?auth=login'],
  ['lost', '/profile?tab=security', `/login?next=${encodeURIComponent('/profile?tab=security')}`],
] as const)('leads whose session was %s at %s to %s', async (end, at, place) => {
  await renderApp(<Site />, { at, as: sara });
  await expect.element(ownPage()).toBeVisible();
  session.end(end);
  await expect.poll(currentPath).toBe(place);
  const isToldWhy = () => page.getByText(sessionEnded).elements().length > 0;
  await expect.poll(isToldWhy).toBe(end === 'lost');
});

it('says why a session was lost, in the server’s words', async () => {
  await renderApp(<Site />, { at: '/dashboard', as: sara });
  await expect.element(ownPage()).toBeVisible();
  server.refuse(listContacts, 'Unauthenticated', { message: 'Your password was changed.' });
  await expect(call(listContacts, { query: {} })).rejects.toThrow('Your password was changed.');
  await expectToast('Your password was changed.');
  expect(page.getByText(sessionEnded).query()).toBeNull();
});

it('says nothing of a session to whoever had none', async () => {
  await renderApp(<Site />, { at: wanted });
  await expect.poll(currentPath).toBe(`/login?next=${encodeURIComponent(wanted)}`);
  expect(page.getByText(sessionEnded).query()).toBeNull();
});

it('goes on where the email was verified elsewhere, once the page is looked at again', async () => {
  await renderApp(<Site />, { at: wanted, as: { ...sara, emailVerified: false } });
  await expect.element(page.getByText(sara.email)).toBeVisible();
  server.reply(getProfile, { success: true, data: { user: sara } });
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(ownPage()).toBeVisible();
  await expectToast('Email verified successfully');
  expect(server.callCount(getProfile)).toBe(1);
});

it('a redirection that is over leaves no listener behind', () =>
  expectListenersRemoved(<Redirect to="/about" />, ['popstate']));
