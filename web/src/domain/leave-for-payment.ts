import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';

/** Long enough to read that the page is about to change. */
const redirectDelayMs = 1500;

/** Goes to a payment page after a moment. `onReturned` is told when the browser's back button brings this very page back. */
export function useLeaveForPayment(onReturned: () => void) {
  const [paymentUrl, setPaymentUrl] = useState<string | null>(null);
  const goToPayment = useGoToPayment();
  useEffect(() => {
    if (paymentUrl === null) return;
    const timer = setTimeout(() => goToPayment(paymentUrl), redirectDelayMs);
    return () => clearTimeout(timer);
  }, [paymentUrl, goToPayment]);
  // A page that comes back as it was left would go on redirecting.
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
 * Goes to a payment page. To one of ours the router leads: the page stays alive, and with it what is simulated in it,
 * which the person finds again when they come back.
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
