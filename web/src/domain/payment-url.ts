import type { Config } from './config-query.ts';

interface PaymentUrlRules {
  ownOrigin: string;
  /** Where the operator's rail has its payment pages, from the configuration: `https://pay.example.com`. */
  paymentOrigins?: readonly string[];
}

/**
 * Undefined for an address that the browser must not open: a payment must never lead to a `javascript:` address or to a
 * stranger's host.
 */
export function safePaymentUrl(
  paymentUrl: string,
  { ownOrigin, paymentOrigins = [] }: PaymentUrlRules,
): string | undefined {
  // A relative address depends on the page that it is read from.
  if (!/^https?:\/\/[^\s\\]+$/i.test(paymentUrl) || !URL.canParse(paymentUrl)) return undefined;
  const url = new URL(paymentUrl);
  if (url.username !== '' || url.password !== '') return undefined;
  if (url.origin === ownOrigin) return url.href;
  // The same machine under its other name: the present origin keeps its session.
  if (isSameLoopback(url, new URL(ownOrigin))) return `${ownOrigin}${url.pathname}${url.search}`;
  const isSafelyCarried = url.protocol === 'https:' || loopbackNames.has(url.hostname);
  return isSafelyCarried && paymentOrigins.some((allowed) => originOf(allowed) === url.origin)
    ? url.href
    : undefined;
}

/**
 * Null if no page is needed.
 * @throws if the page is on a site that is not allowed.
 */
export function paymentUrlOf(
  paymentUrl: string | null | undefined,
  { paymentOrigins }: Config['rail'],
): string | null {
  if (!paymentUrl) return null;
  const safeUrl = safePaymentUrl(paymentUrl, { ownOrigin: location.origin, paymentOrigins });
  if (safeUrl === undefined) throw new Error('the payment page is on a site that is not allowed');
  return safeUrl;
}

// The server may have another one as its own address.
const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

function isSameLoopback(one: URL, other: URL): boolean {
  const areLoopback = loopbackNames.has(one.hostname) && loopbackNames.has(other.hostname);
  return areLoopback && one.port === other.port && one.protocol === other.protocol;
}

/** No trailing slash, lower case, no default port. */
function originOf(allowed: string): string | undefined {
  return URL.parse(allowed)?.origin;
}
