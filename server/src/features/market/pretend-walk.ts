/**
 * Pretend prices move in long and short smooth random waves around a middle. A pure function of name and time, in whole numbers
 * only, so that every process on every machine computes the same prices.
 */

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Periods in seconds, amplitudes in millionths. The periods share no large divisor, so the pattern does not repeat. */
const waves = [
  { period: 97 * day, amplitude: 80_000 },
  { period: 17 * day, amplitude: 40_000 },
  { period: 61 * hour, amplitude: 20_000 },
  { period: 7 * hour, amplitude: 6_000 },
  { period: 23 * minute, amplitude: 1_500 },
] as const;

/** The two heights that a wave lies between in its present turn. Moments of one chart mostly share them. */
interface Turn {
  readonly turn: number;
  readonly from: number;
  readonly to: number;
}
const latestTurns = new Map<string, Turn[]>();

function turnOf(name: string, position: number, turn: number): Turn {
  const turns = latestTurns.get(name) ?? [];
  latestTurns.set(name, turns);
  const latest = turns[position];
  if (latest?.turn === turn) return latest;
  const from = chanceOf(`${name} ${position} ${turn}`);
  const to = chanceOf(`${name} ${position} ${turn + 1}`);
  return (turns[position] = { turn, from, to });
}

/** Distance from the middle at that second, in millionths; within 147,500. */
export function pretendSwing(name: string, atSeconds: number): number {
  return waves.reduce((sum, { period, amplitude }, position) => {
    const { turn, from, to } = turnOf(name, position, Math.floor(atSeconds / period));
    const share = easeInOut(Math.floor(((atSeconds - turn * period) * tenThousand) / period));
    const height = from + Math.trunc(((to - from) * share) / tenThousand);
    return sum + Math.trunc((amplitude * height) / million);
  }, 0);
}

/** How a young market grew until its coins had the prices of today, in millionths of these. */
const growth = [
  { at: Date.UTC(2015, 0, 1), millionths: 30_000 },
  { at: Date.UTC(2017, 11, 15), millionths: 600_000 },
  { at: Date.UTC(2018, 11, 15), millionths: 150_000 },
  { at: Date.UTC(2021, 10, 10), millionths: 1_700_000 },
  { at: Date.UTC(2022, 10, 20), millionths: 450_000 },
  { at: Date.UTC(2024, 2, 10), millionths: 950_000 },
  { at: Date.UTC(2025, 0, 1), millionths: 1_000_000 },
].map(({ at, millionths }) => ({ at: at / 1000, millionths }));

/** From then on prices only swing. Of the time before there is one price a day. */
const grownAt = Date.UTC(2025, 0, 1) / 1000;

/** No price before or since comes near those around it. */
const peak = { from: Date.UTC(2021, 4, 1) / 1000, to: Date.UTC(2022, 4, 1) / 1000 };

/** The second that a price of this second is told for. */
export function toldSecondOf(atSeconds: number): number {
  return atSeconds < grownAt ? Math.floor(atSeconds / day) * day : atSeconds;
}

/** The size of prices at that second, in millionths of those of today. */
export function pretendGrowth(atSeconds: number): number {
  const next = growth.findIndex(({ at }) => at > atSeconds);
  const [to, from] = [growth.at(next), growth.at(next - 1)];
  if (next === 0 || to === undefined || from === undefined) return growth[0]?.millionths ?? million;
  if (next === -1) return million;
  const share = easeInOut(Math.floor(((atSeconds - from.at) * tenThousand) / (to.at - from.at)));
  return from.millionths + Math.trunc(((to.millionths - from.millionths) * share) / tenThousand);
}

/** The days that hold the highest price of all time; none if they are not over yet. */
export function daysOfPeak(nowSeconds: number): number[] {
  if (nowSeconds < peak.to) return [];
  return Array.from({ length: (peak.to - peak.from) / day }, (_, index) => peak.from + index * day);
}

const million = 1_000_000;
const tenThousand = 10_000;

/** From 0 to 10,000, slow at both ends (3t² − 2t³). */
function easeInOut(share: number): number {
  return Math.floor((share * share * (3 * tenThousand - 2 * share)) / tenThousand ** 2);
}

/** A pseudo-random number from -1,000,000 to 1,000,000, always the same for a text (FNV-1a, then mixed). */
function chanceOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (((hash ^ (hash >>> 16)) >>> 0) % (2 * million + 1)) - million;
}
