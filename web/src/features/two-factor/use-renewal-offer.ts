import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** What the sign-in by a recovery code leaves in the history's entry. */
function asksForRenewal(state: unknown): boolean {
  return (
    typeof state === 'object' &&
    state !== null &&
    'renewsTwoFactor' in state &&
    state.renewsTwoFactor === true
  );
}

/**
 * Whether to offer to set two-factor up anew, once: taking it up or postponing it clears the history's entry, so that
 * neither a reload nor the back button asks again.
 */
export function useRenewalOffer() {
  const location = useLocation();
  const navigate = useNavigate();
  const [wasAsked] = useState(() => asksForRenewal(location.state));
  return {
    wasAsked,
    isOpen: asksForRenewal(location.state),
    close: () =>
      void navigate(`${location.pathname}${location.search}${location.hash}`, { replace: true, state: null }),
  };
}
