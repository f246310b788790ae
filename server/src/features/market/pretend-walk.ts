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

/** Distance from the middle at that second, in millionths; within 147,500. */
export function pretendSwing(name: string, atSeconds: number): number {
  return waves.reduce((sum, { period, amplitude }, position) => {
    const turn = Math.floor(atSeconds / period);
    const from = chanceOf(`${name} ${position} ${turn}`);
    const to = chanceOf(`${name} ${position} ${turn + 1}`);
    const share = easeInOut(Math.floor(((atSeconds - turn * period) * tenThousand) / period));
    const height = from + Math.trunc(((to - from) * share) / tenThousand);
    return sum + Math.trunc((amplitude * height) / million);
  }, 0);
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
