import { endpoints } from '@mercury/contract/api/index.ts';
import { limits } from '@mercury/contract/limits.ts';
import { Secret, TOTP } from 'otpauth';
import { succeeded, type TestApp } from './app.ts';
import { type Authenticator, insertAuthenticator } from './insert-person.ts';
import type { SignedInPerson } from './person.ts';

export type { Authenticator };

/** The code that the app shows now, or some steps of 30 seconds later. */
export function codeOf({ secretKey }: { secretKey: string }, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secretKey), digits: limits.twoFactorCodeLength });
  return totp.generate({ timestamp: Date.now() + steps * 30_000 });
}

/** Turns two-factor on as a person does. Codes of the present step work again afterwards. */
export async function turnOnTwoFactor(testApp: TestApp, person: SignedInPerson): Promise<Authenticator> {
  const { token, password } = person;
  const setUp = await testApp.call('POST', '/users/2fa/setup', { token, body: { password } });
  const { secretKey } = succeeded(endpoints.setUpTwoFactor, setUp).data;
  const verified = await testApp.call('POST', '/users/2fa/verify', {
    token,
    body: { token: codeOf({ secretKey }) },
  });
  const { recoveryCodes } = succeeded(endpoints.verifyTwoFactor, verified).data;
  await forgetTimeSteps(testApp, person.user.id);
  return { secretKey, recoveryCodes };
}

export async function giveAuthenticator(
  testApp: Pick<TestApp, 'db' | 'config'>,
  { user }: Pick<SignedInPerson, 'user'>,
): Promise<Authenticator> {
  return insertAuthenticator(testApp, user);
}

/** Pretends that the last code was used long ago, so that a test need not wait for the next one. */
export async function forgetTimeSteps(testApp: TestApp, userId: string): Promise<void> {
  await testApp.db.pool.query('update two_factor set last_step = 0 where user_id = $1', [userId]);
}
