import { twoFactorCodeSchema } from '@mercury/contract/api/shapes.ts';
import * as z from 'zod/mini';

/** Required with two-factor on, else hidden and not validated. */
export function twoFactorCodeFieldSchema(isTwoFactorEnabled: boolean): z.ZodMiniType<string, string> {
  return isTwoFactorEnabled ? twoFactorCodeSchema : z.string();
}

export function sentTwoFactorCode(twoFactorCode: string) {
  return twoFactorCode === '' ? {} : { twoFactorCode };
}
