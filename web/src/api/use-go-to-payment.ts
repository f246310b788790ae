import { useCallback } from 'react';
import { useNavigate } from 'react-router';

/**
 * Goes to a payment page. To one of ours the router leads: the page stays alive, and with it what is simulated in it,
 * which the person finds again when they come back.
 */
export function useGoToPayment(): (paymentUrl: string) => void {
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
