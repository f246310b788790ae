import type { PasskeyAssertion, PasskeyOptions } from '@mercury/contract/api/passkeys.ts';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { KeyRound } from 'lucide-react';
import { Cancelled } from '../../api/cancelled.ts';
import { arePasskeysSupported, isPromptCancelled } from '../../domain/passkeys.ts';
import { Button } from '../../ui/button.tsx';

interface PasskeyButtonProps {
  label: string;
  isBusy: boolean;
  onPress: () => void;
}

/** Only where the browser has passkeys. */
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

/**
 * Has the browser ask for a passkey.
 * @throws Cancelled where the person closes the prompt, or what the browser found wrong
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
      optionsJSON: options as PasskeyOptions & PublicKeyCredentialRequestOptionsJSON,
    });
    return { ...assertion, clientExtensionResults: { ...assertion.clientExtensionResults } };
  } catch (error) {
    if (isPromptCancelled(error)) throw new Cancelled('no passkey was chosen', { cause: error });
    throw error;
  }
}
