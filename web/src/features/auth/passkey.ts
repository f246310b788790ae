import type { PasskeyAssertion, PasskeyOptions } from '@mercury/contract/api/passkeys.ts';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';

export function isPasskeySupported(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function';
}

/** The person closed the browser's own dialog, or let it be: WebAuthn tells no more of either. */
export class PasskeyCancelled extends Error {}

/**
 * Has the browser ask for a passkey.
 * @throws PasskeyCancelled, or what the browser found wrong
 */
export async function askForPasskey(getOptions: () => Promise<PasskeyOptions>): Promise<PasskeyAssertion> {
  // Both at once: some browsers ask for a passkey only shortly after a press.
  const [{ startAuthentication }, options] = await Promise.all([
    import('@simplewebauthn/browser'),
    getOptions(),
  ]);
  try {
    const assertion = await startAuthentication({
      // The contract hands the server's options through, whose fields only WebAuthn knows.
      optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    });
    return { ...assertion, clientExtensionResults: { ...assertion.clientExtensionResults } };
  } catch (error) {
    if (isCancellation(error)) throw new PasskeyCancelled('no passkey was chosen', { cause: error });
    throw error;
  }
}

function isCancellation(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
}
