import { describe, expect, it } from 'vitest';
import { batchReads } from './batched-read.ts';

/** A read that answers when it is told to. */
function createHeldRead() {
  const asked: (readonly string[])[] = [];
  const answers: ((results: readonly string[] | Error) => void)[] = [];
  const read = batchReads((keys: readonly string[]) => {
    asked.push(keys);
    return new Promise<readonly string[]>((resolve, reject) => {
      answers.push((results) => (results instanceof Error ? reject(results) : resolve(results)));
    });
  });
  return {
    read,
    asked,
    answer: (index: number, results: readonly string[] | Error) => answers[index]?.(results),
  };
}

describe('reads in batches', () => {
  it('leave at once while few are on their way, and together when more come', async () => {
    const { read, asked, answer } = createHeldRead();
    const replies = ['a', 'b', 'c', 'd'].map((key) => read(key));
    expect(asked).toEqual([['a'], ['b']]);
    answer(0, ['A']);
    expect(await replies[0]).toBe('A');
    expect(asked[2]).toEqual(['c', 'd']);
    answer(2, ['C', 'D']);
    expect(await Promise.all(replies.slice(2))).toEqual(['C', 'D']);
    answer(1, ['B']);
    expect(await replies[1]).toBe('B');
  });

  it('are never answered by what was read before they came', async () => {
    const { read, asked, answer } = createHeldRead();
    const first = read('a');
    const second = read('a');
    const third = read('a');
    answer(0, ['old']);
    await first;
    expect(asked).toHaveLength(3);
    answer(1, ['old']);
    answer(2, ['new']);
    expect(await Promise.all([second, third])).toEqual(['old', 'new']);
  });

  it('fail together, and those after them are asked for all the same', async () => {
    const { read, answer } = createHeldRead();
    const failing = read('a');
    answer(0, new Error('lost'));
    await expect(failing).rejects.toThrow('lost');
    const next = read('b');
    answer(1, ['B']);
    expect(await next).toBe('B');
  });

  it('of more than 256 go in as many batches as it takes, and everybody gets their own answer', async () => {
    const { read, asked, answer } = createHeldRead();
    const keys = Array.from({ length: 2 + 2 * 256 + 1 }, (_, index) => `${index}`);
    const replies = Promise.all(keys.map((key) => read(key)));
    // Those who find nobody on their way leave alone.
    for (let index = 0; index < 5; index += 1) {
      await expect.poll(() => asked.length).toBeGreaterThan(index);
      answer(index, asked[index]?.map((key) => `of ${key}`) ?? []);
    }
    expect(await replies).toEqual(keys.map((key) => `of ${key}`));
    expect(asked.map(({ length }) => length)).toEqual([1, 1, 256, 256, 1]);
    expect(asked.flat()).toEqual(keys);
  });

  it('of just 256 go in one', async () => {
    const { read, asked, answer } = createHeldRead();
    const keys = Array.from({ length: 2 + 256 }, (_, index) => `${index}`);
    const replies = Promise.all(keys.map((key) => read(key)));
    for (let index = 0; index < 3; index += 1) {
      await expect.poll(() => asked.length).toBeGreaterThan(index);
      answer(index, asked[index] ?? []);
    }
    expect(await replies).toEqual(keys);
    expect(asked.map(({ length }) => length)).toEqual([1, 1, 256]);
  });

  it('that fail in one batch are answered in the others', async () => {
    const { read, asked, answer } = createHeldRead();
    const keys = Array.from({ length: 2 + 256 + 3 }, (_, index) => `${index}`);
    const replies = Promise.allSettled(keys.map((key) => read(key)));
    // The second call is away all the time, so that the last three wait behind the batch that fails.
    for (const index of [0, 2, 3, 1]) {
      await expect.poll(() => asked.length).toBeGreaterThan(index);
      answer(index, index === 2 ? new Error('lost') : (asked[index] ?? []));
    }
    const outcomes = await replies;
    expect(outcomes.slice(2, 258)).toEqual(
      Array.from({ length: 256 }, () => ({ status: 'rejected', reason: new Error('lost') })),
    );
    expect([...outcomes.slice(0, 2), ...outcomes.slice(258)]).toEqual(
      ['0', '1', '258', '259', '260'].map((value) => ({ status: 'fulfilled', value })),
    );
  });

  it('that throw before they ask fail like those that are not answered', async () => {
    const read = batchReads((): Promise<readonly string[]> => {
      throw new Error('no connection');
    });
    await expect(read('a')).rejects.toThrow('no connection');
    await expect(read('b')).rejects.toThrow('no connection');
  });

  it('refuse an answer that is not for all', async () => {
    const { read, answer } = createHeldRead();
    const failing = read('a');
    answer(0, []);
    await expect(failing).rejects.toThrow('not answered whole');
  });
});
