import { getBalance } from '@mercury/contract/api/wallets.ts';
import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { render, renderHook } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { connection } from '../connection.ts';
import { configQuery } from '../domain/config-query.ts';
import { walletsQuery } from '../domain/wallets-query.ts';
import { nextFrames } from '../test/clock.ts';
import { expectToast } from '../test/fields.ts';
import { listener } from '../test/listener.ts';
import { renderApp, signIn } from '../test/render-app.tsx';
import { balanceOf, configOf, omid, sara, walletOf } from '../test/samples.ts';
import { serveAccount } from '../test/serve-account.ts';
import { server } from '../test/stand-in-server.ts';
import { toast } from '../ui/toast.ts';
import { ToasterHost } from '../ui/toaster-host.tsx';
import { ApiError } from './api-error.ts';
import { askAgain, personalKey, queryClient } from './query-client.ts';
import { session } from './session.ts';

function wrapper({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

function errorOf(code: 'NetworkError' | 'Busy' | 'NotFound', status: number | null): ApiError {
  return new ApiError({ code, message: '', status });
}

async function loseConnection(): Promise<void> {
  server.setAway(true);
  connection.reportSilence();
  await expect.poll(connection.isOnline).toBe(false);
}

it('gives a command up without a connection, and does not send it once there is one again', async () => {
  const send = listener();
  const command = () => {
    send();
    return Promise.reject(errorOf('NetworkError', null));
  };
  const { result } = await renderHook(() => useMutation({ mutationFn: command }), { wrapper });
  await loseConnection();
  result.current.mutate();
  await expect.poll(() => result.current.status).toBe('error');
  server.setAway(false);
  connection.reportAnswer();
  await expect.poll(connection.isOnline).toBe(true);
  await new Promise(requestAnimationFrame);
  expect(send).toHaveBeenCalledOnce();
});

it('asks once more what could not be answered when the connection returns', async () => {
  const question = () =>
    connection.isOnline() ? Promise.resolve('answered') : Promise.reject(errorOf('NetworkError', null));
  const { result, rerender } = await renderHook(
    (props?: { isWanted: boolean }) =>
      useQuery({ queryKey: ['question'], queryFn: question, enabled: props?.isWanted ?? false }),
    { wrapper },
  );
  await loseConnection();
  await rerender({ isWanted: true });
  await expect.poll(() => result.current.status).toBe('error');
  server.setAway(false);
  connection.reportAnswer();
  await expect.poll(() => result.current.data).toBe('answered');
});

it.each([
  ['a refusal', errorOf('NotFound', 404), 1],
  ['a lost answer', errorOf('NetworkError', null), 3],
  ['a busy server', errorOf('Busy', 503), 3],
])('asks again after %s as often as it helps', async (_what, error, times) => {
  const ask = listener();
  const question = () => {
    ask();
    return Promise.reject(error);
  };
  const { result } = await renderHook(() => useQuery({ queryKey: ['question'], queryFn: question }), {
    wrapper,
  });
  await expect.poll(() => result.current.status).toBe('error');
  expect(ask).toHaveBeenCalledTimes(times);
});

it('tells at once of what can’t be asked for without a connection', async () => {
  const ask = listener();
  const question = () => {
    ask();
    return Promise.reject(errorOf('NetworkError', null));
  };
  await loseConnection();
  const { result } = await renderHook(() => useQuery({ queryKey: ['question'], queryFn: question }), {
    wrapper,
  });
  await expect.poll(() => result.current.status).toBe('error');
  expect(ask).toHaveBeenCalledOnce();
});

it.each([
  ['their session ends', () => session.end('signedOut')],
  ['another follows at once', () => session.begin('token-of-omid')],
  [
    'another tab puts somebody else’s in its place',
    () => {
      localStorage.setItem('token', 'token-of-omid');
      dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: 'token-of-omid' }));
    },
  ],
])('forgets what a person saw, and only that, when %s', (_what, change) => {
  signIn(sara);
  queryClient.setQueryData([personalKey, 'balance'], 'theirs');
  queryClient.setQueryData(['market'], 'of everybody');
  change();
  expect(queryClient.getQueryData([personalKey, 'balance'])).toBeUndefined();
  expect(queryClient.getQueryData(['market'])).toBe('of everybody');
});

it('asks anew for what the operator set once a session has begun, since a visitor is not told of changes', () => {
  queryClient.setQueryData(configQuery.queryKey, configOf());
  const isStale = () => queryClient.getQueryState(configQuery.queryKey)?.isInvalidated;
  session.acknowledgeEnd();
  expect(isStale()).toBe(false);
  signIn(sara);
  expect(isStale()).toBe(true);
});

it('takes what a person was told off the screen with their session, and says nothing of it later', async () => {
  await renderApp(null, { as: sara });
  toast.success('You sent 100.00 to Omid');
  await expectToast('You sent 100.00 to Omid');
  signIn(omid);
  await expect.element(page.getByText('You sent 100.00 to Omid')).not.toBeInTheDocument();
});

it('never shows what waited to be told when the session ended', async () => {
  signIn(sara);
  toast.success('You sent 100.00 to Omid');
  session.end('signedOut');
  toast.success('You have been logged out');
  await render(<ToasterHost />);
  await expectToast('You have been logged out');
  expect(page.getByText('You sent 100.00 to Omid').query()).toBeNull();
});

it('leaves what was told of a sign-in on the screen when its session begins', async () => {
  await renderApp(null);
  toast.success('Login successful');
  await expectToast('Login successful');
  signIn(sara);
  await nextFrames();
  const told = page.getByText('Login successful').first().element();
  expect(told.closest('[data-ending-style]')).toBeNull();
});

const answerOf = (balance: string) => balanceOf(walletOf({ balance }));

function Balance() {
  const { data } = useQuery(walletsQuery);
  return <output aria-label="Balance">{data?.wallet.balance ?? 'none yet'}</output>;
}

async function renderBalance() {
  await renderApp(<Balance />, { as: sara });
}

const balance = () => page.getByLabelText('Balance');

it('shows the first answer when it comes, however often there is news, and then what is so now', async () => {
  serveAccount();
  const early = server.hold(getBalance, answerOf('1.00000000'));
  await renderBalance();
  await expect.poll(() => server.callCount(getBalance)).toBeGreaterThan(0);
  const now = server.hold(getBalance, answerOf('2.00000000'));
  const asked = [1, 2, 3].map(() => askAgain(queryClient, walletsQuery.queryKey));
  early.release();
  await expect.element(balance()).toHaveTextContent('1.00000000');
  now.release();
  await Promise.all(asked);
  await expect.element(balance()).toHaveTextContent('2.00000000');
});

it('keeps what is shown until the new answer is there', async () => {
  serveAccount();
  server.reply(getBalance, answerOf('1.00000000'));
  await renderBalance();
  await expect.element(balance()).toHaveTextContent('1.00000000');
  const held = server.hold(getBalance, answerOf('2.00000000'));
  const before = server.callCount(getBalance);
  const asked = askAgain(queryClient, walletsQuery.queryKey);
  await expect.poll(() => server.callCount(getBalance)).toBeGreaterThan(before);
  await expect.element(balance()).toHaveTextContent('1.00000000');
  held.release();
  await asked;
  await expect.element(balance()).toHaveTextContent('2.00000000');
});
