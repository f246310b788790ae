import { useEffect, useEffectEvent, useState } from 'react';
import { useDialogEntry } from './dialog-entry.ts';

/** Long enough to read that the page will change. */
const redirectDelayMs = 1500;

/**
 * Redirects to a payment page after a moment, for our own page by the router: this page stays alive and keeps the simulated state,
 * which the person finds again on return. Calls `onReturned` if the back button restores this page.
 */
export function useLeaveForPayment(onReturned: () => void) {
  const [paymentUrl, setPaymentUrl] = useState<string | null>(null);
  const { leaveFor } = useDialogEntry();
  const goToPayment = useEffectEvent(leaveFor);
  useEffect(() => {
    if (paymentUrl === null) return;
    const timer = setTimeout(() => goToPayment(paymentUrl), redirectDelayMs);
    return () => clearTimeout(timer);
  }, [paymentUrl]);
  // A page restored as it was would continue to redirect.
  useEffect(() => {
    const forget = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      setPaymentUrl(null);
      onReturned();
    };
    addEventListener('pageshow', forget);
    return () => removeEventListener('pageshow', forget);
  }, [onReturned]);
  return { isLeaving: paymentUrl !== null, leaveFor: setPaymentUrl };
}
