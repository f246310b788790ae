import { setTimeout as pause } from 'node:timers/promises';
import { type APIRequestContext, expect } from '@playwright/test';
import { limits } from '@mercury/contract/limits.ts';
import { Secret, TOTP } from 'otpauth';
import { type Person, putTwoFactorInPlace } from './accounts.ts';

const stepMs = 30_000;
/** The server takes the code of the step before too, but not for longer than that step's successor lasts. */
const safelyEarlierMs = 20_000;

/** Somebody's authenticator app, and somebody who knows that each of its codes works once. */
export class Authenticator {
  readonly secretKey: string;
  private lastStep = 0;

  constructor(secretKey: string) {
    this.secretKey = secretKey;
  }

  /** A code that has not been given out; waits for the app to show it where there is none at the moment. */
  async nextCode(): Promise<string> {
    const now = Date.now();
    const isEarlierSafe = now % stepMs < safelyEarlierMs;
    const earliest = Math.floor(now / stepMs) - (isEarlierSafe ? 1 : 0);
    const step = Math.max(earliest, this.lastStep + 1);
    const untilTakenMs = (step - 1) * stepMs - Date.now();
    if (untilTakenMs > 0) await pause(untilTakenMs);
    this.lastStep = step;
    return this.codeAt(step);
  }

  /** Six digits that no step around now has. */
  wrongCode(): string {
    const step = Math.floor(Date.now() / stepMs);
    const right = new Set([-2, -1, 0, 1, 2, 3].map((difference) => this.codeAt(step + difference)));
    return (
      ['000000', '111111', '222222', '333333', '444444', '555555', '666666'].find(
        (code) => !right.has(code),
      ) ?? '777777'
    );
  }

  private codeAt(step: number): string {
    const totp = new TOTP({
      secret: Secret.fromBase32(this.secretKey),
      digits: limits.twoFactorCodeLength,
    });
    return totp.generate({ timestamp: step * stepMs });
  }
}

interface TwoFactorOn {
  authenticator: Authenticator;
  recoveryCodes: readonly string[];
}

/** Turns two-factor on without a browser, as its person does; the session stays. */
export async function turnOnTwoFactor(request: APIRequestContext, person: Person): Promise<TwoFactorOn> {
  const headers = { authorization: `Bearer ${person.token}` };
  const setUp = await request.post('/v1/users/2fa/setup', { headers, data: { password: person.password } });
  expect(setUp.ok(), await setUp.text()).toBe(true);
  const authenticator = new Authenticator((await setUp.json()).data.secretKey);
  const verified = await request.post('/v1/users/2fa/verify', {
    headers,
    data: { token: await authenticator.nextCode() },
  });
  expect(verified.ok(), await verified.text()).toBe(true);
  return { authenticator, recoveryCodes: (await verified.json()).data.recoveryCodes };
}

/** As if it had been turned on before; the person's sessions stay, and no mail is sent. */
export async function withTwoFactor(person: Person): Promise<TwoFactorOn> {
  const { secretKey, recoveryCodes } = await putTwoFactorInPlace(person);
  return { authenticator: new Authenticator(secretKey), recoveryCodes };
}

/** The token of a session that a recovery code has opened. */
export async function signInByRecoveryCode(
  request: APIRequestContext,
  { email, password }: Person,
  recoveryCode: string,
): Promise<string> {
  const challenge = await request.post('/v1/auth/login', { data: { email, password } });
  const { tempToken } = await challenge.json();
  const recovered = await request.post('/v1/auth/2fa/recovery', { data: { tempToken, recoveryCode } });
  expect(recovered.ok(), await recovered.text()).toBe(true);
  return (await recovered.json()).token;
}
