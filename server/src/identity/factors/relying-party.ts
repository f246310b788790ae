import { productName } from '@mercury/contract/product.ts';
import { COSEALG } from '@simplewebauthn/server/helpers';
import { parse } from 'uuid';
import type { Config } from '../../config.ts';
import { securityParameters } from '../../security-parameters.ts';

/** A browser gives its person as long as the challenge is good for. */
export const passkeyTimeoutMs = securityParameters.passkeyChallengeMinutes * 60_000;

/**
 * What a passkey may sign with, the best first; every authenticator knows one of them. The library's own list depends on
 * what the runtime has in trial.
 */
export const passkeyAlgorithms: COSEALG[] = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

/** Whom passkeys are made for (WebAuthn, 4: Relying Party): a passkey of another site opens nothing here. */
export function relyingPartyOf({ publicUrl }: Pick<Config, 'publicUrl'>) {
  return { id: publicUrl.hostname, origin: publicUrl.origin, name: productName };
}

/** The name under which an authenticator keeps an account (WebAuthn, 5.4.3): it must not tell who that is. */
export function userHandleOf(userId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parse(userId));
}
