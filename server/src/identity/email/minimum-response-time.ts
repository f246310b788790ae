import { setTimeout as delay } from 'node:timers/promises';

/**
 * Answers not before `durationMsMin` has passed, whether the work succeeds or fails, so that how long it took tells
 * nothing about what was found. The minimum has to be well above what the longer of the ways takes.
 */
export async function inEvenTime<Result>(
  durationMsMin: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const elapsed = delay(durationMsMin);
  try {
    return await work();
  } finally {
    await elapsed;
  }
}
