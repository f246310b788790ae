import { afterEach, beforeEach, expect, it } from 'vitest';
import { queryClient } from '../api/query-client.ts';
import { session } from '../api/session.ts';
import { profileQuery } from '../api/use-session.ts';
import { sara } from '../test/samples.ts';
import { createAttempts } from './attempts.ts';

const order = { amount: '5' };

beforeEach(() => {
  session.end('signedOut');
  queryClient.setQueryData(profileQuery.queryKey, sara);
});

afterEach(() => queryClient.clear());

it('tells another order from all that are without an answer, whichever of them was answered', async () => {
  const attempts = createAttempts('transfer', (same: typeof order) => same);
  const lose = () => Promise.reject(new Error('lost'));
  const first = { order, number: 0 };
  await expect(attempts.send(first, lose)).rejects.toThrow('lost');
  const second = attempts.choose(order, 'another');
  expect(second).toEqual({ order, number: 1 });
  await expect(attempts.send({ order, number: 1 }, lose)).rejects.toThrow('lost');
  await attempts.send(first, () => Promise.resolve('done'));
  expect(attempts.choose(order, 'first')).toEqual(second);
  expect(attempts.choose(order, 'another')).toEqual({ order, number: 2 });
});
