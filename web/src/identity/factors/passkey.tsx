import type { PasskeyAssertion, PasskeyOptions } from '@mercury/contract/api/passkeys.ts';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { KeyRound } from 'lucide-react';
import { Cancelled } from '../../api/cancelled.ts';
import { Button } from '../../ui/button.tsx';

export function arePasskeysSupported(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function';
}

/** Browsers don't say whether the person closed the prompt or it timed out (WebAuthn, 14.5). */
export function isPromptCancelled(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
}

interface PasskeyButtonProps {
  label: string;
  isBusy: boolean;
  onPress: () => void;
}

/** Empty where the browser has no passkeys. */
export function PasskeyButton({ label, isBusy, onPress }: PasskeyButtonProps) {
  if (!arePasskeysSupported()) return null;
  return (
    <Button
      variant="secondary"
      isFullWidth
      icon={<KeyRound size={18} aria-hidden="true" />}
      isBusy={isBusy}
      onClick={onPress}
    >
      {label}
    </Button>
  );
}

/** @throws Cancelled if the person closes the prompt, or the browser's error */
export async function askForPasskey(getOptions: () => Promise<PasskeyOptions>): Promise<PasskeyAssertion> {
  // In parallel, because some browsers open the prompt only shortly after a press.
  const [{ startAuthentication }, options] = await Promise.all([
    import('@simplewebauthn/browser'),
    getOptions(),
  ]);
  try {
    const assertion = await startAuthentication({
      // The contract passes the options through. Only WebAuthn knows their fields.
      optionsJSON: options as PasskeyOptions & PublicKeyCredentialRequestOptionsJSON,
    });
    return { ...assertion, clientExtensionResults: { ...assertion.clientExtensionResults } };
  } catch (error) {
    if (isPromptCancelled(error)) throw new Cancelled('no passkey was chosen', { cause: error });
    throw error;
  }
}
