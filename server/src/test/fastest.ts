/**
 * How long each of two ways takes, in milliseconds, measured in turn: the shortest time of each, and by how much the ways
 * differ. Other work on the machine only ever adds time, so that the shortest of many approaches what a way itself takes;
 * a single lucky one can stand out, though, so the medians count as well, whichever are nearer. Rounds go on until the
 * two are as near to each other as asked, or `roundsMax` shows that they do not get there.
 */
export async function fastestOfEach(
  ways: readonly [() => Promise<number>, () => Promise<number>],
  { ratioMax, roundsMax }: { ratioMax: number; roundsMax: number },
): Promise<{ one: number; other: number; ratio: number }> {
  const times: [number[], number[]] = [[], []];
  let ratio = Infinity;
  for (let round = 0; round < roundsMax && ratio >= ratioMax; round += 1) {
    times[0].push(await ways[0]());
    times[1].push(await ways[1]());
    if (round === 0) continue;
    ratio = Math.min(
      differenceRatio(Math.min(...times[0]), Math.min(...times[1])),
      differenceRatio(medianOf(times[0]), medianOf(times[1])),
    );
  }
  return { one: Math.min(...times[0]), other: Math.min(...times[1]), ratio };
}

function medianOf(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Infinity;
}

function differenceRatio(one: number, other: number): number {
  return Math.abs(one - other) / Math.min(one, other);
}
