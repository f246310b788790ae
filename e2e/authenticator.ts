import { type APIRequestContext, expect } from '@playwright/test';
import { limits } from '@mercury/contract/limits.ts';
import { Secret, TOTP } from 'otpauth';
import { forgetLastCode, type Person, putTwoFactorInPlace } from './accounts.ts';

const stepMs = 30_000;

/** Somebody's authenticator app. */
export class Authenticator {
  readonly secretKey: string;
  private readonly owner: Pick<Person, 'id'>;

  constructor(owner: Pick<Person, 'id'>, secretKey: string) {
    this.owner = owner;
    this.secretKey = secretKey;
  }

  /** A code that works once from now on, also where it has been given out and used before. */
  async nextCode(): Promise<string> {
    await forgetLastCode(this.owner);
    return this.codeAt(Math.floor(Date.now() / stepMs));
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
  const authenticator = new Authenticator(person, (await setUp.json()).data.secretKey);
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
  return { authenticator: new Authenticator(person, secretKey), recoveryCodes };
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
