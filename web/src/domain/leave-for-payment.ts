import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';

/** Long enough to read that the page will change. */
const redirectDelayMs = 1500;

/** Redirects to a payment page after a moment. Calls `onReturned` if the back button restores this page. */
export function useLeaveForPayment(onReturned: () => void) {
  const [paymentUrl, setPaymentUrl] = useState<string | null>(null);
  const goToPayment = useGoToPayment();
  useEffect(() => {
    if (paymentUrl === null) return;
    const timer = setTimeout(() => goToPayment(paymentUrl), redirectDelayMs);
    return () => clearTimeout(timer);
  }, [paymentUrl, goToPayment]);
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

/**
 * Goes to a payment page. For our own page it uses the router: the page stays alive and keeps the simulated state, which the
 * person finds again on return.
 */
function useGoToPayment(): (paymentUrl: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (paymentUrl) => {
      const { origin, pathname, search } = new URL(paymentUrl);
      if (origin === location.origin) void navigate(`${pathname}${search}`);
      else location.assign(paymentUrl);
    },
    [navigate],
  );
}
