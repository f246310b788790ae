import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { holdClock } from './clock.ts';

describe('a test that waits for what never comes', () => {
  const missing = page.getByText('Never there');
  const look = missing.findElement.bind(missing);
  const begun = { looks: 0, tests: 0 };
  const ended = { looks: 0, tests: 0 };

  it.fails('runs out of time', { timeout: 200 }, async () => {
    holdClock();
    missing.findElement = (options) => {
      begun.looks += 1;
      return look(options).finally(() => (ended.looks += 1));
    };
    begun.tests += 1;
    await expect
      .element(missing)
      .toBeVisible()
      .finally(() => (ended.tests += 1));
  });

  it('is over before the next begins, and so is all that moves its clock', () => {
    expect(begun).toMatchObject({ looks: expect.toSatisfy((looks: number) => looks > 0), tests: 1 });
    expect(ended).toEqual(begun);
  });
});
