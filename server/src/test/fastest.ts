/**
 * The shortest time, in milliseconds, of each of two ways, taken in turn. Other work on the machine only ever adds
 * time, so the shortest of many approaches what a way itself takes: rounds go on until the two are as near to each other
 * as asked, or `roundsMax` shows that they do not get there.
 */
export async function fastestOfEach(
  ways: readonly [() => Promise<number>, () => Promise<number>],
  { ratioMax, roundsMax }: { ratioMax: number; roundsMax: number },
): Promise<{ one: number; other: number; ratio: number }> {
  let [one, other] = [Infinity, Infinity];
  for (let round = 0; round < roundsMax; round += 1) {
    one = Math.min(one, await ways[0]());
    other = Math.min(other, await ways[1]());
    if (round > 0 && differenceRatio(one, other) < ratioMax) break;
  }
  return { one, other, ratio: differenceRatio(one, other) };
}

function differenceRatio(one: number, other: number): number {
  return Math.abs(one - other) / Math.min(one, other);
}
