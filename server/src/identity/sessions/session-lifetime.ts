import { securityParameters } from '../../security-parameters.ts';

const { idleMinutes, absoluteMinutes } = securityParameters.session;

/** How long a session lives without use. */
export function idleMinutesOf(isRemembered: boolean): number {
  return isRemembered ? idleMinutes.remembered : idleMinutes.plain;
}

/** How long a session lives in all, however much it is used. */
export function absoluteMinutesOf(isRemembered: boolean): number {
  return isRemembered ? absoluteMinutes.remembered : absoluteMinutes.plain;
}
