import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { available, claimOf, house, payment } from './testing/postings.ts';
import type { Posting } from './types.ts';
import { peopleOf, type Waiting, WaitingLine } from './waiting.ts';

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
    people: peopleOf(posting),
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
  const batch = line.take(5);
  expect(batch).toEqual(waiting.slice(0, 1));
  line.release(batch);
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
  const batch = line.take(5);
  expect(batch).toEqual([first, last]);
  line.release(batch);
  expect(line.take(5)).toEqual(waiting.slice(1, 4));
});

test('those that could not be served come first again', () => {
  const { line, waiting } = lineOf(pay(anna, boris), pay(clara, dariush));
  const batch = line.take(1);
  line.release(batch);
  line.rejoin(batch);
  expect(line.take(5)).toEqual(waiting);
});

test('takes nobody who is taken, nor whoever came after one that waits for them', () => {
  const { line, waiting } = lineOf(
    pay(anna, boris),
    pay(boris, clara),
    pay(clara, dariush),
    pay(dariush, elena),
  );
  const [first, , , last] = waiting;
  const batch = line.take(1);
  expect(batch).toEqual([first]);
  // Boris is taken, so the second stays, and Clara with it, so the third does too; and Dariush with that.
  expect(line.take(5)).toEqual([]);
  line.release(batch);
  expect(line.take(5)).toEqual([...waiting.slice(1, 3), last]);
});

test('takes at the same time whoever shares nobody with those that are taken', () => {
  const { line, waiting } = lineOf(
    pay(anna, boris),
    pay(anna, clara),
    pay(dariush, elena),
    payment(house(), available(boris), 1n),
  );
  const [first, second, third, fourth] = waiting;
  const batch = line.take(1);
  expect(line.take(5)).toEqual([third]);
  expect(line.length).toBe(2);
  line.release(batch);
  expect(line.take(5)).toEqual([second, fourth]);
  expect(first).toBe(batch[0]);
});

test('knows how many wait for nothing but to be taken', () => {
  const { line } = lineOf(pay(anna, boris), pay(boris, clara));
  expect(line.readyCount).toBe(2);
  const batch = line.take(1);
  expect(line.readyCount).toBe(1);
  expect(line.take(5)).toEqual([]);
  expect(line.readyCount).toBe(0);
  line.release(batch);
  line.rejoin(batch);
  expect(line.readyCount).toBe(1);
});
