import { twoFactorCodeSchema } from '@mercury/contract/api/shapes.ts';
import * as z from 'zod/mini';

/** The code as a field of a form: needed where two-factor is on, else neither shown nor looked at. */
export function twoFactorCodeFieldSchema(isTwoFactorEnabled: boolean): z.ZodMiniType<string, string> {
  return isTwoFactorEnabled ? twoFactorCodeSchema : z.string();
}

/** What is sent of it. */
export function sentTwoFactorCode(twoFactorCode: string) {
  return twoFactorCode === '' ? {} : { twoFactorCode };
}
