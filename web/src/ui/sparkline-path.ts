/** The box that a line is drawn in; it is stretched to whatever room there is. */
export const sparklineBox = { width: 100, height: 32 } as const;

/** Keeps the line's own thickness inside the box. */
const inset = 2;

/**
 * The points of a line over evenly spaced values, the first at the left: `0,30 50,16 100,2`. Values that are all alike
 * lie in the middle; fewer than two make no line.
 */
export function sparklinePoints(values: readonly number[]): string {
  if (values.length < 2) return '';
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const room = sparklineBox.height - 2 * inset;
  return values
    .map((value, index) => {
      const share = span === 0 ? 0.5 : (value - low) / span;
      const x = (index / (values.length - 1)) * sparklineBox.width;
      return `${round(x)},${round(inset + (1 - share) * room)}`;
    })
    .join(' ');
}

function round(length: number): number {
  return Math.round(length * 100) / 100;
}
