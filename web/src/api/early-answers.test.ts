import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const answer = Promise.resolve(new Response('{}'));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.resetModules();
  globalThis.earlyAnswers = { token: 'mine', responses: new Map([['/v1/a', answer]]) };
});
afterEach(() => {
  vi.useRealTimers();
  globalThis.earlyAnswers = undefined;
});

/** A page that has just begun. */
async function beginPage() {
  return (await import('./early-answers.ts')).takeEarlyAnswer;
}

it('gives each answer once', async () => {
  const take = await beginPage();
  expect(take('/v1/b', 'mine')).toBeUndefined();
  expect(take('/v1/a', 'mine')).toBe(answer);
  expect(take('/v1/a', 'mine')).toBeUndefined();
});

it('gives an answer to nobody but the session that it was asked for', async () => {
  const take = await beginPage();
  expect(take('/v1/a', 'another')).toBeUndefined();
  expect(take('/v1/a', null)).toBeUndefined();
  expect(take('/v1/a', 'mine')).toBe(answer);
});

it('keeps an answer for five seconds', async () => {
  const take = await beginPage();
  vi.advanceTimersByTime(5000);
  expect(take('/v1/a', 'mine')).toBeUndefined();
});

it('keeps none once the session has changed, not even for the one that it was asked for', async () => {
  const take = await beginPage();
  const { session } = await import('./session.ts');
  session.begin('another');
  session.begin('mine');
  expect(take('/v1/a', 'mine')).toBeUndefined();
});

it('has none where nothing was asked early', async () => {
  globalThis.earlyAnswers = undefined;
  expect((await beginPage())('/v1/a', 'mine')).toBeUndefined();
});
