import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Config } from './config-query.ts';

interface PaymentUrlRules {
  ownOrigin: string;
  /** Allowed origins of the operator's rail, from the configuration: `https://pay.example.com`. */
  paymentOrigins?: readonly string[];
}

/**
 * The payment page's address if the browser may go there; otherwise undefined. The reply is not trusted: a `javascript:` address
 * or a foreign host would be an attack at the moment of payment.
 */
export function safePaymentUrl(
  paymentUrl: string,
  { ownOrigin, paymentOrigins = [] }: PaymentUrlRules,
): string | undefined {
  // Absolute addresses only: a relative one could resolve to anything.
  if (!/^https?:\/\/[^\s\\]+$/i.test(paymentUrl) || !URL.canParse(paymentUrl)) return undefined;
  const url = new URL(paymentUrl);
  if (url.username !== '' || url.password !== '') return undefined;
  if (url.origin === ownOrigin) return url.href;
  // The same machine under its other name. Staying on the present origin keeps its session.
  if (isSameLoopback(url, new URL(ownOrigin))) return `${ownOrigin}${url.pathname}${url.search}`;
  const isSafelyCarried = url.protocol === 'https:' || loopbackNames.has(url.hostname);
  return isSafelyCarried && paymentOrigins.some((allowed) => originOf(allowed) === url.origin)
    ? url.href
    : undefined;
}

/**
 * The payment address of a reply; null if no page is needed.
 * @throws if the page's site is not allowed.
 */
export function paymentUrlOf(paymentUrl: string | null, { paymentOrigins }: Config['rail']): string | null {
  if (paymentUrl === null || paymentUrl === '') return null;
  const safeUrl = safePaymentUrl(paymentUrl, { ownOrigin: location.origin, paymentOrigins });
  if (safeUrl === undefined) throw new Error('the payment page is on a site that is not allowed');
  return safeUrl;
}

// Loopback names. The browser and the server's own address may use different ones.
const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

function isSameLoopback(one: URL, other: URL): boolean {
  const areLoopback = loopbackNames.has(one.hostname) && loopbackNames.has(other.hostname);
  return areLoopback && one.port === other.port && one.protocol === other.protocol;
}

/** In the browser's format: no trailing slash, lower case, no default port. */
function originOf(allowed: string): string | undefined {
  return URL.parse(allowed)?.origin;
}

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
