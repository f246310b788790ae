import { useLiveUpdates } from './use-live-updates.ts';

/** Shows nothing: a place in the page that lasts as long as the signed-in area is on screen. */
export function LiveUpdatesPart() {
  useLiveUpdates();
  return null;
}
