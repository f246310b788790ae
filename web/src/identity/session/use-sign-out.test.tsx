import { logout, logoutByHash } from '@mercury/contract/api/auth.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { session } from '../../api/session.ts';
import { connection } from '../../connection.ts';
import { button, expectToast } from '../../test/fields.ts';
import { currentPath, renderApp } from '../../test/render-app.tsx';
import { omid, sara, success } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { useSignOut, useTellSignOuts } from './use-sign-out.ts';
// Signing out loads this module. Loaded here, it costs the test no time.
import { tellSignOuts } from './tell-sign-outs.ts';

const signedOutHere =
  'You’re signed out on this device. Your session will end on our side once you’re back online.';

function Site() {
  useTellSignOuts();
  const signOut = useSignOut();
  return <button onClick={signOut}>Sign out</button>;
}

const kept = () => localStorage.getItem('endedSessions');
const hashesTold = () => server.calls(logoutByHash).map(({ body }) => body);

/** SHA-256 of 'token-of-sara'. */
const hashOfSara = 'e1b91e0ac1f2e32ffcf2da75e5ff547971c62b7a912df4f833f3f99df02db44c';
const [hashOfOmid, hashOfBefore] = ['0'.repeat(64), '1'.repeat(64)];
const told = (...hashes: string[]) => hashes.map((tokenHash) => ({ tokenHash }));

async function signOut(): Promise<void> {
  await renderApp(<Site />, { at: '/dashboard', as: sara });
  await button('Sign out').click();
}

/** Unsent reports outlive the page, and so the test. */
afterEach(async () => {
  vi.useRealTimers();
  server.setAway(false);
  connection.reportAnswer();
  server.reply(logoutByHash, success());
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
  const held = server.hold(logoutByHash, success());
  await signOut();
  expect(session.read()).toMatchObject({ token: null, end: 'signedOut' });
  await expect.poll(currentPath).toBe('/');
  await expectToast('You have been logged out');
  await expect.poll(hashesTold).toEqual(told(hashOfSara));
  held.release();
  await expect.poll(kept).toBeNull();
});

it('without a connection says that the server does not know yet, and tells it when the line is back', async () => {
  await loseConnection();
  await signOut();
  await expectToast(signedOutHere);
  expect(session.read().token).toBeNull();
  expect(kept()?.trim()).toBe(hashOfSara);
  expect(localStorage.getItem('token')).toBeNull();
  server.reply(logoutByHash, success());
  server.setAway(false);
  connection.reportAnswer();
  await expect.poll(hashesTold).toEqual(told(hashOfSara));
  await expect.poll(kept).toBeNull();
});

it.each(['loseAnswer', 'refuse'] as const)(
  'takes back what it said where the server turns out not to know (%s)',
  async (how) => {
    if (how === 'loseAnswer') server.loseAnswer(logoutByHash);
    else server.refuse(logoutByHash, 'Busy');
    await signOut();
    await expectToast(signedOutHere);
    expect(kept()?.trim()).toBe(hashOfSara);
  },
);

it('ends on the next visit what an earlier one could not, beside whoever is signed in by then', async () => {
  localStorage.setItem('endedSessions', ` ${hashOfOmid} ${hashOfBefore}`);
  server.reply(logoutByHash, success());
  await renderApp(<Site />, { as: sara });
  await expect.poll(hashesTold).toEqual(told(hashOfOmid, hashOfBefore));
  await expect.poll(kept).toBeNull();
  expect(session.read().token).toBe('token-of-sara');
});

it('tells the server also where nothing can be stored', async () => {
  refuseStorage();
  server.reply(logoutByHash, success());
  await signOut();
  await expect.poll(hashesTold).toEqual(told(hashOfSara));
});

it('says so where neither the server nor the storage hears of it, and tries again', async () => {
  refuseStorage();
  server.refuse(logoutByHash, 'Busy');
  await signOut();
  await expectToast(signedOutHere);
  expect(kept()).toBeNull();
  server.reply(logoutByHash, success());
  expect(await tellSignOuts()).toBe(true);
  expect(hashesTold()).toEqual(told(hashOfSara, hashOfSara));
});

it('tells the server by the token where the browser makes no hash, and stores nothing', async () => {
  vi.spyOn(globalThis, 'isSecureContext', 'get').mockReturnValue(false);
  server.refuse(logout, 'Busy');
  await signOut();
  await expectToast(signedOutHere);
  expect(kept()).toBeNull();
  server.refuse(logout, 'Unauthenticated');
  // The server does not know this session, so it counts as ended.
  expect(await tellSignOuts()).toBe(true);
  const bearer = 'Bearer token-of-sara';
  expect(server.calls(logout).map(({ token }) => token)).toEqual([bearer, bearer]);
});

it('tries the last ten again, by one timer', async () => {
  const hashes = Array.from({ length: 12 }, (_, at) => String(at).padStart(64, 'a'));
  localStorage.setItem('endedSessions', hashes.join(' '));
  server.refuse(logoutByHash, 'Busy');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await tellSignOuts();
  await tellSignOuts();
  const last = told(...hashes.slice(2));
  expect(hashesTold()).toEqual([...last, ...last]);
  expect(vi.getTimerCount()).toBe(1);
});

it('leaves what another person, whose session was lost, sent without an answer', async () => {
  const sentBy = (owner: string) => ({ kind: 'transfer', owner });
  localStorage.setItem('unsettled', JSON.stringify([sentBy(omid.id), sentBy(sara.id), sentBy('')]));
  server.reply(logoutByHash, success());
  await signOut();
  expect(localStorage.getItem('unsettled')).toBe(JSON.stringify([sentBy(omid.id)]));
  await expect.poll(kept).toBeNull();
});
