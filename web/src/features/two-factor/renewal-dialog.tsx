import type { User } from '@mercury/contract/api/users.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { securityQuery } from '../../api/security-query.ts';
import { SetUpDialog } from './set-up-dialog.tsx';

interface RenewalDialogProps {
  user: User;
  isOpen: boolean;
  onClose: () => void;
}

/** Offers somebody who came in with a recovery code to set two-factor up anew, where the server still allows it. */
export function RenewalDialog({ user, isOpen, onClose }: RenewalDialogProps) {
  const { data: security } = useQuery(securityQuery);
  // Once offered it stays: the right to renew ends with the renewal, and its codes are yet to be shown.
  const [isOffered, setIsOffered] = useState(false);
  if (security?.canRenewTwoFactor && !isOffered) setIsOffered(true);
  return <SetUpDialog isOpen={isOpen && isOffered} onClose={onClose} user={user} startsWithOffer />;
}
