/** Wilcoxon's signed-rank test, exact. docs/testing.md has its error rates and what it notices. */
/** On a busy machine a comparison may stay open, and is repeated with more rounds. */
export const looksMax = 5;

/** Of one look at a comparison, per side. */
export const falseAlarmRate = 0.001 / 80;

/** A typical difference of this many margins, if it may still be chance. */
const openFromMargins = 5;

/** Per look. */
export const roundCount = 24;

/** In milliseconds, one element per round. */
export type Times<Way extends string> = Readonly<Record<Way, readonly number[]>>;

/** Each way once a round: one after another, or all at once if they mostly wait. */
export async function takeTimes<Way extends string>(
  ways: Readonly<Record<Way, () => Promise<unknown>>>,
  {
    isAtOnce = false,
    isOpen = () => false,
  }: { isAtOnce?: boolean; isOpen?: (times: Times<Way>) => boolean } = {},
): Promise<Times<Way>> {
  // Object.keys forgets the literal names.
  const names = Object.keys(ways) as Way[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Way, number[]>;
  const takeTime = async (name: Way, round: number): Promise<void> => {
    const startedAt = performance.now();
    await ways[name]();
    // The first calls run code that is not compiled yet.
    if (round >= 0) times[name].push(performance.now() - startedAt);
  };
  const takeRound = async (round: number): Promise<void> => {
    const order = shuffle(names);
    if (isAtOnce) await Promise.all(order.map((name) => takeTime(name, round)));
    else for (const name of order) await takeTime(name, round);
  };
  await takeRound(-1);
  for (let look = 1; look <= looksMax; look += 1) {
    for (let round = 0; round < roundCount; round += 1) await takeRound(round);
    if (!isOpen(times)) break;
  }
  return times;
}

/** Relative, negative if shorter. Undefined within the margin or within chance. */
export function differenceOf(
  one: readonly number[],
  other: readonly number[],
  { margin }: { margin: number },
): number | undefined {
  const differences = differencesOf(one, other);
  return chanceOf(differences, margin) < falseAlarmRate ? medianOf(differences) : undefined;
}

/** Another look may find a difference. */
export function isLeftOpen(
  one: readonly number[],
  other: readonly number[],
  { margin }: { margin: number },
): boolean {
  const differences = differencesOf(one, other);
  const isLarge = Math.abs(medianOf(differences)) > openFromMargins * margin;
  return isLarge && chanceOf(differences, margin) >= falseAlarmRate;
}

function differencesOf(one: readonly number[], other: readonly number[]): number[] {
  const usual = medianOf(other);
  return one.map((time, round) => (time - (other[round] ?? Number.NaN)) / usual);
}

/** Of differences this far beyond the margin, on the less likely side. */
function chanceOf(differences: readonly number[], margin: number): number {
  return Math.min(
    chanceOfAbove(differences.map((each) => each - margin)),
    chanceOfAbove(differences.map((each) => -each - margin)),
  );
}

/** Of values symmetric around zero. */
export function chanceOfAbove(values: readonly number[]): number {
  const sorted = values
    .filter((value) => value !== 0)
    .toSorted((one, other) => Math.abs(one) - Math.abs(other));
  const sum = sorted.reduce((total, value, index) => (value > 0 ? total + index + 1 : total), 0);
  return chancesFor(sorted.length)[sum] ?? 0;
}

const chancesByCount = new Map<number, readonly number[]>();

/** For each sum of ranks, how likely it is to be reached: each rank counts or not, with equal chance. */
function chancesFor(count: number): readonly number[] {
  const known = chancesByCount.get(count);
  if (known !== undefined) return known;
  let waysToSum = [1];
  for (let rank = 1; rank <= count; rank += 1) {
    waysToSum = Array.from(
      { length: waysToSum.length + rank },
      (_, at) => (waysToSum[at] ?? 0) + (waysToSum[at - rank] ?? 0),
    );
  }
  let above = 0;
  const chances = waysToSum.map(() => 0);
  for (let sum = waysToSum.length - 1; sum >= 0; sum -= 1) {
    above += waysToSum[sum] ?? 0;
    chances[sum] = above / 2 ** count;
  }
  chancesByCount.set(count, chances);
  return chances;
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

function shuffle<Value>(values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ value }) => value);
}
