import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Config } from './config-query.ts';

interface PaymentUrlRules {
  ownOrigin: string;
  /** Where the operator's rail has its payment pages, as the configuration tells: `https://pay.example.com`. */
  paymentOrigins?: readonly string[];
}

/**
 * The address of a payment page that the browser may be sent to; undefined for any other. The reply is not trusted
 * blindly: a `javascript:` address or a stranger's host would be the worst moment for a surprise.
 */
export function safePaymentUrl(
  paymentUrl: string,
  { ownOrigin, paymentOrigins = [] }: PaymentUrlRules,
): string | undefined {
  // A whole address only: one that leans on the page it is read from could mean anything.
  if (!/^https?:\/\/[^\s\\]+$/i.test(paymentUrl) || !URL.canParse(paymentUrl)) return undefined;
  const url = new URL(paymentUrl);
  if (url.username !== '' || url.password !== '') return undefined;
  if (url.origin === ownOrigin) return url.href;
  // The same machine under its other name: staying on the origin at hand keeps the session that lives there.
  if (isSameLoopback(url, new URL(ownOrigin))) return `${ownOrigin}${url.pathname}${url.search}`;
  const isSafelyCarried = url.protocol === 'https:' || loopbackNames.has(url.hostname);
  return isSafelyCarried && paymentOrigins.some((allowed) => originOf(allowed) === url.origin)
    ? url.href
    : undefined;
}

/**
 * Where the browser goes to pay, of a reply; null where there is nothing to pay on a page.
 * @throws where the page is on a site that is not allowed.
 */
export function paymentUrlOf(paymentUrl: string | null, { paymentOrigins }: Config['rail']): string | null {
  if (paymentUrl === null || paymentUrl === '') return null;
  const safeUrl = safePaymentUrl(paymentUrl, { ownOrigin: location.origin, paymentOrigins });
  if (safeUrl === undefined) throw new Error('the payment page is on a site that is not allowed');
  return safeUrl;
}

// What a browser on the machine itself may call it, whichever of them the server was told as its own address.
const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

function isSameLoopback(one: URL, other: URL): boolean {
  const areLoopback = loopbackNames.has(one.hostname) && loopbackNames.has(other.hostname);
  return areLoopback && one.port === other.port && one.protocol === other.protocol;
}

/** As browsers write it: without a slash at the end, in small letters, without the port that goes without saying. */
function originOf(allowed: string): string | undefined {
  return URL.parse(allowed)?.origin;
}

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
