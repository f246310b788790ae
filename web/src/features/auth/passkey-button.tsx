import { KeyRound } from 'lucide-react';
import { arePasskeysSupported } from '../../api/passkeys.ts';
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
