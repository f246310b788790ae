import type { PasskeyOptions } from '@mercury/contract/api/passkeys.ts';
import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { Config } from '../../config.ts';
import { passkeyTimeoutMs, relyingPartyOf } from './relying-party.ts';

export interface AssertionWish {
  readonly userVerification: 'required' | 'preferred';
  /** None: whichever the browser finds, which then says whose it is. */
  readonly allowCredentials?: { id: string; transports: string[] }[];
}

/** What a browser needs to ask for a passkey, and the challenge that the passkey is to sign. */
export async function createAssertionOptions(
  config: Pick<Config, 'publicUrl'>,
  wish: AssertionWish,
): Promise<{ options: PasskeyOptions; challenge: string }> {
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(config).id,
    timeout: passkeyTimeoutMs,
    ...wish,
  });
  return { options: { ...options }, challenge: options.challenge };
}
