const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;

/** How long a session lives without use. */
export function idleMinutesOf(isRemembered: boolean): number {
  return isRemembered ? 7 * dayMinutes : hourMinutes;
}

/** How long a session lives in all, however much it is used. */
export function absoluteMinutesOf(isRemembered: boolean): number {
  return isRemembered ? 30 * dayMinutes : dayMinutes;
}
