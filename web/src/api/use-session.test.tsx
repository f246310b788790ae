import { getProfile } from '@mercury/contract/api/users.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { holdClock, passTime } from '../test/clock.ts';
import { renderApp } from '../test/render-app.tsx';
import { balanceOf, sara } from '../test/samples.ts';
import { server } from '../test/stand-in-server.ts';
import { keepLastKnown, keepList, readLastKnown } from './last-known.ts';
import { queryClient, topicKey } from './query-client.ts';
import { session } from './session.ts';
import { useSession } from './use-session.ts';

function Person() {
  const { status, user } = useSession();
  return <output aria-label="Person">{user?.username ?? status}</output>;
}

const person = () => page.getByLabelText('Person');
const profileOf = (user: typeof sara) => ({ success: true, data: { user } }) as const;

const failures = [
  ['nobody answers', () => server.loseAnswer(getProfile)],
  ['the server is busy', () => server.refuse(getProfile, 'Busy')],
  ['it is asked too often', () => server.refuse(getProfile, 'RateLimitExceeded')],
  ['a proxy answers in its stead', () => server.answerAsProxy(getProfile, 502)],
] as const;

it.each(failures)('a session outlives a start at which %s: it is asked again', async (_what, fail) => {
  holdClock();
  session.begin('token-of-sara');
  fail();
  await renderApp(<Person />);
  await expect.poll(() => server.callCount(getProfile)).toBeGreaterThan(0);
  await passTime(1000);
  expect(session.read().token).toBe('token-of-sara');
  await expect.element(person()).toHaveTextContent('loading');
  server.reply(getProfile, profileOf(sara));
  await passTime(5000);
  await expect.element(person()).toHaveTextContent('sara');
  const count = server.callCount(getProfile);
  await passTime(20_000);
  expect(server.callCount(getProfile)).toBe(count);
});

it.each(failures)('who was here last is shown at a start at which %s', async (_what, fail) => {
  session.begin('token-of-sara');
  keepLastKnown({ user: sara, balance: balanceOf(), atMs: 1000 });
  keepList(topicKey('contacts'), ['Omid']);
  const keptAtMs = readLastKnown()?.lists[0]?.atMs;
  fail();
  await renderApp(<Person />);
  await expect.element(person()).toHaveTextContent('sara');
  expect(queryClient.getQueryState(topicKey('balance'))?.dataUpdatedAt).toBe(1000);
  expect(queryClient.getQueryState(topicKey('contacts'))).toMatchObject({
    data: ['Omid'],
    dataUpdatedAt: keptAtMs,
  });
});

it.each([
  ['does not know', () => server.refuse(getProfile, 'Unauthenticated')],
  ['lets see nothing', () => server.answerAsProxy(getProfile, 403)],
  ['has nobody for', () => server.answerAsProxy(getProfile, 404)],
])('a session that the server %s ends', async (_what, refuse) => {
  session.begin('token-of-sara');
  keepLastKnown({ user: sara, balance: balanceOf(), atMs: 1000 });
  refuse();
  await renderApp(<Person />);
  await expect.element(person()).toHaveTextContent('anonymous');
  expect(session.read().end).toBe('lost');
});
