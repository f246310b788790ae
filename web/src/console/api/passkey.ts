import type { PasskeyAssertion, PasskeyOptions } from '@mercury/contract/api/passkeys.ts';
import { makePasskey, preloadPasskeyLibrary } from '../../identity/factors/make-passkey.ts';
import { askForPasskey } from '../../identity/factors/passkey.tsx';

interface Offer {
  options: PasskeyOptions;
  challengeToken: string;
}

/** @throws Cancelled if the person closes the browser's prompt */
export async function showPasskey(
  getOffer: () => Promise<Offer>,
): Promise<{ challengeToken: string; credential: PasskeyAssertion }> {
  let challengeToken = '';
  const credential = await askForPasskey(async () => {
    const offer = await getOffer();
    challengeToken = offer.challengeToken;
    return offer.options;
  });
  return { challengeToken, credential };
}

/** @throws Cancelled if the person closes the browser's prompt */
export async function createPasskey(getOffer: () => Promise<Offer>) {
  preloadPasskeyLibrary();
  const { options, challengeToken } = await getOffer();
  return { challengeToken, credential: await makePasskey(options) };
}
