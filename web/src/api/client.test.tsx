import { login } from '@mercury/contract/api/auth.ts';
import { getConfig } from '@mercury/contract/api/config.ts';
import { eventStream } from '@mercury/contract/api/events.ts';
import { exportTransactions } from '@mercury/contract/api/transactions.ts';
import { getBalance } from '@mercury/contract/api/wallets.ts';
import { describe, expect, it, vi } from 'vitest';
import { signIn } from '../test/render-app.tsx';
import { balanceOf, configOf, omid, sara } from '../test/samples.ts';
import { server } from '../test/stand-in-server.ts';
import { call, openStream } from './client.ts';
import { session } from './session.ts';

const credentials = { email: sara.email, password: 'Quick-silver 7' };

it('sends the token of whoever is signed in, and none before', async () => {
  server.refuse(login, 'InvalidCredentials');
  await expect(call(login, { body: credentials })).rejects.toMatchObject({ code: 'InvalidCredentials' });
  signIn(sara);
  server.reply(getBalance, balanceOf());
  await call(getBalance, {});
  expect([server.calls(login)[0]?.token, server.calls(getBalance)[0]?.token]).toEqual([
    null,
    'Bearer token-of-sara',
  ]);
});

it('ends a session that the server no longer knows', async () => {
  signIn(sara);
  server.refuse(getBalance, 'Unauthenticated');
  await expect(call(getBalance, {})).rejects.toMatchObject({ code: 'Unauthenticated', status: 401 });
  expect(session.read()).toMatchObject({ token: null, end: 'lost' });
});

it('ends no session where what anybody may ask is refused', async () => {
  signIn(sara);
  server.refuse(login, 'InvalidCredentials');
  await expect(call(login, { body: credentials })).rejects.toMatchObject({ status: 401 });
  expect(session.read().token).toBe('token-of-sara');
});

it('ends no session that has begun since the call was made', async () => {
  signIn(sara);
  const held = server.holdRefusal(getBalance, 'Unauthenticated');
  const asked = call(getBalance, {});
  await expect.poll(() => server.callCount(getBalance)).toBe(1);
  signIn(omid);
  held.release();
  await expect(asked).rejects.toMatchObject({ code: 'Unauthenticated' });
  expect(session.read()).toMatchObject({ token: 'token-of-omid', end: null });
});

it('gives no answer to another session than the one that asked', async () => {
  signIn(sara);
  const held = server.hold(getBalance, balanceOf());
  const asked = call(getBalance, {});
  await expect.poll(() => server.callCount(getBalance)).toBe(1);
  session.end('signedOut');
  signIn(omid);
  held.release();
  await expect(asked).rejects.toMatchObject({ isRefusal: false });
});

it('gives what anybody may ask to whoever is there when it comes', async () => {
  const held = server.hold(getConfig, configOf());
  const asked = call(getConfig, {});
  await expect.poll(() => server.callCount(getConfig)).toBe(1);
  signIn(omid);
  held.release();
  await expect(asked).resolves.toMatchObject({ coin: 'MRCY' });
});

it.each(['Busy', 'EmailNotVerified', 'RateLimitExceeded'] as const)(
  'keeps the session where a call is refused with %s',
  async (code) => {
    signIn(sara);
    server.refuse(getBalance, code);
    await expect(call(getBalance, {})).rejects.toMatchObject({ code });
    expect(session.read().token).toBe('token-of-sara');
  },
);

it('tells a lost answer from a refusal, and what a proxy says from what the server says', async () => {
  signIn(sara);
  server.loseAnswer(getBalance);
  await expect(call(getBalance, {})).rejects.toMatchObject({ code: 'NetworkError', status: null });
  server.answerAsProxy(getBalance, 502);
  await expect(call(getBalance, {})).rejects.toMatchObject({ code: 'ServerError', status: 502 });
  // It was done, and its answer broke off: nobody has refused it.
  server.answerAsProxy(getBalance, 200);
  await expect(call(getBalance, {})).rejects.toMatchObject({ code: 'ServerError', isRefusal: false });
});

it.each([
  ['that nobody else can end', undefined],
  ['that its page can end as well', new AbortController().signal],
])('gives up a call %s after ten seconds without an answer', async (_what, signal) => {
  const late = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
  try {
    server.hold(getConfig, configOf());
    const asked = call(getConfig, signal === undefined ? {} : { signal });
    asked.catch(() => undefined);
    await expect.poll(() => server.callCount(getConfig)).toBe(1);
    expect(timeout).toHaveBeenCalledWith(10_000);
    late.abort(new DOMException('late', 'TimeoutError'));
    await expect(asked).rejects.toMatchObject({ code: 'NetworkError', status: null });
  } finally {
    timeout.mockRestore();
  }
});

it('waits two minutes for a file', async () => {
  signIn(sara);
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  try {
    server.reply(exportTransactions, 'at\r\n');
    await expect(call(exportTransactions, { query: {} })).resolves.toBe('at\r\n');
    expect(timeout.mock.calls).toEqual([[120_000]]);
  } finally {
    timeout.mockRestore();
  }
});

describe('a stream', () => {
  const open = () => openStream(eventStream, new AbortController().signal);

  it('is opened by the token of whoever is signed in', async () => {
    signIn(sara);
    server.reply(eventStream, ': alive\n\n');
    expect(await new Response(await open()).text()).toBe(': alive\n\n');
    expect(server.calls(eventStream)[0]?.token).toBe('Bearer token-of-sara');
  });

  it('ends a session that the server no longer knows', async () => {
    signIn(sara);
    server.refuse(eventStream, 'Unauthenticated');
    await expect(open()).rejects.toMatchObject({ code: 'Unauthenticated', status: 401 });
    expect(session.read()).toMatchObject({ token: null, end: 'lost' });
  });

  it('is nothing that a proxy says', async () => {
    signIn(sara);
    server.answerAsProxy(eventStream, 200);
    await expect(open()).rejects.toMatchObject({ code: 'ServerError', isRefusal: false });
  });

  it('is given up where it does not begin in ten seconds, and may then last', async () => {
    signIn(sara);
    const fetched = vi.spyOn(globalThis, 'fetch');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      server.hold(eventStream, '');
      const late = open().catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await late).toMatchObject({ code: 'NetworkError', status: null });
      server.reply(eventStream, ': alive\n\n');
      fetched.mockClear();
      await open();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(fetched.mock.calls[0]?.[1]?.signal?.aborted).toBe(false);
    } finally {
      vi.useRealTimers();
      fetched.mockRestore();
    }
  });
});
