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

  it('refuse an answer that is not for all', async () => {
    const { read, answer } = createHeldRead();
    const failing = read('a');
    answer(0, []);
    await expect(failing).rejects.toThrow('not answered whole');
  });
});
