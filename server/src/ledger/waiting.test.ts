import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { available, claimOf, house, payment } from './testing/postings.ts';
import type { Posting } from './types.ts';
import { type Waiting, WaitingLine } from './waiting.ts';

const [anna, boris, clara, dariush, elena] = [uuidv7(), uuidv7(), uuidv7(), uuidv7(), uuidv7()];

function pay(from: string, to: string): Posting {
  return payment(available(from), available(to), 1n);
}

function keyed(to: string): Posting {
  return { ...payment(house(), available(to), 1n), idempotency: claimOf(anna, 'the same') };
}

function lineOf(...postings: Posting[]): { line: WaitingLine; waiting: Waiting[] } {
  const line = new WaitingLine();
  const waiting = postings.map((posting) => ({
    posting,
    lockedCount: 0,
    resolve: () => undefined,
    reject: () => undefined,
  }));
  waiting.forEach((one) => line.join(one));
  return { line, waiting };
}

test('takes the longest waiting, as many as are asked for', () => {
  const { line, waiting } = lineOf(pay(anna, boris), pay(anna, clara), pay(boris, clara));
  expect(line.take(2)).toEqual(waiting.slice(0, 2));
  expect(line.length).toBe(1);
});

test('never takes an idempotency key twice at once', () => {
  const { line, waiting } = lineOf(keyed(boris), keyed(clara));
  expect(line.take(5)).toEqual(waiting.slice(0, 1));
  expect(line.take(5)).toEqual(waiting.slice(1));
});

test('lets nobody overtake who has to stay and shares an account, directly or through others', () => {
  const { line, waiting } = lineOf(
    keyed(boris),
    keyed(clara),
    pay(clara, dariush),
    pay(dariush, anna),
    pay(boris, elena),
  );
  const [first, , , , last] = waiting;
  expect(line.take(5)).toEqual([first, last]);
  expect(line.take(5)).toEqual(waiting.slice(1, 4));
});

test('those that could not be served come first again', () => {
  const { line, waiting } = lineOf(pay(anna, boris), pay(clara, dariush));
  line.rejoin(line.take(1));
  expect(line.take(5)).toEqual(waiting);
});
