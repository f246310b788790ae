import type { PasskeyAttestation, PasskeyOptions } from '@mercury/contract/api/passkeys.ts';
import type { PublicKeyCredentialCreationOptionsJSON, WebAuthnError } from '@simplewebauthn/browser';
import type { TFunction } from 'i18next';
import { Cancelled } from '../../api/cancelled.ts';
import { errorMessage } from '../../api/error-message.ts';
import { isPromptCancelled } from './passkey.tsx';

class PasskeyFailure extends Error {
  override readonly name = 'PasskeyFailure';
  /** The device already has a passkey of this account. */
  readonly isPresent: boolean;

  constructor(cause: unknown, { isPresent }: { isPresent: boolean }) {
    super('no passkey was made', { cause });
    this.isPresent = isPresent;
  }
}

function failureOf(error: unknown): Error {
  if (isPromptCancelled(error)) return new Cancelled();
  if (!(error instanceof Error)) return new PasskeyFailure(error, { isPresent: false });
  // By name, because the class loads lazily with the library.
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

/** Some browsers make a passkey only shortly after a press, so the library loads beside the call for the options. */
export function preloadPasskeyLibrary(): void {
  void loadLibrary().catch(() => undefined);
}

/** @throws Cancelled if the person closes the prompt; PasskeyFailure if none is made */
export async function makePasskey(options: PasskeyOptions): Promise<PasskeyAttestation> {
  const { startRegistration } = await loadLibrary();
  // The contract passes the server's options through. The library here reads the same format.
  const optionsJSON = options as PasskeyOptions & PublicKeyCredentialCreationOptionsJSON;
  try {
    const { clientExtensionResults, ...credential } = await startRegistration({ optionsJSON });
    return { ...credential, clientExtensionResults: { ...clientExtensionResults } };
  } catch (error) {
    throw failureOf(error);
  }
}

export function passkeyFailureText(error: Error, t: TFunction): string {
  if (!(error instanceof PasskeyFailure)) return errorMessage(error, t);
  return error.isPresent ? t('security.passkeys.alreadyHere') : t('security.passkeys.failedToMake');
}
