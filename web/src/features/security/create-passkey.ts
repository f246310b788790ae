import { createPasskey, createPasskeyOptions, type PasskeyOptions } from '@mercury/contract/api/passkeys.ts';
import type { PublicKeyCredentialCreationOptionsJSON, WebAuthnError } from '@simplewebauthn/browser';
import { Cancelled } from '../../api/cancelled.ts';
import { isPromptCancelled } from '../../api/passkeys.ts';
import { call } from '../../api/client.ts';
import { callCarryingProof } from '../../api/proof.ts';

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

type Offer = Awaited<ReturnType<typeof askForOffer>>;

/** Costs a proof, whatever the session has shown before. */
function askForOffer() {
  return callCarryingProof((proof) => call(createPasskeyOptions, { body: proof }));
}

async function makeCredential(offer: Offer) {
  const { startRegistration } = await loadLibrary();
  // The contract passes the options through as the server's library makes them, which is what this one reads.
  const optionsJSON = offer.options as PasskeyOptions & PublicKeyCredentialCreationOptionsJSON;
  try {
    const { clientExtensionResults, ...credential } = await startRegistration({ optionsJSON });
    return { ...credential, clientExtensionResults: { ...clientExtensionResults } };
  } catch (error) {
    throw failureOf(error);
  }
}

/** Well below the time for which the server keeps an offer. */
const offerKeptMs = 60_000;

/**
 * Has the browser make a passkey, and the account keep it under a name. Whoever closes the browser's prompt and tries again
 * soon is not asked for another proof: an authenticator's code works only once in half a minute.
 * @throws Cancelled where the person closes the browser's prompt, or shows no proof; PasskeyFailure where none is made.
 */
export function createPasskeyMaker() {
  let kept: { offer: Offer; untilMs: number } | undefined;
  return async (name: string) => {
    // Meanwhile: some browsers make a passkey only shortly after a press.
    void loadLibrary().catch(() => undefined);
    if (kept === undefined || kept.untilMs < Date.now()) {
      kept = { offer: await askForOffer(), untilMs: Date.now() + offerKeptMs };
    }
    const { offer } = kept;
    const credential = await makeCredential(offer);
    // The server spends it, whatever it answers.
    kept = undefined;
    return call(createPasskey, { body: { challengeToken: offer.challengeToken, name, credential } });
  };
}
