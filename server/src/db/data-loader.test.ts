import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLoader } from './data-loader.ts';

/** A read that answers when it is told to. */
function createHeldRead() {
  const asked: (readonly string[])[] = [];
  const answers: ((results: readonly string[] | Error) => void)[] = [];
  const load = createLoader((keys: readonly string[]) => {
    asked.push([...keys]);
    return new Promise<readonly string[]>((resolve, reject) => {
      answers.push((results) => (results instanceof Error ? reject(results) : resolve(results)));
    });
  });
  return {
    load,
    asked,
    answer: (index: number, results: readonly string[] | Error) => answers[index]?.(results),
    /** Each of them comes in a turn of its own, as calls of different connections do. */
    loadInTurn: async (keys: readonly string[]): Promise<Promise<string>[]> => {
      const replies: Promise<string>[] = [];
      for (const key of keys) {
        replies.push(load(key));
        await nextTurn();
      }
      return replies;
    },
  };
}

describe('a loader', () => {
  it('lets a few calls leave at once, and those that come meanwhile together', async () => {
    const { load, loadInTurn, asked, answer } = createHeldRead();
    const [first, second, ...others] = await loadInTurn(['a', 'b', 'c', 'd']);
    expect(asked).toEqual([['a'], ['b']]);
    answer(0, ['A']);
    expect(await first).toBe('A');
    await nextTurn();
    expect(asked.slice(2)).toEqual([['c', 'd']]);
    answer(2, ['C', 'D']);
    expect(await Promise.all(others)).toEqual(['C', 'D']);
    answer(1, ['B']);
    expect(await second).toBe('B');
    // Nobody is on their way any more, so that two leave alone again.
    const unanswered = await loadInTurn(['e', 'f', 'g']);
    expect(unanswered).toHaveLength(3);
    expect(asked.slice(3)).toEqual([['e'], ['f']]);
    void load('h');
    await nextTurn();
    expect(asked).toHaveLength(5);
  });

  it('asks together for what is asked in one turn', async () => {
    const { load, asked, answer } = createHeldRead();
    const replies = Promise.all(['a', 'b', 'a'].map((key) => load(key)));
    await nextTurn();
    expect(asked).toEqual([['a', 'b', 'a']]);
    answer(0, ['first', 'second', 'third']);
    expect(await replies).toEqual(['first', 'second', 'third']);
  });

  it('never answers by what was read before a call came', async () => {
    const { loadInTurn, asked, answer } = createHeldRead();
    const [first, second, third] = await loadInTurn(['a', 'a', 'a']);
    answer(0, ['old']);
    await first;
    await nextTurn();
    expect(asked).toHaveLength(3);
    answer(1, ['old']);
    answer(2, ['new']);
    expect(await Promise.all([second, third])).toEqual(['old', 'new']);
  });

  it('fails for all of a batch, and asks for those after them all the same', async () => {
    const { load, loadInTurn, answer } = createHeldRead();
    const failing = load('a');
    const failsToo = load('b');
    await nextTurn();
    const lost = new Error('lost');
    answer(0, lost);
    expect(await Promise.allSettled([failing, failsToo])).toEqual([
      { status: 'rejected', reason: lost },
      { status: 'rejected', reason: lost },
    ]);
    const [next] = await loadInTurn(['c']);
    answer(1, ['C']);
    expect(await next).toBe('C');
  });

  it('takes as many batches as it needs for more than 256, and everybody gets their own answer', async () => {
    const { load, loadInTurn, asked, answer } = createHeldRead();
    const replies = await loadInTurn(['0', '1']);
    const keys = Array.from({ length: 2 + 2 * 256 + 1 }, (_, index) => `${index}`);
    replies.push(...keys.slice(2).map((key) => load(key)));
    for (let index = 0; index < 5; index += 1) {
      await expect.poll(() => asked.length).toBeGreaterThan(index);
      answer(index, asked[index]?.map((key) => `of ${key}`) ?? []);
    }
    expect(await Promise.all(replies)).toEqual(keys.map((key) => `of ${key}`));
    expect(asked.map(({ length }) => length)).toEqual([1, 1, 256, 256, 1]);
    expect(asked.flat()).toEqual(keys);
  });

  it('takes one batch for just 256', async () => {
    const { load, asked, answer } = createHeldRead();
    const keys = Array.from({ length: 256 }, (_, index) => `${index}`);
    const replies = Promise.all(keys.map((key) => load(key)));
    await nextTurn();
    expect(asked).toEqual([keys]);
    answer(0, keys);
    expect(await replies).toEqual(keys);
  });

  it('answers other batches where one fails', async () => {
    const { load, loadInTurn, asked, answer } = createHeldRead();
    const alone = await loadInTurn(['0', '1']);
    const keys = Array.from({ length: 256 + 3 }, (_, index) => `${index + 2}`);
    const replies = Promise.allSettled([...alone, ...keys.map((key) => load(key))]);
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

  it('fails where the read throws before it asks', async () => {
    const load = createLoader((): Promise<readonly string[]> => {
      throw new Error('no connection');
    });
    await expect(load('a')).rejects.toThrow('no connection');
    await expect(load('b')).rejects.toThrow('no connection');
  });

  it('refuses an answer that is not for all', async () => {
    const { loadInTurn, answer } = createHeldRead();
    const [failing] = await loadInTurn(['a']);
    answer(0, []);
    await expect(failing).rejects.toThrow('same length');
  });
});
