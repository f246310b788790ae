import { logout } from '@mercury/contract/api/auth.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { session } from '../../api/session.ts';
import { connection } from '../../connection.ts';
import { button, expectToast } from '../../test/fields.ts';
import { currentPath, renderApp } from '../../test/render-app.tsx';
import { sara, success } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { useSignOut, useTellSignOuts } from './use-sign-out.ts';
// Fetched when somebody signs out: here before the test, whose patience is not for that.
import { tellSignOuts } from './tell-sign-outs.ts';

const signedOutHere = 'You are signed out here. The session ends on the server once you are back online.';

function Site() {
  useTellSignOuts();
  const signOut = useSignOut();
  return <button onClick={signOut}>Sign out</button>;
}

const kept = () => localStorage.getItem('endedSessions');
const tokensTold = () => server.calls(logout).map(({ token }) => token);

async function signOut(): Promise<void> {
  await renderApp(<Site />, { at: '/dashboard', as: sara });
  await button('Sign out').click();
}

/** What is still to be told outlives its page, and so its test. */
afterEach(async () => {
  vi.useRealTimers();
  server.setAway(false);
  connection.reportAnswer();
  server.refuse(logout, 'Unauthenticated');
  await tellSignOuts();
});

function refuseStorage(): void {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
}

async function loseConnection(): Promise<void> {
  server.setAway(true);
  connection.reportSilence();
  await expect.poll(connection.isOnline).toBe(false);
}

it('ends the session here before anything else, and tells the server whose it was', async () => {
  const held = server.hold(logout, success());
  await signOut();
  expect(session.read()).toEqual({ token: null, end: 'signedOut' });
  expect(currentPath()).toBe('/');
  await expectToast('You have been logged out');
  await expect.poll(tokensTold).toEqual(['Bearer token-of-sara']);
  held.release();
  await expect.poll(kept).toBeNull();
});

it('without a connection says that the server does not know yet, and tells it when the line is back', async () => {
  await loseConnection();
  await signOut();
  await expectToast(signedOutHere);
  expect(session.read().token).toBeNull();
  expect(kept()?.trim()).toBe('token-of-sara');
  server.reply(logout, success());
  server.setAway(false);
  connection.reportAnswer();
  await expect.poll(tokensTold).toEqual(['Bearer token-of-sara']);
  await expect.poll(kept).toBeNull();
});

it.each(['loseAnswer', 'refuse'] as const)(
  'takes back what it said where the server turns out not to know (%s)',
  async (how) => {
    if (how === 'loseAnswer') server.loseAnswer(logout);
    else server.refuse(logout, 'Busy');
    await signOut();
    await expectToast(signedOutHere);
    expect(kept()?.trim()).toBe('token-of-sara');
  },
);

it('ends on the next visit what an earlier one could not, beside whoever is signed in by then', async () => {
  localStorage.setItem('endedSessions', ' token-of-omid token-of-sara-before');
  server.refuse(logout, 'Unauthenticated');
  await renderApp(<Site />, { as: sara });
  await expect.poll(tokensTold).toEqual(['Bearer token-of-omid', 'Bearer token-of-sara-before']);
  // A session that the server does not know any more is as good as ended.
  await expect.poll(kept).toBeNull();
  expect(session.read().token).toBe('token-of-sara');
});

it('tells the server also where nothing can be stored', async () => {
  refuseStorage();
  server.reply(logout, success());
  await signOut();
  await expect.poll(tokensTold).toEqual(['Bearer token-of-sara']);
});

it('says so where neither the server nor the storage hears of it, and tries again', async () => {
  refuseStorage();
  server.refuse(logout, 'Busy');
  await signOut();
  await expectToast(signedOutHere);
  expect(kept()).toBeNull();
  server.reply(logout, success());
  expect(await tellSignOuts()).toBe(true);
  expect(tokensTold()).toEqual(['Bearer token-of-sara', 'Bearer token-of-sara']);
});

it('tries the last ten again, by one timer', async () => {
  const tokens = Array.from({ length: 12 }, (_, at) => `token-${at}`);
  localStorage.setItem('endedSessions', tokens.join(' '));
  server.refuse(logout, 'Busy');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await tellSignOuts();
  await tellSignOuts();
  const last = tokens.slice(2).map((token) => `Bearer ${token}`);
  expect(tokensTold()).toEqual([...last, ...last]);
  expect(vi.getTimerCount()).toBe(1);
});
