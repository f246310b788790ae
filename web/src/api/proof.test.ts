import { setPhrase } from '@mercury/contract/api/security.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { Cancelled } from './cancelled.ts';
import { attachProofDialog, callCarryingProof, callWithProof } from './proof.ts';

const done = { status: 200, body: { success: true, message: 'Done' } };
const proofRequired = {
  status: 403,
  body: { success: false, error: 'ProofRequired', message: 'Please confirm', requestId: 'test' },
};
const unknown = {
  status: 403,
  body: { success: false, error: 'EmailNotVerified', message: 'No', requestId: 'test' },
};

let isProved: boolean;
let sentCount: number;

/** A server that wants a proof first. */
function answer(refusal: typeof proofRequired) {
  sentCount += 1;
  const { status, body } = isProved ? done : refusal;
  return Promise.resolve(Response.json(body, { status }));
}

beforeEach(() => {
  isProved = false;
  sentCount = 0;
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('fetch', () => answer(proofRequired));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const send = () => callWithProof(setPhrase, { body: { phrase: 'silver fox' } });

it('asks for a proof where the session is not fresh, and then makes the same call again', async () => {
  const detach = attachProofDialog(() => {
    isProved = true;
    return Promise.resolve(true);
  });
  await expect(send()).resolves.toEqual(done.body);
  expect(sentCount).toBe(2);
  detach();
});

it('does not ask while the session is fresh', async () => {
  isProved = true;
  const ask = vi.fn<() => Promise<boolean>>();
  const detach = attachProofDialog(ask);
  await expect(send()).resolves.toEqual(done.body);
  expect(ask).not.toHaveBeenCalled();
  detach();
});

it('is cancelled, and sent no second time, where the person would rather not', async () => {
  const detach = attachProofDialog(() => Promise.resolve(false));
  await expect(send()).rejects.toBeInstanceOf(Cancelled);
  expect(sentCount).toBe(1);
  detach();
});

it('asks once for commands that find out together, and anew for the next', async () => {
  let settle: ((isShown: boolean) => void) | undefined;
  const ask = vi.fn<() => Promise<boolean>>(
    () =>
      new Promise((resolve) => {
        settle = resolve;
      }),
  );
  const detach = attachProofDialog(ask);
  const both = Promise.all([send(), send()]);
  await vi.waitFor(() => expect(sentCount).toBe(2));
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
  isProved = true;
  settle?.(true);
  await expect(both).resolves.toEqual([done.body, done.body]);
  expect(ask).toHaveBeenCalledTimes(1);

  isProved = false;
  const next = send();
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
  settle?.(false);
  await expect(next).rejects.toBeInstanceOf(Cancelled);
  detach();
});

it('passes any other refusal on, and its own where there is no dialog to ask with', async () => {
  await expect(send()).rejects.toMatchObject({ code: 'ProofRequired' });
  const ask = vi.fn<() => Promise<boolean>>();
  const detach = attachProofDialog(ask);
  vi.stubGlobal('fetch', () => answer(unknown));
  await expect(send()).rejects.toBeInstanceOf(ApiError);
  expect(ask).not.toHaveBeenCalled();
  detach();
});

it('asks for a proof that a call carries itself, and answers what the call does', async () => {
  const detach = attachProofDialog(async (send) => {
    await expect(send({ password: 'wrong' })).rejects.toThrow('no');
    await send({ password: 'right' });
    return true;
  });
  const shown: unknown[] = [];
  const reply = await callCarryingProof(async (proof) => {
    shown.push(proof);
    if (proof.password === 'wrong') throw new Error('no');
    return 'offer';
  });
  expect(reply).toBe('offer');
  expect(shown).toEqual([{ password: 'wrong' }, { password: 'right' }]);
  // The session's own freshness is no part of it.
  expect(sentCount).toBe(0);
  detach();
});

it('makes no such call where the person would rather not, and none without a dialog', async () => {
  const make = vi.fn<() => Promise<string>>();
  const detach = attachProofDialog(() => Promise.resolve(false));
  await expect(callCarryingProof(make)).rejects.toBeInstanceOf(Cancelled);
  detach();
  await expect(callCarryingProof(make)).rejects.toThrow('no dialog');
  expect(make).not.toHaveBeenCalled();
});
