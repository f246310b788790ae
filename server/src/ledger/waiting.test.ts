import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { available, claimOf, house, payment } from './testing/postings.ts';
import type { Posting } from './types.ts';
import { type Waiting, waitingFor, WaitingLine } from './waiting.ts';

const [anna, boris, clara, dariush, elena] = [uuidv7(), uuidv7(), uuidv7(), uuidv7(), uuidv7()];

const nobody = { resolve: () => undefined, reject: () => undefined };

function pay(from: string, to: string): Posting {
  return payment(available(from), available(to), 1n);
}

function lineOf(...postings: Posting[]): { line: WaitingLine; waiting: Waiting[] } {
  const line = new WaitingLine();
  const waiting = postings.map((posting) => waitingFor(posting, nobody));
  waiting.forEach((one) => line.join(one));
  return { line, waiting };
}

test('takes the longest waiting, as many as are asked for', () => {
  const { line, waiting } = lineOf(pay(anna, boris), pay(anna, clara), pay(boris, clara));
  expect(line.take(2)).toEqual(waiting.slice(0, 2));
  expect(line.length).toBe(1);
});

test('leaves what shares a customer’s account with one on its way until that one is back', () => {
  const { line, waiting } = lineOf(pay(anna, boris), pay(boris, clara), pay(dariush, elena));
  const onItsWay = line.take(1);
  expect(onItsWay).toEqual(waiting.slice(0, 1));
  expect(line.take(5)).toEqual(waiting.slice(2));
  expect(line.take(5)).toEqual([]);
  line.giveBack(onItsWay);
  expect(line.take(5)).toEqual(waiting.slice(1, 2));
});

test('lets nobody overtake who came before and shares an account', () => {
  const { line, waiting } = lineOf(pay(anna, boris), pay(boris, clara), pay(clara, dariush));
  const onItsWay = line.take(1);
  // The second waits for the first, and the third for the second.
  expect(line.take(5)).toEqual([]);
  line.giveBack(onItsWay);
  expect(line.take(5)).toEqual(waiting.slice(1));
});

test('lets all share the accounts of the house, which nobody locks', () => {
  const { line, waiting } = lineOf(
    payment(house(), available(anna), 1n),
    payment(house(), available(boris), 1n),
  );
  expect(line.take(1)).toEqual(waiting.slice(0, 1));
  expect(line.take(1)).toEqual(waiting.slice(1));
});

test('never takes an idempotency key twice, in one batch or in two', () => {
  const keyed = (to: string) => ({
    ...payment(house(), available(to), 1n),
    idempotency: claimOf(anna, 'the same'),
  });
  const { line, waiting } = lineOf(keyed(boris), keyed(clara));
  const onItsWay = line.take(5);
  expect(onItsWay).toEqual(waiting.slice(0, 1));
  expect(line.take(5)).toEqual([]);
  line.giveBack(onItsWay);
  expect(line.take(5)).toEqual(waiting.slice(1));
});

test('those that could not be served come first again', () => {
  const { line, waiting } = lineOf(pay(anna, boris), pay(clara, dariush));
  const onItsWay = line.take(1);
  line.rejoin(onItsWay);
  line.giveBack(onItsWay);
  expect(line.take(5)).toEqual(waiting);
});
