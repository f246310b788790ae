import { createPasskey, createPasskeyOptions, type PasskeyOptions } from '@mercury/contract/api/passkeys.ts';
import type { PublicKeyCredentialCreationOptionsJSON, WebAuthnError } from '@simplewebauthn/browser';
import { Cancelled } from '../../api/cancelled.ts';
import { isPromptCancelled } from '../../api/passkeys.ts';
import { callWithProof } from '../../api/proof.ts';

/** The browser, or the device behind it, could not make the passkey. */
export class PasskeyFailure extends Error {
  override readonly name = 'PasskeyFailure';
  /** The device holds one of this account already. */
  readonly isPresent: boolean;

  constructor(cause: unknown, { isPresent }: { isPresent: boolean }) {
    super('no passkey was made', { cause });
    this.isPresent = isPresent;
  }
}

function failureOf(error: unknown): Error {
  if (isPromptCancelled(error)) return new Cancelled();
  if (!(error instanceof Error)) return new PasskeyFailure(error, { isPresent: false });
  // Read by its name: the class is fetched with the library.
  const { code } = error as Partial<WebAuthnError>;
  return new PasskeyFailure(error, { isPresent: code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' });
}

async function loadLibrary() {
  try {
    return await import('@simplewebauthn/browser');
  } catch (error) {
    throw new PasskeyFailure(error, { isPresent: false });
  }
}

async function makeCredential() {
  // Both at once: some browsers make a passkey only shortly after a press.
  const [{ startRegistration }, { options, challengeToken }] = await Promise.all([
    loadLibrary(),
    callWithProof(createPasskeyOptions, {}),
  ]);
  // The contract passes the options through as the server's library makes them, which is what this one reads.
  const optionsJSON = options as PasskeyOptions & PublicKeyCredentialCreationOptionsJSON;
  try {
    const { clientExtensionResults, ...credential } = await startRegistration({ optionsJSON });
    return {
      challengeToken,
      credential: { ...credential, clientExtensionResults: { ...clientExtensionResults } },
    };
  } catch (error) {
    throw failureOf(error);
  }
}

/**
 * Has the browser make a passkey, and the account keep it under a name.
 * @throws Cancelled where the person closes the browser's prompt, or shows no proof; PasskeyFailure where none is made.
 */
export async function makePasskey(name: string) {
  const { challengeToken, credential } = await makeCredential();
  return callWithProof(createPasskey, { body: { challengeToken, name, credential } });
}
